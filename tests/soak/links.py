#!/usr/bin/env python3
"""Lets links fail in random programs that verify every byte: tests/soak/soak.c of cube.h, and tests/mpi/random of MPI.
One link to as many as a node has but one: at once, one after the other, or each on the way round another. On one
emulator or several, by the nodes' clocks or the host's, also beside links that are dead from the start, and with
nodes placed elsewhere. Each run has to end with 0. One in so many, by the nodes' clocks, is done again, in several
parts, and has to be the same.

Usage: links.py [RUNS [SEED]]   (1000, 1)
"""

import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

SECONDS = 120  # a run at most
AGAIN = 8      # of the runs that may be, one in so many is done twice
LATEST = 6.5   # of moments, the power of ten: each of those below is as likely
SIZES = ((4, 12, 4000), (8, 10, 2000), (16, 6, 1000), (32, 4, 500), (64, 2, 300))  # nodes, rounds, most bytes
MODES = (["--exact"], ["--exact"], ["--accel", "single"], ["--accel", "multi"], ["--parts", "2"], ["--parts", "4"])
MOST_CROWDED = 16
# What depends on the emulator, and on in how many parts the cube is.
VARYING = re.compile(r'"(cycles|excess|\w+_bytes)"')


def in_way(draw, dimensions, count):
    """A link, and others on the way round it, one after the other."""
    node, d = draw.randrange(1 << dimensions), draw.randrange(dimensions)
    links = [(node, d)]
    while len(links) < count:
        e = draw.choice([each for each in range(dimensions) if each != d])
        link = draw.choice(((node, e), (node ^ 1 << e, d), (node ^ 1 << d, e)))
        if not {link, (link[0] ^ 1 << link[1], link[1])} & {*links}:
            links.append(link)
    return links


def failures(draw, nodes):
    """The options by which links fail, and in words how."""
    dimensions = nodes.bit_length() - 1
    count = draw.randrange(1, dimensions)
    kind = draw.choice(("at random", "at once", "in the way"))
    if kind == "at random":
        return ["--fail", f"random:{draw.randrange(1 << 31)}:{count}"]
    links = in_way(draw, dimensions, count)
    moments = sorted(int(10 ** draw.uniform(0, LATEST)) for _ in links)
    if kind == "at once":
        moments = moments[:1] * count
    return ["--fail-link", ",".join(f"{node}:{d}@{moment}" for (node, d), moment in zip(links, moments))]


def drawn(draw, programs):
    """The words of a run: cuberun's or mpiexec's, its options, and its program."""
    nodes, rounds, most = draw.choice(SIZES)
    mode = draw.choice(MODES)
    if "multi" in mode:  # more nodes with a host thread each take minutes
        nodes, rounds = min(nodes, MOST_CROWDED), 1 + rounds // 4
    options = [*mode, *failures(draw, nodes)]
    if "--fail" in options and draw.randrange(3) == 0:
        options += ["--dead", f"random:{draw.randrange(1 << 31)}:{draw.randrange(1, 6)}:0"]
    if draw.randrange(4) == 0:
        options += ["--map", "bit-reverse"]
    for ring in ("direct", "routed"):
        if draw.randrange(2):
            options += ["--kernel-option", f"{ring}={draw.choice((256, 1024, 8192))}"]
    seed = str(draw.randrange(1 << 31))
    if draw.randrange(3):
        return ["tools/cuberun", "-n", str(nodes), "--timeout", str(SECONDS), "--heap", "64M", *options], \
            [programs[0], seed, str(rounds), str(most)]
    ranks = draw.randrange(nodes // 2 + 1, min(nodes, 16) + 1) if nodes <= 16 else nodes
    return ["tools/mpiexec", "-n", str(ranks), "--timeout", str(SECONDS), "--cube", shlex.join(options)], \
        [programs[1], seed, str(1 + rounds // 2)]


def outcome(words, program, stats=None):
    """Runs it. Returns its status, and what it has printed and, if `stats` is a file for them, counted."""
    asked = ["--stats", stats] if stats else []
    result = subprocess.run([*words, *asked, *program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, check=False)
    counted = ""
    if stats and os.path.exists(stats):
        with open(stats, encoding="utf-8") as file:
            counted = "".join(line for line in file if not VARYING.search(line))
    return result.returncode, result.stdout, counted


def attempt(draw, programs, folder):
    """One run. Returns what it was, and what was wrong, or None."""
    words, program = drawn(draw, programs)
    again = words[0] == "tools/cuberun" and "--exact" in words and draw.randrange(AGAIN) == 0
    what = shlex.join([*words, *program])
    first = outcome(words, program, os.path.join(folder, "first") if again else None)
    if first[0] != 0:
        return what, f"status {first[0]}: {first[1]}"
    if again and outcome([*words, "--parts", "2"], program, os.path.join(folder, "again")) != first:
        return f"{what}, and with --parts 2", "differs"
    return what, None


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    with tempfile.TemporaryDirectory() as folder:
        sources = [os.path.join("tests/mpi/random", name) for name in os.listdir("tests/mpi/random") if name.endswith(".c")]
        programs = "build/tests/soak/soak.elf", os.path.join(folder, "random")
        subprocess.run(["tools/mpicc", "-O2", *sources, "-o", programs[1]], check=True)
        for number in range(runs):
            what, problem = attempt(draw, programs, folder)
            print(f"{number:4}  {what}{': ' + problem if problem else ''}", flush=True)
            if problem:
                return 1
    print(f"{runs} runs, all passed")
    return 0


sys.exit(main())
