#!/bin/bash
# Runs one sweep on threads and on every engine, and compares the tables byte by byte.
#
#   engines.sh PROGRAM SWEEP FOLDER [ENGINE…]
#
# PROGRAM is the `cunning` command, SWEEP a sweep file, FOLDER a new folder. Engines are kill, hyperqueue, ray, slurm and
# parallel; without any, all of them. `kill` runs on threads and kills the command ten times. What an engine needs is
# installed: Python packages into FOLDER/venv, or into the environment that VIRTUAL_ENV names; others with apt-get.
set -euo pipefail
program=$(realpath "$1") sweep=$(realpath "$2") folder=$(realpath -m "$3")
shift 3
engines=${*:-kill hyperqueue ray slurm parallel}
workers=2
mkdir -p "$folder"
started=()
cleanup() { for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done; }
trap cleanup EXIT

say() { printf '%s %s\n' "$(date +%T)" "$*"; }
fail() { say "FAILED: $*"; exit 1; }
done_cells() { { find "$1/cells" -name '[0-9a-f]*.json' 2>/dev/null || true; } | wc -l; }
# The results with their inodes and times: a result that is written again differs.
finished() { find "$1/cells" -name '[0-9a-f]*.json' -printf '%f %i %T@\n' 2>/dev/null | sort; }

# python_with PACKAGE: the Python that has a package.
python_with() {
    local venv=${VIRTUAL_ENV:-$folder/venv}
    [ -x "$venv/bin/python3" ] || python3 -m venv "$venv"
    "$venv/bin/python3" -c "import $1" 2>/dev/null || "$venv/bin/pip" install -q "$1" >&2
    echo "$venv/bin/python3"
}

# installed COMMAND PACKAGE…
installed() {
    command -v "$1" >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${@:2}" >"$folder/apt.log" 2>&1
}

# start_engine ENGINE: plans the sweep and writes the script of an engine.
start_engine() {
    rm -rf "${folder:?}/$1"
    "$program" sweep plan "$sweep" --out "$folder/$1" >/dev/null
    "$program" sweep script "$folder/$1" --engine "$1" --workers $workers >/dev/null
}

# compare NAME: collects and compares with the table of threads.
compare() {
    "$program" sweep collect "$folder/$1" >"$folder/$1.txt" || fail "$1: collect exits with $?"
    cmp "$folder/local/table.csv" "$folder/$1/table.csv" || fail "$1: another table"
    cmp "$folder/local/summary.csv" "$folder/$1/summary.csv" || fail "$1: another summary"
    say "$1: the same table, $(($(wc -l <"$folder/$1/table.csv") - 1)) cells, in $SECONDS s"
}

run_kill() {
    local out=$folder/kill kept kept_count
    rm -rf "$out"
    mkdir -p "$out/cells"
    finished "$out" >"$folder/kept.txt"
    RANDOM=7
    for kill in 1 2 3 4 5 6 7 8 9 10; do
        kept_count=$(wc -l <"$folder/kept.txt")
        setsid "$program" sweep "$sweep" --out "$out" --jobs 2 >/dev/null 2>&1 &
        local pid=$!
        # A random time, with at most a tenth of the cells.
        local most=$((kept_count + total / 12))
        for _ in $(seq $((1 + RANDOM % 60))); do
            [ "$(done_cells "$out")" -ge $most ] && break
            sleep 0.1
        done
        kill -9 -- -$pid 2>/dev/null || true
        wait $pid 2>/dev/null || true
        finished "$out" >"$folder/now.txt"
        # Every kept line is still there: no finished cell was run again.
        [ -z "$(comm -23 "$folder/kept.txt" "$folder/now.txt")" ] || fail "kill $kill: a finished cell was written again"
        cp "$folder/now.txt" "$folder/kept.txt"
        say "kill -9 number $kill after $(wc -l <"$folder/now.txt") cells"
    done
    "$program" sweep "$sweep" --out "$out" >/dev/null
    finished "$out" >"$folder/now.txt"
    [ -z "$(comm -23 "$folder/kept.txt" "$folder/now.txt")" ] || fail "a finished cell was written again"
    [ "$(wc -l <"$folder/now.txt")" -eq "$total" ] || fail "not exactly $total results"
    compare kill
}

run_hyperqueue() {
    local python
    python=$(python_with hyperqueue)
    start_engine hyperqueue
    "$python" "$folder/hyperqueue/hyperqueue_run.py" >"$folder/hyperqueue.log" 2>&1
    compare hyperqueue
}

run_ray() {
    local python port=26379 ray
    python=$(python_with ray)
    ray=$(dirname "$python")/ray
    export RAY_USAGE_STATS_ENABLED=0
    # A token of this cluster alone, so that nothing else can use it; and only this machine can reach it.
    RAY_AUTH_MODE=token RAY_AUTH_TOKEN=$(head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n')
    export RAY_AUTH_MODE RAY_AUTH_TOKEN
    start_engine ray
    # The processes of a node are those of one session, so that they can be killed together.
    setsid "$ray" start --head --block --node-ip-address=127.0.0.1 --port=$port --num-cpus=1 --include-dashboard=false --disable-usage-stats --temp-dir="$folder/ray.tmp" >"$folder/ray.log" 2>&1 &
    local head=$!
    for _ in $(seq 120); do grep -q "Ray runtime started" "$folder/ray.log" && break; sleep 0.5; done
    setsid "$ray" start --address=127.0.0.1:$port --node-ip-address=127.0.0.1 --num-cpus=1 --block >>"$folder/ray.log" 2>&1 &
    local node=$!
    "$python" "$folder/ray/ray_run.py" --address=127.0.0.1:$port >>"$folder/ray.log" 2>&1 &
    local driver=$!
    while [ "$(done_cells "$folder/ray")" -lt $((total / 2)) ] && kill -0 $driver 2>/dev/null; do sleep 0.5; done
    local count
    count=$(done_cells "$folder/ray")
    pkill -9 --session "$node" || fail "ray: the second node was not there"
    say "ray: the second node killed after $count of $total cells"
    wait $driver || fail "ray: see $folder/ray.log"
    pkill -9 --session "$head" || true
    compare ray
}

run_slurm() {
    installed slurmctld slurm-wlm munge
    local state=$folder/slurm.state host
    host=$(hostname -s)
    rm -rf "$state"
    mkdir -p "$state"/{ctld,n1,n2,munge}
    chmod 700 "$state/munge"
    head -c 1024 /dev/urandom >"$state/munge/key"
    chmod 400 "$state/munge/key"
    # Munge insists on folders that only root can write to.
    local socket=/run/munge-sweep.$$
    munged --force --foreground --key-file="$state/munge/key" --socket="$socket" --pid-file="$state/munge/pid" \
        --log-file="$state/munge/log" --seed-file="$state/munge/seed" >"$state/munged.txt" 2>&1 &
    started+=($!)
    cat >"$state/slurm.conf" <<CONF
ClusterName=sweep
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort=26817
AuthType=auth/munge
AuthInfo=socket=$socket
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1
StateSaveLocation=$state/ctld
SlurmctldPidFile=$state/ctld.pid
SlurmctldLogFile=$state/ctld.log
SlurmdSpoolDir=$state/%n
SlurmdPidFile=$state/%n.pid
SlurmdLogFile=$state/%n.log
ReturnToService=2
MaxArraySize=100001
MaxJobCount=100010
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=26818 CPUs=1 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=26819 CPUs=1 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
    export SLURM_CONF=$state/slurm.conf
    for _ in $(seq 50); do [ -S "$socket" ] && break; sleep 0.1; done
    slurmctld -D >"$state/ctld.txt" 2>&1 &
    started+=($!)
    for node in n1 n2; do
        slurmd -D -N $node >"$state/$node.txt" 2>&1 &
        started+=($!)
    done
    for _ in $(seq 60); do [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 2 ] && break; sleep 0.5; done
    [ "$(sinfo -h -t idle -o %D)" = 2 ] || fail "slurm: the nodes did not start, see $state"
    start_engine slurm
    bash "$folder/slurm/slurm.sh" >"$folder/slurm.log" 2>&1
    compare slurm
}

run_parallel() {
    installed parallel parallel
    start_engine parallel
    bash "$folder/parallel/parallel.sh" >"$folder/parallel.log.txt" 2>&1
    compare parallel
}

SECONDS=0
# Results of an earlier build would be used again.
rm -rf "${folder:?}/local"
"$program" sweep "$sweep" --out "$folder/local" --jobs $workers >"$folder/local.txt"
total=$(($(wc -l <"$folder/local/table.csv") - 1))
say "threads: $total cells in $SECONDS s"
for engine in $engines; do
    SECONDS=0
    "run_$engine"
done
say "all tables are identical"
