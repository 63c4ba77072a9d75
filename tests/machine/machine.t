#!/usr/bin/env python3
"""Finds a machine (interrupt controller, cores, memory, place of the kernel) on which a promise to processes does not hold."""

import struct
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent.parent / "fail"))
from machine import OUT, check, emulator, scratch_file

NODE = OUT / "tests/boot/node.elf"
BAD_OPTIONS = 64
ALL_PASSED = r"^1\.\.8$"

BOARD = "virt,gic-version={},acpi=off"
AT_EL2 = ",virtualization=on"

TEXT_OFFSET = 8  # in the image's header: where to load it, from the start of memory
ELSEWHERE = 100 << 20


def image_loaded_elsewhere():
    """A kernel image that asks for another place in memory."""
    image = bytearray(Path("build/kernel.img").read_bytes())
    struct.pack_into("<Q", image, TEXT_OFFSET, ELSEWHERE)
    return scratch_file(image, ".img")


MACHINES = [
    ("one node", 1, []),
    ("entered at EL2", 8, [("-M", BOARD.format(3) + AT_EL2)]),
    ("entered at EL2, interrupt controller of version 2", 4, [("-M", BOARD.format(2) + AT_EL2)]),
    ("a core with every feature, entered at EL2", 4,
     [("-cpu", "max"), ("-M", BOARD.format(3) + AT_EL2)]),
    ("Neoverse N1 cores", 4, [("-cpu", "neoverse-n1")]),
    ("more cores than the host has", 16, [("-accel", "tcg,thread=multi")]),
    ("two regions of redistributors", 128, [("-accel", "tcg,thread=single")]),
    ("memory that ends in the middle of a block", 2, [("-m", "65M")]),
    ("memory beyond the first gigabyte", 2, [("-m", "3G")]),
    ("a kernel loaded elsewhere", 4, [("-kernel", image_loaded_elsewhere()), ("-m", "512M")]),
]

CASES = [(description, emulator(NODE, nodes=nodes, replace=replace), 0, [ALL_PASSED])
         for description, nodes, replace in MACHINES]
CASES.append(("instruction-exact time", emulator(NODE, nodes=8, options=["--exact"]), 0,
              [ALL_PASSED]))
CASES.append(("the smallest rings",
              emulator(NODE, nodes=8, options=["--kernel-option", "direct=256",
                                               "--kernel-option", "routed=256"]), 0, [ALL_PASSED]))
CASES.append(("cores without atomic instructions",
              emulator(NODE, replace=[("-cpu", "cortex-a57")]), BAD_OPTIONS,
              ["^graycube: these cores lack the atomic instructions of Armv8.1"]))

check(CASES, absent=["^not ok", "panic"])
