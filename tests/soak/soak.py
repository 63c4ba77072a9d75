#!/usr/bin/python3 -I
"""make soak: random work on cubes of random sizes and settings, until the time is over.

Usage: soak.py [deadlocks | mpi]

Each run is tests/soak/soak.c with a new seed, on one emulator, on several, or where there is a bridge
on several hosts, which are processes of this one under mpiexec. (Where links fail on the way: links.py.)
With "deadlocks" each is tests/soak/deadlocks.c on several emulators or hosts. Half of those wait for
ever, by construction: every one of them has to be found, and no other. With "mpi" each is a random program of
MPI that knows its outcome: messages and collectives, windows, or files. The first run that fails ends
the soak, with the command that does it again. SOAK_SECONDS (600) says how long, but there is one run at
least; SOAK_SEED (1) where to begin; SOAK_LOG (build/soak.log) where the log goes.
"""

import os
import random
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.pycache_prefix = os.path.join(ROOT, "build", "python")

from running.host import processors
from running.numbers import number
from running.tool import no_more, run

CUBERUN = os.path.join(ROOT, "tools", "cuberun")
TESTS = os.path.join(ROOT, os.environ.get("CUBE_OUT") or "build", "tests")
PROGRAM, DEADLOCKS = (os.path.join(TESTS, "soak", f"{name}.elf") for name in ("soak", "deadlocks"))
LAUNCHER = subprocess.run(["tests/launcher"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout.split()
LOG = os.environ.get("SOAK_LOG") or os.path.join(ROOT, "build", "soak.log")
SECONDS_A_RUN = 300  # many more than a run takes: others may use the host, too
MOST_NUMBER = (1 << 31) - 1  # of the settings

# Nodes, rounds, most bytes of a block: about two seconds each on one thread. All blocks of a call have to
# go into the heap: on one node there are dozens, of up to four times the most bytes.
SIZES = ((1, 500, 1 << 16), (2, 2000, 1 << 16), (4, 1000, 1 << 15), (8, 600, 1 << 14),
         (16, 300, 1 << 13), (32, 200, 1 << 12), (64, 80, 1 << 11), (128, 40, 1 << 10))
MOST_CROWDED = 16  # nodes with a host thread each: more take minutes
CROWDED_SHARE = 10  # of the rounds: one in so many
HOSTS_SHARE = 5  # of them, and of events, on several hosts, or where parts share a core
DEADLOCK_STATUS = 75
MPI_PROGRAMS = {"random": 100, "windows": 60, "files": 30}  # of tests/mpi, and their rounds
MPI_RANKS = 16  # at most
MPI_MODES = ("", "--exact", "--exact --ts 100 --th 10 --tw 1", "--accel multi", "--parts 2", "dead", "fail")
DEADLOCK_NODES, DEADLOCK_EVENTS = (2, 4, 8, 16, 32, 64), 2000  # at most


def random_settings(dice):
    """How often nodes look before they sleep, and the bytes of rings: options of cuberun."""
    spins = dice.choice((None, 1, 3, 100))
    options = ["--spins", str(spins)] if spins else []
    for ring in ("direct", "routed"):
        size = dice.choice((None, 256, 1024, 8192))
        options += ["--kernel-option", f"{ring}={size}"] if size else []
    return options


def deadlock_for(seed):
    """The run of a seed that may wait for ever, as command_for has it."""
    dice = random.Random(seed)
    nodes, events = dice.choice(DEADLOCK_NODES), dice.randrange(1, DEADLOCK_EVENTS)
    several = str(dice.choice((2, min(4, nodes))))
    where = dice.choice((("parts",), ("exact", "parts"), *([("hosts",)] if LAUNCHER else [])))
    launch = [*LAUNCHER, "-n", several] if "hosts" in where else []
    if "hosts" in where or int(several) > processors():
        events = -(-events // HOSTS_SHARE)
    options = ["-n", str(nodes), "--timeout", str(SECONDS_A_RUN), *random_settings(dice)]
    options += ["--parts", several] if "parts" in where else []
    options += ["--exact"] if "exact" in where else []
    spoilt = [str(dice.randrange(events))] if dice.randrange(2) else []
    return [*launch, CUBERUN, *options, DEADLOCKS, str(seed), str(events), *spoilt], DEADLOCK_STATUS if spoilt else 0


def compiled(name, folder):
    """The path of a random program of MPI."""
    folder_of_sources, path = os.path.join(ROOT, "tests", "mpi", name), os.path.join(folder, name)
    sources = sorted(entry.path for entry in os.scandir(folder_of_sources) if entry.name.endswith(".c"))
    subprocess.run([os.path.join(ROOT, "tools", "mpicc"), "-O2", *sources, "-o", path], check=True)
    return path


def mpi_for(seed, programs, folder):
    """The run of a seed, as command_for has it, of one of the random programs of MPI."""
    dice = random.Random(seed)
    name, ranks, mode = dice.choice(list(MPI_PROGRAMS)), dice.randrange(2, MPI_RANKS + 1), dice.choice(MPI_MODES)
    dimension = (ranks - 1).bit_length()
    rounds, links = MPI_PROGRAMS[name], dice.randrange(1, dimension) if dimension > 1 else 0
    if mode == "--accel multi" and ranks > processors():
        rounds //= CROWDED_SHARE
    options = {"dead": f"--dead random:{seed}:{links}:0", "fail": f"--fail random:{seed}:{links}"}.get(mode, mode).split()
    options += [*random_settings(dice), "--dir", folder] if name == "files" else random_settings(dice)
    strict = ["--strict"] if name != "files" and dice.randrange(2) else []
    return [os.path.join(ROOT, "tools", "mpiexec"), "-n", str(ranks), "--timeout", str(SECONDS_A_RUN), *strict,
            "--cube", " ".join(options), programs[name], str(seed), str(max(rounds, 1)), *(["."] if name == "files" else [])], 0


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
    options += random_settings(dice)
    return [*launch, CUBERUN, *options, PROGRAM, str(seed), str(rounds), str(most)], 0


def shown(command, output):
    """A run as a line of the log: what it was, and what it said or, of a deadlock, that it was found."""
    words = [os.path.basename(word) if word.startswith("/") else word for word in command if word != CUBERUN]
    lines = output.strip().splitlines() or [""]
    return f"{' '.join(words)}: {next((line for line in lines if ': deadlock:' in line), lines[0])}"


def commands(kind, folder):
    """What gives the run of a seed: its command, and the status that it has to have."""
    if kind != "mpi":
        return deadlock_for if kind else command_for
    programs = {name: compiled(name, folder) for name in MPI_PROGRAMS}
    return lambda seed: mpi_for(seed, programs, folder)


def soak(kind, folder):
    """Runs what there is of a kind."""
    seconds = number("SOAK_SECONDS", os.environ.get("SOAK_SECONDS", "600"), 0, MOST_NUMBER)
    seed = number("SOAK_SEED", os.environ.get("SOAK_SEED", "1"), 0, MOST_NUMBER)
    start = time.monotonic()
    runs, found, run_of = 0, 0, commands(kind, folder)
    with open(LOG, "w", encoding="utf-8") as log:
        while runs == 0 or time.monotonic() - start < seconds:
            command, wanted = run_of(seed)
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
            found += wanted == DEADLOCK_STATUS
            seed += 1
        line = f"{runs} runs in {time.monotonic() - start:.0f} s, all passed" + \
            (f"; {found} of them were deadlocks" if kind == "deadlocks" else "")
        print(line)
        print(line, file=log)


def main(words):
    """make soak."""
    kind = words[0] if words[:1] in (["deadlocks"], ["mpi"]) else ""
    no_more(words[1:] if kind else words)
    with tempfile.TemporaryDirectory() as folder:
        soak(kind, folder)
    return 0


if __name__ == "__main__":
    run("soak.py", __doc__, main)
