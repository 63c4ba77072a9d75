#!/usr/bin/python3 -I
"""ranks.py [MOMENTS]: ranks that die and nodes that fail at random moments, 1,000 in all if nothing is said.

Each run is tests/mpi/failures/moments.c with a new seed: so many ranks, one kind of work or all of them in turn
(barriers, all-reductions, broadcasts, sends, receives from anybody, agreements, and shrinkings after each death), with
clocks or without, and each of some ranks dies in a wait at a moment drawn from the seed (cuberun --fail-rank random:).
One run in so many is tests/mpi/failures/down.c. No run may wait for ever, no two survivors may disagree, and each run
ends with 0. The first that does not ends all, with the command that does it again. One run in three is a program of
cube.h, tests/boot/outliving.c, with --with-ft cube. In one in three nodes fail instead (--fail-node), in cubes of 4
nodes and more.
"""

import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.pycache_prefix = os.path.join(ROOT, "build", "python")

from running.tool import run

SECONDS_A_RUN = 120
WORKS = ("all", "barrier", "allreduce", "bcast", "send", "long", "any", "agree", "later", "split")
MOST_RANKS = 12
ROUNDS = 40
DOWN_SHARE = 20  # of the runs: one in so many goes down to one rank
CUBE_SHARE = 3  # one in so many is a program of cube.h
NODE_SHARE = 3  # in one in so many nodes fail
CUBE_WORKS = ("every", "links", "exchange", "long-exchange", "messages", "long-messages", "barrier", "sum", "long-sum", "bcast",
              "long-bcast", "gather", "total", "ecube", "shift", "aspc", "all", "half")
CUBE_ROUNDS = 34
CUBE_COSTS = ([], ["--exact"], ["--accel", "multi"], ["--parts", "2"], ["--exact", "--ts", "100", "--ports", "one"],
              ["--exact", "--kernel-option", "direct=512", "--kernel-option", "routed=512"])
MOST_PROGRAMS = 12  # that may die
COSTS = ([], ["--cube", "--exact"], ["--cube", "--exact --ts 1000 --th 10 --tw 1"])


def compiled(name, folder):
    """The path of a program of tests/mpi/failures."""
    path = os.path.join(folder, name)
    subprocess.run([os.path.join(ROOT, "tools", "mpicc"), os.path.join(ROOT, "tests", "mpi", "failures", f"{name}.c"),
                    "-o", path], check=True)
    return path


def failing_nodes(seed, dice, nodes):
    """What lets nodes of a cube fail, in one run in so many: fewer than it has dimensions."""
    most = nodes.bit_length() - 2
    return ["--fail-node", f"random:{seed}:{dice.randrange(1, most + 1)}"] if dice.randrange(NODE_SHARE) == 0 and most else []


def cube_command_for(seed, dice):
    """The same, of a program of cube.h."""
    nodes = 1 << dice.randrange(2, 5)
    deaths = dice.randrange(1, min(nodes, MOST_PROGRAMS + 1))
    fails = failing_nodes(seed, dice, nodes) or ["--fail-rank", f"random:{seed}:{deaths}"]
    return [os.path.join(ROOT, "tools", "cuberun"), "-n", str(nodes), "--with-ft", "cube", "--timeout", str(SECONDS_A_RUN),
            *dice.choice(CUBE_COSTS), *fails,
            os.path.join(os.environ.get("CUBE_OUT", os.path.join(ROOT, "build")), "tests", "boot", "outliving.elf"),
            dice.choice(CUBE_WORKS), str(CUBE_ROUNDS)]


def command_for(seed, programs):
    """The run of a seed, and how many ranks it lets die at most."""
    dice = random.Random(seed)
    if seed % CUBE_SHARE == 0:
        return cube_command_for(seed, dice)
    ranks = dice.randrange(2, MOST_RANKS + 1)
    whole, costs = 1 << dice.randrange(2, 5), dice.choice(COSTS)
    fails = failing_nodes(seed, dice, whole)
    begin = [os.path.join(ROOT, "tools", "mpiexec"), "-n", str(whole if fails else ranks), "--with-ft", "ulfm", "--timeout",
             str(SECONDS_A_RUN)]
    if fails:
        return [*begin, "--cube", " ".join([*costs[1:], *fails]), programs["moments"], dice.choice(WORKS), str(ROUNDS)]
    begin += costs
    if dice.randrange(DOWN_SHARE) == 0:
        return [*begin, programs["down"], str(seed)]
    deaths = dice.randrange(1, ranks)
    return [*begin, "--fail-rank", f"random:{seed}:{deaths}", programs["moments"], dice.choice(WORKS), str(ROUNDS)]


def main(words):
    """The runs."""
    most, moments, seed = int(words[0]) if words else 1000, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        programs = {name: compiled(name, folder) for name in ("moments", "down")}
        while moments < most:
            seed += 1
            command = command_for(seed, programs)
            result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                    text=True, check=False)
            died = len(re.findall("survived: (?:node|rank) .*, which died|survived: all of node", result.stdout))
            left = re.findall("^.* (?:left|in error)$", result.stdout, re.MULTILINE)
            moments += died
            print(f"{moments:5} moments: seed {seed}, {died} died: {' '.join(left)}", flush=True)
            if result.returncode != 0 or "wrong" in result.stdout:
                sys.exit(f"status {result.returncode}: {result.stdout}\nAgain: {shlex.join(command)}")
    print(f"{moments} moments in {seed} runs, all passed")
    return 0


if __name__ == "__main__":
    run("ranks.py", __doc__, main)
