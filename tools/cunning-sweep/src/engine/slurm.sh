#!/bin/bash
# Runs the cells of the sweep "@NAME@" as an array of Slurm jobs: @CELLS@ cells in @BATCHES@ batches of @BATCH@.
#
#   bash slurm.sh                        submits the array and waits for its end
#   bash slurm.sh --partition=short      any options of sbatch
#   sbatch --array=0-@LAST@%64 slurm.sh       submits it without waiting
#
# Every node needs the `cunning` command and the result folder at the same paths. Cells with results are skipped, so the
# script can be started again at any time.
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
set -u
program=@PROGRAM@
folder=@FOLDER@
if [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    command -v sbatch >/dev/null || { echo "sbatch was not found; start the script where Slurm is installed" >&2; exit 1; }
    mkdir -p "$folder/logs"
    sbatch --wait --array=0-@LAST@%@WORKERS@ --job-name=sweep --requeue --output="$folder/logs/slurm-%a.txt" "$@" "$folder/slurm.sh"
    # Jobs fail if cells failed, which `cunning sweep collect` reports.
    exit 0
fi
first=$((SLURM_ARRAY_TASK_ID * @BATCH@))
end=$((first + @BATCH@))
exec "$program" sweep run "$folder" --cells "$first..$end" --jobs 1
