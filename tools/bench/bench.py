#!/usr/bin/python3 -I
"""make bench: the costs of the cube, each figure beside its reference, in the same run.

Prints tables, and of all parts writes build/bench.json. Wall-clock figures are the least of several
runs in turn: other work on the host only ever adds to them. Counts under --exact are the same in
every run. Arguments: the parts to measure (start memory exact messages failing mpi mpi_types
mpi_collectives sizes first clock orders bandwidth bulk parts policies); none: all of them. With
--nodes 8 or --nodes 64, sizes and first count calls only on that cube.
tools/speedup has the speed-ups of whole programs. Parts do not build the programs that they run:
make bench does. With --quick each program runs once: this tests the measurement, and the figures
are meaningless.
"""

import os
import sys

TOOLS = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
sys.path.insert(0, TOOLS)
sys.dont_write_bytecode = True  # until running says where

from bench import calls, counted, timed
from bench.measure import BUILD, be_quick, is_quick
from bench.report import Report
from running.failure import invalid
from running.progress import Progress
from running.tool import run, seen_from_here

PARTS = {part.__name__: part for part in (
    timed.start, counted.memory, counted.exact, counted.messages, counted.failing,
    counted.mpi, counted.mpi_types, counted.mpi_collectives, calls.sizes, calls.first,
    counted.clock, timed.orders, timed.bandwidth, timed.bulk, timed.parts, timed.policies)}
PART_SECONDS = 40  # a guess


def main(words):
    """make bench."""
    cubes = list(calls.CALLS)
    if words[:1] == ["--quick"]:
        be_quick()
        words = words[1:]
    if words[:1] == ["--nodes"]:
        if words[1:2] not in [[str(nodes)] for nodes in cubes]:
            raise invalid("--nodes", " ".join(words[1:2]), " or ".join(map(str, cubes)))
        cubes = [int(words[1])]
        words = words[2:]
    for word in words:
        if word not in PARTS:
            raise invalid("part", word, ", ".join(PARTS))
    report = Report(cubes)
    stages = {f"bench {name} {cubes}": name for name in words or PARTS}
    with Progress(dict.fromkeys(stages, PART_SECONDS)) as progress:
        for stage, name in stages.items():
            progress.print(f"  {name:15} {PARTS[name].__doc__}\n", sys.stderr)
            PARTS[name](report)
            progress.done(stage)
    report.print()
    if is_quick():
        return 0
    if not words and len(cubes) > 1:
        path = os.path.join(BUILD, "bench.json")
        report.write(path)
        print(f"\nwritten to {seen_from_here(path)}")
    return 0


if __name__ == "__main__":
    run("bench.py", __doc__, main)
