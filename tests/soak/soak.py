#!/usr/bin/python3 -I
"""make soak: random work on cubes of random sizes and settings, until the time is over.

Each run is tests/soak/soak.c with a new seed, on one emulator, on several, or where there is a bridge
on several hosts, which are processes of this one under mpiexec. Among them are programs that wait for
ever (tests/fail/deadlock.c): of those every one has to be found, and no other. The first run that fails
ends the soak, with the command that does it again. (Where links fail on the way: failures.py.)
SOAK_SECONDS (600) says how long, but there is one run at least; SOAK_SEED (1) where to begin; SOAK_LOG
(build/soak.log) where the log goes.
"""

import os
import random
import shlex
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.pycache_prefix = os.path.join(ROOT, "build", "python")

from running.host import processors
from running.numbers import number
from running.tool import no_more, run

CUBERUN = os.path.join(ROOT, "tools", "cuberun")
TESTS = os.path.join(ROOT, os.environ.get("CUBE_OUT") or "build", "tests")
PROGRAM = os.path.join(TESTS, "soak", "soak.elf")
LAUNCHER = subprocess.run(["tests/launcher"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout.split()
LOG = os.environ.get("SOAK_LOG") or os.path.join(ROOT, "build", "soak.log")
SECONDS_A_RUN = 120
MOST_NUMBER = (1 << 31) - 1  # of the settings

# Nodes, rounds, most bytes of a block: about two seconds each on one thread. All blocks of a call have to
# go into the heap: on one node there are dozens, of up to four times the most bytes.
SIZES = ((1, 500, 1 << 16), (2, 2000, 1 << 16), (4, 1000, 1 << 15), (8, 600, 1 << 14),
         (16, 300, 1 << 13), (32, 200, 1 << 12), (64, 80, 1 << 11), (128, 40, 1 << 10))
MOST_CROWDED = 16  # nodes with a host thread each: more take minutes
CROWDED_SHARE = 10  # of the rounds: one in so many
HOSTS_SHARE = 5  # of them on several hosts
DEADLOCKS = ("recv_in_a_ring", "link_recv", "link_send", "routed_send", "barrier_without_one", "alltoall_without_one")
DEADLOCK_STATUS = 75
DEADLOCK_SHARE = 4  # one run in so many waits for ever


def command_for(seed):
    """The run of a seed: a size and settings drawn from it, and the status that it has to have."""
    dice = random.Random(seed)
    nodes, rounds, most = dice.choice(SIZES)
    options = ["-n", str(nodes), "--timeout", str(SECONDS_A_RUN), "--heap", "64M"]
    modes = ["single", "exact", *(["multi"] if nodes <= MOST_CROWDED else []), *(["parts"] if nodes > 1 else []),
             *(["hosts"] if LAUNCHER and nodes > 1 else [])]
    mode, launch = dice.choice(modes), []
    if mode == "multi" and nodes > processors():
        rounds //= CROWDED_SHARE
    several = str(dice.choice((2, min(4, nodes))))
    if mode == "hosts":
        rounds //= HOSTS_SHARE
        launch = [*LAUNCHER, "-n", several]
    options += {"exact": ["--exact"], "parts": ["--parts", several], "hosts": []}.get(mode, ["--accel", mode])
    spins = dice.choice((None, 1, 3, 100))
    options += ["--spins", str(spins)] if spins else []
    for ring in ("direct", "routed"):
        size = dice.choice((None, 256, 1024, 8192))
        options += ["--kernel-option", f"{ring}={size}"] if size else []
    if nodes > 1 and dice.randrange(DEADLOCK_SHARE) == 0:
        return [*launch, CUBERUN, *options, os.path.join(TESTS, "fail", "deadlock.elf"), dice.choice(DEADLOCKS)], \
            DEADLOCK_STATUS
    return [*launch, CUBERUN, *options, PROGRAM, str(seed), str(rounds), str(most)], 0


def shown(command, output):
    """A run as a line of the log: what it was, and what it said or, of a deadlock, that it was found."""
    words = [os.path.basename(word) for word in command if word != CUBERUN]
    lines = output.strip().splitlines() or [""]
    return f"{' '.join(words)}: {next((line for line in lines if ': deadlock:' in line), lines[0])}"


def main(words):
    """make soak."""
    no_more(words)
    seconds = number("SOAK_SECONDS", os.environ.get("SOAK_SECONDS", "600"), 0, MOST_NUMBER)
    seed = number("SOAK_SEED", os.environ.get("SOAK_SEED", "1"), 0, MOST_NUMBER)
    start = time.monotonic()
    runs = 0
    with open(LOG, "w", encoding="utf-8") as log:
        while runs == 0 or time.monotonic() - start < seconds:
            command, wanted = command_for(seed)
            began = time.monotonic()
            result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                    stdin=subprocess.DEVNULL, text=True, check=False)
            line = (f"{time.monotonic() - start:7.1f} s  {time.monotonic() - began:6.2f} s  "
                    f"{shown(command, result.stdout)}")
            print(line, flush=True)
            print(line, file=log, flush=True)
            if result.returncode != wanted:
                sys.exit(f"status {result.returncode}, not {wanted}: {result.stdout}\nAgain: {shlex.join(command)}")
            runs += 1
            seed += 1
        line = f"{runs} runs in {time.monotonic() - start:.0f} s, all passed"
        print(line)
        print(line, file=log)
    return 0


if __name__ == "__main__":
    run("soak.py", __doc__, main)
