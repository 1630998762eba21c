#!/usr/bin/env python3
"""Runs the cells of the sweep "@NAME@" under HyperQueue.

    pip install hyperqueue
    python3 hyperqueue_run.py                     @WORKERS@ workers on this machine
    python3 hyperqueue_run.py --server-dir DIR    a running HyperQueue server, which may allocate through Slurm or PBS

Cells with results are skipped, so the script can be started again at any time.
"""
import argparse
import os
import sys

try:
    from hyperqueue import Client, Job, LocalCluster
    from hyperqueue.cluster import WorkerConfig
except ImportError:
    sys.exit("the Python package `hyperqueue` is missing; install it: pip install hyperqueue")

PROGRAM = @PROGRAM@
FOLDER = @FOLDER@
CELLS, BATCH = @CELLS@, @BATCH@

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--server-dir", help="folder of a running server (`hq server start`)")
parser.add_argument("--workers", type=int, default=@WORKERS@, help="workers of one core each, without --server-dir")
options = parser.parse_args()

job = Job(max_fails=None)
logs = os.path.join(FOLDER, "logs")
os.makedirs(logs, exist_ok=True)
for first in range(0, CELLS, BATCH):
    end = min(first + BATCH, CELLS)
    command = [PROGRAM, "sweep", "run", FOLDER, "--cells", f"{first}..{end}", "--jobs", "1"]
    job.program(command, stdout=None, stderr=os.path.join(logs, f"{first}.txt"))


def run(client):
    submitted = client.submit(job)
    failed = client.get_failed_tasks(submitted) if not client.wait_for_jobs([submitted], raise_on_error=False) else {}
    for task, context in sorted(failed.items()):
        print(f"batch {task} failed: {context.error}; see {logs}", file=sys.stderr)


if options.server_dir:
    run(Client(options.server_dir))
else:
    with LocalCluster() as cluster:
        for _ in range(options.workers):
            cluster.start_worker(WorkerConfig(cores=1))
        run(cluster.client())
