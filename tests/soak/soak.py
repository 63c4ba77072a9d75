#!/usr/bin/python3 -I
"""make soak: random work on cubes of random sizes and settings, until the time is over.

Each run is tests/soak/soak.c with a new seed. The first that fails ends the soak, with the command
that does it again. SOAK_SECONDS (600) says how long, but there is one run at least; SOAK_SEED (1)
where to begin; SOAK_LOG (build/soak.log) where the log goes.
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
PROGRAM = os.path.join(ROOT, os.environ.get("CUBE_OUT") or "build", "tests", "soak", "soak.elf")
LOG = os.environ.get("SOAK_LOG") or os.path.join(ROOT, "build", "soak.log")
SECONDS_A_RUN = 120
MOST_NUMBER = (1 << 31) - 1  # of the settings

# Nodes, rounds, most bytes of a block: about two seconds each on one thread. All blocks of a call have to
# go into the heap: on one node there are dozens, of up to four times the most bytes.
SIZES = ((1, 500, 1 << 16), (2, 2000, 1 << 16), (4, 1000, 1 << 15), (8, 600, 1 << 14),
         (16, 300, 1 << 13), (32, 200, 1 << 12), (64, 80, 1 << 11), (128, 40, 1 << 10))
MOST_CROWDED = 16  # nodes with a host thread each: more take minutes
CROWDED_SHARE = 10  # of the rounds: one in so many


def command_for(seed):
    """The run of a seed: a size and settings drawn from it."""
    dice = random.Random(seed)
    nodes, rounds, most = dice.choice(SIZES)
    options = ["-n", str(nodes), "--timeout", str(SECONDS_A_RUN), "--heap", "64M"]
    modes = ["single", "exact", *(["multi"] if nodes <= MOST_CROWDED else []), *(["parts"] if nodes > 1 else [])]
    mode = dice.choice(modes)
    if mode == "multi" and nodes > processors():
        rounds //= CROWDED_SHARE
    options += {"exact": ["--exact"], "parts": ["--parts", str(dice.choice((2, min(4, nodes))))]}.get(
        mode, ["--accel", mode])
    spins = dice.choice((None, 1, 3, 100))
    options += ["--spins", str(spins)] if spins else []
    for ring in ("direct", "routed"):
        size = dice.choice((None, 256, 1024, 8192))
        options += ["--kernel-option", f"{ring}={size}"] if size else []
    return [CUBERUN, *options, PROGRAM, str(seed), str(rounds), str(most)]


def main(words):
    """make soak."""
    no_more(words)
    seconds = number("SOAK_SECONDS", os.environ.get("SOAK_SECONDS", "600"), 0, MOST_NUMBER)
    seed = number("SOAK_SEED", os.environ.get("SOAK_SEED", "1"), 0, MOST_NUMBER)
    start = time.monotonic()
    runs = 0
    with open(LOG, "w", encoding="utf-8") as log:
        while runs == 0 or time.monotonic() - start < seconds:
            command = command_for(seed)
            began = time.monotonic()
            result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                    stdin=subprocess.DEVNULL, text=True, check=False)
            line = (f"{time.monotonic() - start:7.1f} s  {time.monotonic() - began:6.2f} s  "
                    f"{' '.join(command[1:-4])}: {result.stdout.strip()}")
            print(line, flush=True)
            print(line, file=log, flush=True)
            if result.returncode != 0:
                sys.exit(f"status {result.returncode}. Again: {shlex.join(command)}")
            runs += 1
            seed += 1
        line = f"{runs} runs in {time.monotonic() - start:.0f} s, all passed"
        print(line)
        print(line, file=log)
    return 0


if __name__ == "__main__":
    run("soak.py", __doc__, main)
