#!/bin/bash
# Measures what sweeps cost, and what happens where nothing can be written.
#
#   limits.sh PROGRAM FOLDER
#
# Needs root for the full disk and the read-only folder, which are skipped otherwise.
set -euo pipefail
program=$(realpath "$1") folder=$(realpath -m "$2")
mkdir -p "$folder"
cd "$folder"
say() { printf '%s\n' "$*"; }
failed=0
# check NAME VALUE LIMIT: whether a number is at most its limit.
check() {
    if awk "BEGIN { exit !($2 <= $3) }"; then say "$1: $2 (at most $3)"; else say "MISSED $1: $2 (at most $3)"; failed=1; fi
}

# 100,000 cells: planned and collected.
cat >large.toml <<'TOML'
[sweep]
seeds = "0..1000"
[run]
scene = "pirate"
[grid]
budget = { key = "budget", from = 1000, to = 1099, step = 1 }
[measure]
score = "score"
won = { field = "won", is = true }
TOML
rm -rf large.sweep
/usr/bin/time -f '%e %M' -o plan.txt "$program" sweep plan large.toml
# Results as a run would have written them, without the run.
python3 - "$program" <<'PYTHON'
import json, os, subprocess, sys
out = subprocess.run([sys.argv[1], "sweep", "cells", "large.sweep"], capture_output=True, text=True, check=True).stdout
for line in out.splitlines():
    index, name = line.split()[:2]
    folder = f"large.sweep/cells/{name[:2]}"
    os.makedirs(folder, exist_ok=True)
    record = {"format": 1, "cell": name, "parameters": {"budget": 1000 + int(index) // 1000}, "seed": int(index) % 1000,
              "result": {"score": int(name[:6], 16) / 1e3, "won": int(name[-1], 16) < 9}, "ms": 1.0}
    with open(f"{folder}/{name}.json", "w") as file:
        json.dump(record, file)
PYTHON
/usr/bin/time -f '%e %M' -o collect.txt "$program" sweep collect large.sweep >/dev/null
read -r plan_s plan_kb <plan.txt
read -r collect_s collect_kb <collect.txt
check "100,000 cells planned and collected, seconds" "$(awk "BEGIN { print $plan_s + $collect_s }")" 10
check "memory of planning, MB" "$((plan_kb / 1024))" 200
check "memory of collecting, MB" "$((collect_kb / 1024))" 200
rm -rf large.sweep

# Overhead per cell: runs of one tick, which take almost no time themselves.
cat >short.toml <<'TOML'
[sweep]
seeds = "0..2000"
[run]
scene = "pirate"
ticks = 1
TOML
rm -rf short.sweep
begin=$(date +%s.%N)
"$program" sweep short.toml --jobs 1 >/dev/null
end=$(date +%s.%N)
check "overhead of a cell, ms" "$(awk "BEGIN { print ($end - $begin) / 2 }")" 5
rm -rf short.sweep

# Scaling: two threads against one, best of three.
cat >scale.toml <<'TOML'
[sweep]
seeds = "0..60"
[run]
scene = "squad"
TOML
best() {
    local least=999999
    for _ in 1 2 3; do
        rm -rf scale.sweep
        local begin end
        begin=$(date +%s%N)
        "$program" sweep scale.toml --jobs "$1" >/dev/null
        end=$(date +%s%N)
        local took=$(((end - begin) / 1000000))
        [ $took -lt $least ] && least=$took
    done
    echo $least
}
one=$(best 1) two=$(best 2)
say "one thread $one ms, two threads $two ms, load $(cut -d' ' -f1 /proc/loadavg)"
check "1.8 divided by the speed-up of two threads" "$(awk "BEGIN { print 1.8 * $two / $one }")" 1

# A full disk and a read-only folder.
if [ "$(id -u)" = 0 ]; then
    cat >full.toml <<'TOML'
[sweep]
seeds = "0..3000"
[run]
scene = "pirate"
ticks = 2
TOML
    mkdir -p full
    mount -t tmpfs -o size=400k tmpfs full
    trap 'umount full' EXIT
    if "$program" sweep full.toml --out full/out >full.txt 2>&1; then say "MISSED: the disk was not full"; failed=1; fi
    grep -i "no space left" full.txt || failed=1
    before=$(find full/out/cells -name '[0-9a-f]*.json' | wc -l)
    mount -o remount,size=200m full
    "$program" sweep run full/out --format json | tee full.json
    grep -q "\"skipped\":$before,\"failed\":0" full.json || { say "MISSED: $before cells were not kept"; failed=1; }
    mount -o remount,ro full
    if "$program" sweep full.toml --out full/other 2>readonly.txt; then say "MISSED: the folder was not read-only"; failed=1; fi
    grep -i "read-only" readonly.txt || failed=1
fi
exit $failed
