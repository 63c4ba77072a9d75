#!/usr/bin/env python3
"""Finds a call that writes beside its buffers or hangs the machine when a neighbour rewrites its links
(see tests/hostile/neighbour.c). hostile.t [FIRST [SEEDS]]. They may end with a message or wait for
ever, but no call writes beside its buffers or reads unmapped memory. On host cubes the same is done
between any two accesses: tests/hostile/hostile.c."""

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent.parent / "fail"))
from machine import OUT, check, cuberun

NEIGHBOUR = OUT / "tests/hostile/neighbour.elf"
RIGHT, DEADLOCKED, UNRECEIVED, ABORTED = 0, 75, 76, 128 + 6
SETTINGS = [
    (4, ["--accel", "single", "--spins", "2"]),
    (4, ["--parts", "2", "--spins", "2"]),
    (2, ["--accel", "multi", "--spins", "2"]),
    (8, ["--accel", "single", "--spins", "1"]),
    (4, ["--accel", "multi", "--spins", "1", "--ts", "100", "--tw", "1"]),
    (8, ["--accel", "multi", "--dead", "random:1:3:0"]),
    (4, ["--parts", "2", "--dead-link", "0:1"]),
    (8, ["--exact", "--fail-link", "7:0@1,2:1@4000"]),
    (8, ["--accel", "multi", "--fail-link", "7:1@0,3:0@2000"]),
    (8, ["--exact", "--with-ft", "cube", "--fail-rank", "2@3000"]),
    (4, ["--accel", "multi", "--with-ft", "cube", "--fail-rank", "1@500"]),
    (8, ["--exact", "--with-ft", "cube", "--fail-node", "2@3000"]),
    (4, ["--accel", "multi", "--with-ft", "cube", "--fail-node", "1@500"]),
]
RINGS = ["--kernel-option", "direct=256", "--kernel-option", "routed=256"]

FIRST = int(sys.argv[1]) if len(sys.argv) > 1 else 1
SEEDS = int(sys.argv[2]) if len(sys.argv) > 2 else 39

CASES = []
for seed in range(FIRST, FIRST + SEEDS):
    nodes, options = SETTINGS[seed % len(SETTINGS)]
    CASES.append((f"a hostile neighbour, seed {seed}, {nodes} nodes {' '.join(options)}",
                  cuberun(NEIGHBOUR, str(seed), nodes=nodes, options=[*options, *RINGS]),
                  (RIGHT, DEADLOCKED, UNRECEIVED, ABORTED),
                  (r"\A(cube: node \d+: .*(link|clock).*|graycube: (deadlock|all programs).*|"
                   r"cuberun: (survived|failed while it ran): .*|\Z)",)))

check(CASES, absent=["^broken"])
