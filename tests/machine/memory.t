#!/usr/bin/env python3
"""Finds a size of the machine's memory that fails without an error that names a sufficient one. The
program takes all free memory, and then finds its data, and a given file, unharmed. Arguments: the
most mebibytes to try (`make soak`: each size up to 64), and a number of nodes, if nothing is to be
tried with others; without them, some of those, and those around the least one that works."""

import concurrent.futures
import os
import re
import shlex
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent.parent / "fail"))
from machine import OUT, cuberun, run, scratch_file
from tap import finish, ok

NODES = (1, 8)
SAMPLE = (1, 5, 9, 64)
BAD_OPTIONS = 64
GIVEN = scratch_file(bytes(i % 251 for i in range(300000)), ".given")
WORKS = r"^node \d+: no more memory after \d+ KiB$"
REFUSED = (r"\Agraycube: not enough memory: .* more than the machine's (\d+) MiB "
           r"\(use --memory (\d+)M\)\n\Z")


def take_all(nodes, memory, *options):
    """The command that runs the program with this much memory, in mebibytes."""
    return cuberun(OUT / "tests/fail/memory.elf", nodes=nodes, options=[
        "--heap", "64G", "--memory", f"{memory}M", "--file", f"given={GIVEN}", *options])


def verdict(nodes, memory, *options):
    """What a run came to: None if it worked, the mebibytes that it names, or, in words, a failure."""
    command = take_all(nodes, memory, *options)
    result = run(command)
    refusal = re.match(REFUSED, result.stdout)
    if result.returncode == 0 and len(re.findall(WORKS, result.stdout, re.MULTILINE)) == nodes:
        return None
    if result.returncode == BAD_OPTIONS and refusal and int(refusal[1]) == memory:
        return int(refusal[2])
    return f"status {result.returncode}: {shlex.join(command)}\n{result.stdout}"


def check_sizes(pool, nodes, most):
    """All sizes for N nodes."""
    least = verdict(nodes, 1)
    ok(isinstance(least, int), f"{nodes} nodes: 1 MiB is refused, and {least} named")
    if not isinstance(least, int):
        return
    sizes = set(range(1, most + 1)) if most else {*SAMPLE, *range(least - 3, least + 2)}
    sizes = sorted(size for size in sizes if size > 0)
    results = pool.map(lambda size: (size, verdict(nodes, size)), sizes)
    problems = []
    for size, found in results:
        if isinstance(found, str):
            problems.append(found)
        elif size >= least and found is not None:
            problems.append(f"{size} MiB are refused, though {least} were said to be enough")
        elif size < least and found not in (None, least):
            problems.append(f"{size} MiB: {found} are named, and {least} before")
    ok(not problems, f"{nodes} nodes: {len(sizes)} sizes from 1 MiB to {sizes[-1]} MiB", "\n".join(problems))


def check_pieces():
    """The memory named is enough for what has to lie in one piece, too."""
    for option in ("direct=4M", "routed=1M"):
        for nodes in (8,):
            options = ("--kernel-option", option)
            named = verdict(nodes, 1, *options)
            found = verdict(nodes, named, *options) if isinstance(named, int) else named
            ok(found is None, f"{nodes} nodes, {option}: the {named} MiB named are enough", found)


def check_starts():
    """Nodes that start early must not take what those that come later need to start."""
    for nodes, memory, accelerator in ((2, 24, "single"), (64, 128, "single"), (8, 24, "multi")):
        found = verdict(nodes, memory, "--accel", accelerator)
        ok(found is None, f"{nodes} nodes that take all of {memory} MiB all start ({accelerator})", found)


def main():
    """All of it, as TAP."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    cubes = tuple(map(int, sys.argv[2:])) or NODES
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for nodes in cubes:
            check_sizes(pool, nodes, most)
        if cubes is NODES:
            check_pieces()
            check_starts()
    finish()


main()
