#!/usr/bin/env python3
"""Compares `cunning plan --pddl … --optimal` with Fast Downward's A* with LM-cut on PDDL instances.

Fast Downward is not a part of the project; install it with `pip install up-fast-downward`. Times are processor times,
so that other work on the machine matters little. One row is printed for each instance: the cost that each planner
proved, the time of the whole command (for Fast Downward with its translator), and the time of Fast Downward's search
alone. Ours reads the files in a few milliseconds.

    compare-fast-downward.py target/fast/cunning FOLDER…
    compare-fast-downward.py target/fast/cunning FOLDER… --limit 60 --only-ours
"""

import argparse
import importlib.util
import json
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path


def instances(folders):
    """The problems below some folders, each with the domain file next to it."""
    for folder in folders:
        for domain in sorted(Path(folder).rglob("domain.pddl")):
            for problem in sorted(domain.parent.glob("*.pddl")):
                if problem != domain:
                    yield domain, problem


def run(command, limit, folder):
    """Runs a command; returns its output and its processor time, with the limit at a timeout."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)

    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    done = subprocess.run(
        command, cwd=folder, preexec_fn=limited, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, seconds


def number(pattern, text):
    found = re.search(pattern, text)
    return float(found[1]) if found else None


def ours(command, domain, problem, limit, folder):
    unlimited = ["--max-expansions", "1000000000", "--max-memory", "4096"]
    arguments = ["plan", "--pddl", domain, problem, "--optimal", "--format", "json", *unlimited]
    text, total = run([command, *arguments], limit, folder)
    try:
        answer = json.loads(text)
    except json.JSONDecodeError:
        return None, None, total
    is_proved = answer.get("cost") is not None and answer["cost"] == answer.get("bound")
    return (answer["cost"], total, total) if is_proved else (None, None, total)


def theirs(driver, domain, problem, limit, folder):
    text, total = run(
        [sys.executable, driver, "--plan-file", "plan", domain, problem, "--search", "astar(lmcut())"], limit, folder
    )
    return number(r"Plan cost: (\d+)", text), number(r"Search time: ([\d.]+)s", text), total


def driver_of_fast_downward():
    spec = importlib.util.find_spec("up_fast_downward")
    if spec is None:
        sys.exit("Fast Downward is missing; install it with `pip install up-fast-downward`, or use --only-ours")
    return Path(spec.submodule_search_locations[0]) / "downward" / "fast-downward.py"


def show(value):
    return "-" if value is None else f"{value:.3f}".rstrip("0").rstrip(".") or "0"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=Path, help="the command `cunning`, built with optimizations")
    parser.add_argument("folders", nargs="+", help="folders with a domain.pddl and problems")
    parser.add_argument("--limit", type=int, default=60, help="seconds for each planner and instance [60]")
    parser.add_argument("--only-ours", action="store_true", help="do not run Fast Downward")
    options = parser.parse_args()
    driver = None if options.only_ours else driver_of_fast_downward()
    sums = [0.0] * 4
    solved = [0, 0]
    count = 0
    print("instance", "cost", "s", "cost (FD)", "search s (FD)", "total s (FD)", sep="\t", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for domain, problem in instances(options.folders):
            domain, problem = domain.resolve(), problem.resolve()
            count += 1
            rows = [ours(options.command.resolve(), domain, problem, options.limit, folder)]
            rows.append((None, None, 0.0) if driver is None else theirs(driver, domain, problem, options.limit, folder))
            for at, (cost, search, total) in enumerate(rows):
                solved[at] += cost is not None
                sums[2 * at] += total if search is None else search
                sums[2 * at + 1] += total
            costs = {cost for cost, _, _ in rows if cost is not None}
            note = "\tDIFFERENT COSTS" if len(costs) > 1 else ""
            (cost, _, total), peer = rows
            cells = [show(value) for value in (cost, total, *peer)]
            print(f"{problem.parent.name}/{problem.stem}", *cells, sep="\t", end=f"{note}\n", flush=True)
    print(f"proved of {count}", solved[0], f"{sums[1]:.1f}", solved[1], *(f"{value:.1f}" for value in sums[2:]), sep="\t")


if __name__ == "__main__":
    main()
