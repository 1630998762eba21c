#!/bin/bash
# Runs the cells of the sweep "@NAME@" with GNU parallel: @CELLS@ cells in batches of @BATCH@.
#
#   bash parallel.sh                              @WORKERS@ batches at a time on this machine
#   bash parallel.sh --sshloginfile nodes.txt     on other machines, which need the same paths
#
# Cells with results are skipped, so the script can be started again at any time.
set -u
program=@PROGRAM@
folder=@FOLDER@
command -v parallel >/dev/null || { echo "GNU parallel was not found; install it" >&2; exit 1; }
seq 0 @BATCH@ $((@CELLS@ - 1)) | while read -r first; do echo "$first..$((first + @BATCH@))"; done |
    parallel --quote --jobs @WORKERS@ --joblog "$folder/parallel.log" "$@" "$program" sweep run "$folder" --cells {} --jobs 1
# It fails if cells failed, which `cunning sweep collect` reports.
exit 0
