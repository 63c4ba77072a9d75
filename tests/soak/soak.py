#!/usr/bin/python3 -I
"""Finds rare errors: random programs that verify their results, under random settings, until the time
is over.

Usage: soak.py KIND

  collectives   tests/soak/soak.c on one emulator, on several, or where there is a bridge on several hosts, which are
                processes of this one under mpiexec
  deadlocks     tests/soak/deadlocks.c; half of the runs wait for ever: each of these has to be found, and no other
  mpi           random programs of MPI: messages and collectives, windows, files
  links         links fail: at once, one after the other, or each on the way round another. One run in AGAIN, by the
                nodes' clocks, is done again in two parts, and must be the same
  ranks         ranks die or nodes fail at random moments of programs of cube.h and of MPI

The first run that fails ends the soak, with the command that repeats it. SOAK_SECONDS (600) is the
time, with at least one run; SOAK_SEED (1) the first seed.
"""

import itertools
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.pycache_prefix = os.path.join(ROOT, "build", "python")

from running.failure import STATUS_USAGE, Failure, shown
from running.host import processors
from running.numbers import number
from running.tool import run

CUBERUN, MPIEXEC = (os.path.join(ROOT, "tools", name) for name in ("cuberun", "mpiexec"))
TESTS = os.path.join(ROOT, os.environ.get("CUBE_OUT") or "build", "tests")
SOAK, DEADLOCKS, OUTLIVING = (os.path.join(TESTS, f"{name}.elf") for name in ("soak/soak", "soak/deadlocks", "boot/outliving"))
LAUNCHER = subprocess.run(["tests/launcher"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout.split()
SECONDS_A_RUN = 300  # many more than a run takes: others may use the host, too
LIMIT = ["--timeout", str(SECONDS_A_RUN)]
MOST_NUMBER = (1 << 31) - 1  # of the settings
MOST_CROWDED = 16  # nodes with a host thread each: more take minutes
CROWDED_SHARE = 10  # of the rounds: one in CROWDED_SHARE
HOSTS_SHARE = 5  # of them, and of events, on several hosts, or where parts share a core
DEADLOCK_STATUS = 75

# Nodes, rounds, most bytes of a block: about two seconds each on one thread. All blocks of a call have to
# go into the heap: on one node there are dozens, of up to four times the most bytes.
SIZES = ((1, 500, 1 << 16), (2, 2000, 1 << 16), (4, 1000, 1 << 15), (8, 600, 1 << 14),
         (16, 300, 1 << 13), (32, 200, 1 << 12), (64, 80, 1 << 11), (128, 40, 1 << 10))
DEADLOCK_NODES, DEADLOCK_EVENTS = (2, 4, 8, 16, 32, 64), 2000  # at most
MPI_ROUNDS = {"random": 100, "windows": 60, "files": 30}  # of the programs of tests/mpi
MPI_RANKS = 16  # at most
MPI_MODES = ("", "--exact", "--exact --ts 100 --th 10 --tw 1", "--accel multi", "--parts 2", "dead", "fail")
LINK_SIZES = ((4, 12, 4000), (8, 10, 2000), (16, 6, 1000), (32, 4, 500), (64, 2, 300))
LINK_MODES = (["--exact"], ["--exact"], ["--accel", "single"], ["--accel", "multi"], ["--parts", "2"], ["--parts", "4"])
LATEST = 6.5  # of moments, the power of ten: each of those below is as likely
AGAIN = 8  # of the runs that may be repeated, one in AGAIN is
VARYING = re.compile(r'"(cycles|excess|\w+_bytes)"')  # what depends on the emulator, and on in how many parts the cube is
RANK_WORKS = ("all", "barrier", "allreduce", "bcast", "send", "long", "any", "agree", "later", "split")
RANK_COSTS = ("", "--exact", "--exact --ts 1000 --th 10 --tw 1")
CUBE_COSTS = ("", "--exact", "--accel multi", "--parts 2", "--exact --ts 100 --ports one",
              "--exact --kernel-option direct=512 --kernel-option routed=512")
MOST_DEATHS = 12


def settings(dice):
    """How often nodes look before they sleep, and the bytes of rings: options of cuberun."""
    spins = dice.choice((None, 1, 3, 100))
    options = ["--spins", str(spins)] if spins else []
    for ring in ("direct", "routed"):
        size = dice.choice((None, 256, 1024, 8192))
        options += ["--kernel-option", f"{ring}={size}"] if size else []
    return options


class Programs:
    """Programs of MPI, which are compiled when they are asked for, and a folder for their files."""

    def __init__(self, folder):
        self.folder, self.paths = folder, {}

    def __getitem__(self, name):
        """The path of the program of a file or a folder of tests/mpi."""
        if name not in self.paths:
            source = os.path.join(ROOT, "tests", "mpi", name)
            sources = [f"{source}.c"] if not os.path.isdir(source) else sorted(
                entry.path for entry in os.scandir(source) if entry.name.endswith(".c"))
            self.paths[name] = os.path.join(self.folder, os.path.basename(name))
            subprocess.run([os.path.join(ROOT, "tools", "mpicc"), "-O2", *sources, "-o", self.paths[name]], check=True)
        return self.paths[name]


# ---- The kinds: the command of a seed, and the status that it has to have

def collectives(seed, dice, _):
    nodes, rounds, most = dice.choice(SIZES)
    modes = ["single", "exact", *(["multi"] if nodes <= MOST_CROWDED else []), *(["parts"] if nodes > 1 else []),
             *(["hosts"] if LAUNCHER and nodes > 1 else [])]
    mode, several = dice.choice(modes), str(dice.choice((2, min(4, nodes))))
    if mode == "multi" and nodes > processors():
        rounds //= CROWDED_SHARE
    rounds //= HOSTS_SHARE if mode == "hosts" else 1
    options = {"exact": ["--exact"], "parts": ["--parts", several], "hosts": []}.get(mode, ["--accel", mode])
    return [*([*LAUNCHER, "-n", several] if mode == "hosts" else []), CUBERUN, "-n", str(nodes), *LIMIT, "--heap", "64M",
            *options, *settings(dice), SOAK, str(seed), str(rounds), str(most)], 0


def deadlocks(seed, dice, _):
    nodes, events = dice.choice(DEADLOCK_NODES), dice.randrange(1, DEADLOCK_EVENTS)
    several = str(dice.choice((2, min(4, nodes))))
    where = dice.choice((("parts",), ("exact", "parts"), *([("hosts",)] if LAUNCHER else [])))
    if "hosts" in where or int(several) > processors():
        events = -(-events // HOSTS_SHARE)
    spoilt = [str(dice.randrange(events))] if dice.randrange(2) else []
    return [*([*LAUNCHER, "-n", several] if "hosts" in where else []), CUBERUN, "-n", str(nodes), *LIMIT, *settings(dice),
            *(["--parts", several] if "parts" in where else []), *(["--exact"] if "exact" in where else []),
            DEADLOCKS, str(seed), str(events), *spoilt], DEADLOCK_STATUS if spoilt else 0


def mpi(seed, dice, programs):
    name, ranks, mode = dice.choice(list(MPI_ROUNDS)), dice.randrange(2, MPI_RANKS + 1), dice.choice(MPI_MODES)
    dimension = (ranks - 1).bit_length()
    rounds, most = MPI_ROUNDS[name], dice.randrange(1, dimension) if dimension > 1 else 0
    if mode == "--accel multi" and ranks > processors():
        rounds //= CROWDED_SHARE
    options = {"dead": f"--dead random:{seed}:{most}:0", "fail": f"--fail random:{seed}:{most}"}.get(mode, mode).split()
    files = name == "files"
    options += [*settings(dice), *(["--dir", programs.folder] if files else [])]
    strict = ["--strict"] if not files and dice.randrange(2) else []
    return [MPIEXEC, "-n", str(ranks), *LIMIT, *strict, "--cube", shlex.join(options), programs[name], str(seed),
            str(max(rounds, 1)), *(["."] if files else [])], 0


def in_way(dice, dimensions, count):
    """A link, and others on the way round it, one after the other."""
    node, d = dice.randrange(1 << dimensions), dice.randrange(dimensions)
    found = [(node, d)]
    while len(found) < count:
        e = dice.choice([each for each in range(dimensions) if each != d])
        link = dice.choice(((node, e), (node ^ 1 << e, d), (node ^ 1 << d, e)))
        if not {link, (link[0] ^ 1 << link[1], link[1])} & {*found}:
            found.append(link)
    return found


def failures(seed, dice, dimensions):
    """The options by which links fail."""
    count, kind = dice.randrange(1, dimensions), dice.choice(("at random", "at once", "in the way"))
    if kind == "at random":
        dead = ["--dead", f"random:{seed}:{dice.randrange(1, 6)}:0"] if dice.randrange(3) == 0 else []
        return ["--fail", f"random:{seed}:{count}", *dead]
    fail = in_way(dice, dimensions, count)
    moments = sorted(int(10 ** dice.uniform(0, LATEST)) for _ in fail)
    moments = moments[:1] * count if kind == "at once" else moments
    return ["--fail-link", ",".join(f"{node}:{d}@{moment}" for (node, d), moment in zip(fail, moments))]


def links(seed, dice, programs):
    nodes, rounds, most = dice.choice(LINK_SIZES)
    mode = dice.choice(LINK_MODES)
    if "multi" in mode:
        nodes, rounds = min(nodes, MOST_CROWDED), 1 + rounds // CROWDED_SHARE
    options = [*mode, *failures(seed, dice, nodes.bit_length() - 1), *settings(dice)]
    options += ["--map", "bit-reverse"] if dice.randrange(4) == 0 else []
    if dice.randrange(3):
        return [CUBERUN, "-n", str(nodes), *LIMIT, "--heap", "64M", *options, SOAK, str(seed), str(rounds), str(most)], 0
    ranks = dice.randrange(nodes // 2 + 1, min(nodes, MPI_RANKS) + 1) if nodes <= MPI_RANKS else nodes
    return [MPIEXEC, "-n", str(ranks), *LIMIT, "--cube", shlex.join(options), programs["random"], str(seed),
            str(1 + rounds // 2)], 0


def ranks(seed, dice, programs):
    nodes = 1 << dice.randrange(2, 5)
    fails = f"--fail-node random:{seed}:{dice.randrange(1, nodes.bit_length() - 1)}" if dice.randrange(3) == 0 else ""
    if seed % 3 == 0:
        fails = fails or f"--fail-rank random:{seed}:{dice.randrange(1, min(nodes, MOST_DEATHS + 1))}"
        return [CUBERUN, "-n", str(nodes), "--with-ft", "cube", *LIMIT, *dice.choice(CUBE_COSTS).split(), *fails.split(),
                OUTLIVING, "every", "34"], 0
    nodes = nodes if fails else dice.randrange(2, MOST_DEATHS + 1)
    begin = [MPIEXEC, "-n", str(nodes), "--with-ft", "ulfm", *LIMIT, "--cube", f"{dice.choice(RANK_COSTS)} {fails}"]
    if not fails and dice.randrange(20) == 0:
        return [*begin, programs["failures/moments"], "all", "100", str(seed + 1)], 0
    begin += [] if fails else ["--fail-rank", f"random:{seed}:{dice.randrange(1, nodes)}"]
    return [*begin, programs["failures/moments"], dice.choice(RANK_WORKS), "40"], 0


KINDS = {kind.__name__: kind for kind in (collectives, deadlocks, mpi, links, ranks)}


# ---- Running them

def outcome(command, stats=None):
    """Runs it. Returns its status, and what it has printed and, if `stats` is a file for them, counted."""
    words = [*command[:1], "--stats", stats, *command[1:]] if stats else command
    result = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            check=False)
    counted = ""
    if stats and os.path.exists(stats):
        with open(stats, encoding="utf-8") as file:
            counted = "".join(line for line in file if not VARYING.search(line))
    return result.returncode, result.stdout, counted


def attempt(kind, seed, programs):
    """The run of a seed: what it printed. Ends all if it goes wrong."""
    dice = random.Random(seed)
    command, wanted = KINDS[kind](seed, dice, programs)
    again = kind == "links" and command[0] == CUBERUN and "--exact" in command and dice.randrange(AGAIN) == 0
    first = outcome(command, os.path.join(programs.folder, "stats") if again else None)
    problem = None if first[0] == wanted and "wrong at" not in first[1] else f"status {first[0]}, not {wanted}: {first[1]}"
    in_parts = [*command[:1], "--parts", "2", *command[1:]]
    if again and not problem and outcome(in_parts, os.path.join(programs.folder, "again")) != first:
        problem = "another one in two parts"
    if problem:
        sys.exit(f"{problem}\nAgain: {shlex.join(command)}")
    words = [os.path.basename(word) if word.startswith("/") else word for word in command]
    lines = first[1].strip().splitlines() or [""]
    return f"{' '.join(words)}: {next((line for line in lines if ': deadlock:' in line), lines[-1])}"


def main(words):
    """make soak."""
    if len(words) != 1 or words[0] not in KINDS:
        raise Failure(STATUS_USAGE, f"{shown(' '.join(words))}: expected one of {', '.join(KINDS)}")
    seconds = number("SOAK_SECONDS", os.environ.get("SOAK_SECONDS", "600"), 0, MOST_NUMBER)
    first = number("SOAK_SEED", os.environ.get("SOAK_SEED", "1"), 0, MOST_NUMBER)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(folder)
        for seed in itertools.count(first):
            print(f"{time.monotonic() - start:7.1f} s  {attempt(words[0], seed, programs)}", flush=True)
            if time.monotonic() - start >= seconds:
                print(f"{seed - first + 1} runs in {time.monotonic() - start:.0f} s, all passed")
                return 0


if __name__ == "__main__":
    run("soak.py", __doc__, main)
