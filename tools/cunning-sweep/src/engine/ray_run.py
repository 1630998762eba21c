#!/usr/bin/env python3
"""Runs the cells of the sweep "@NAME@" under Ray.

    pip install ray
    python3 ray_run.py                       Ray on this machine
    python3 ray_run.py --address auto        a running Ray cluster

Every node needs the `cunning` command and the result folder at the same paths. Batches of nodes that die are run again
on others, and cells with results are skipped.
"""
import argparse
import os
import subprocess
import sys

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
try:
    import ray
except ImportError:
    sys.exit("the Python package `ray` is missing; install it: pip install ray")

PROGRAM = @PROGRAM@
FOLDER = @FOLDER@
CELLS, BATCH = @CELLS@, @BATCH@
# Exit codes that need no second try: done, failed cells (which are stored), cancelled.
ENDED = (0, 1, 20)

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--address", help="address of a running cluster, or `auto`")
parser.add_argument("--workers", type=int, default=@WORKERS@, help="cores to use, without --address")
options = parser.parse_args()


# -1: as often as nodes die.
@ray.remote(num_cpus=1, max_retries=-1)
def run_batch(first, end):
    command = [PROGRAM, "sweep", "run", FOLDER, "--cells", f"{first}..{end}", "--jobs", "1"]
    done = subprocess.run(command, capture_output=True, text=True)
    return first, done.returncode, done.stderr[-2000:]


if options.address:
    ray.init(address=options.address, log_to_driver=False)
else:
    ray.init(num_cpus=options.workers, include_dashboard=False, log_to_driver=False)
waiting = [run_batch.remote(first, min(first + BATCH, CELLS)) for first in range(0, CELLS, BATCH)]
while waiting:
    ready, waiting = ray.wait(waiting)
    for first, code, message in ray.get(ready):
        if code not in ENDED:
            print(f"the batch from cell {first} failed with exit code {code}: {message}", file=sys.stderr)
