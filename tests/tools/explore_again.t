#!/usr/bin/python3
"""Finds a run that depends on those before it in the same machine, and an end of one that is taken for another's. Prints TAP."""

import os
import subprocess
import sys
import tempfile

sys.path[:0] = ["tools", "tests"]
sys.dont_write_bytecode = True

from exploring.run import Machines, prepare
from exploring.search import Search
from running.initrd import elf_file
from running.options import parse
from running.signals import SIGNALS
from tap import equal, finish, ok

FIRST_2, FIRST_3 = {(0, 0, "r"): 2}, {(0, 0, "r"): 3}
LONG = {(0, number, "r"): 1 for number in range(1000, 9000)}  # more bytes than a machine leaves room for

SIGNALS.watch()
folder = tempfile.TemporaryDirectory()
program = os.path.join(folder.name, "again")
subprocess.run(["tools/mpicc", "tests/tools/explore_again.c", "-o", program], check=True)
prepare(elf_file(program))


def machines(*words):
    """Machines for the program with these options and arguments."""
    return Machines(*parse(["--ranks", "4", *words]), os.open(os.devnull, os.O_RDONLY))


def runs_of(some, *decisions, seconds=60):
    """Runs with these decisions, one after the other, each with this limit."""
    return [some.start(each, seconds).end() for each in decisions]


some, runs = machines(program), []
search = Search(lambda decisions, seconds: runs.append(some.start(decisions, round(seconds))) or runs[-1], 4,
                {"runs": 50, "seconds": 600, "output": "any"})
search.search()
equal((len(search.orders), search.is_complete(), [run.fresh for run in runs]), (6, True, [True, False, True, False, False, False]),
      "6 orders run in two machines")
for run in runs:
    alone = some.start(run.decisions, 60, fresh=True).end()
    equal((run.status, run.lines, run.errors, run.records), (alone.status, alone.lines, alone.errors, alone.records),
          f"order {run.decisions} is the same in a machine of its own")
found = runs_of(some, LONG, {})
ok([run.status for run in found] == [0, 0] and found[1].lines == runs[0].lines, "more decisions than fit run in another machine")
some.end()

for how, status, seconds in (("crash", 133, 60), ("hang", 124, 10), ("lie", 71, 60)):
    some = machines(program, how)
    found = runs_of(some, {}, FIRST_2, FIRST_3, FIRST_2, FIRST_2, seconds=seconds)
    equal([(run.status, run.fresh, how in run.errors) for run in found],
          [(0, True, False), (0, False, False), (status, False, True), (0, True, False), (0, False, False)],
          f"{how}: ends its machine, and the next run is in another one")
    some.end()

ok(all(run.fresh for run in runs_of(machines("--limit", "100000000", program), {}, {})), "with --limit each run has its own machine")
finish()
