"""Counts how the nodes of a program wait: each failed look passes the turn, by the instruction YIELD;
a node that has looked for long makes a system call to sleep; and who has something for a sleeping
node makes one to wake it.

The emulator can log the address at which its processor continues. It ends a run of instructions at
each YIELD, and at each return from a system call. So its log has a line for each address behind
these instructions, and the program itself counts nothing and takes no longer.
"""

import collections
import os
import re
import shlex
import struct
import subprocess
import tempfile

from bench.measure import CUBERUN, SECONDS, bench_program, carry_out

NM = os.environ.get("CROSS_COMPILE", "aarch64-linux-gnu-") + "nm"
YIELD, SYSTEM_CALL = 0xd503203f, 0xd4000001  # instructions
LOADED, EXECUTABLE = 1, 1  # PT_LOAD, PF_X
LOOK, SLEEP, WAKE = KINDS = ("looks", "sleeps", "wakes")
MARK = "mark"  # the function of mark.h that begins another part of the log
FUNCTIONS = {MARK: (MARK, YIELD), "system_wait": (SLEEP, SYSTEM_CALL),
             "system_ring": (WAKE, SYSTEM_CALL)}


def instructions(path):
    """The program's code: each instruction by its address."""
    with open(path, "rb") as file:
        image = file.read()
    first, = struct.unpack_from("<Q", image, 32)  # the offset of the program headers
    size, number = struct.unpack_from("<HH", image, 54)
    code = {}
    for offset in range(first, first + size * number, size):
        kind, flags, start, address, _, length = struct.unpack_from("<IIQQQQ", image, offset)
        if kind == LOADED and flags & EXECUTABLE:
            words = struct.unpack_from(f"<{length // 4}I", image, start)
            code.update(zip(range(address, address + length, 4), words))
    return code


def places(path):
    """By the address behind an instruction: what it stands for."""
    code = instructions(path)
    found = {address + 4: LOOK for address, word in code.items() if word == YIELD}
    listing = subprocess.run([NM, path], stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in listing.splitlines():
        *address, _, name = line.split()
        if name in FUNCTIONS:
            kind, instruction = FUNCTIONS[name]
            place = int(address[0], 16)
            while code[place] != instruction:
                place += 4
            found[place + 4] = kind
    return found


def count_waits(program, arguments, *options):
    """Runs a program of this folder. For each time from one call of mark() to the next: how often all
    nodes together have waited, by KINDS."""
    path = bench_program(program)
    command = [CUBERUN, "--show", *options, path, *map(str, arguments)]
    return carry_out(command, lambda: counts_of(command, places(path)))


def counts_of(shows, kinds):
    """The same of the machine that a command shows, by what the places of the program stand for."""
    ranges = ",".join(f"{address:#x}+4" for address in kinds)
    shown = subprocess.run(shows, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    command = shlex.split(shown.stdout)
    counts = []
    with tempfile.NamedTemporaryFile("r") as log:
        subprocess.run([*command, "-d", "exec", "-dfilter", ranges, "-D", log.name],
                       stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=True,
                       timeout=SECONDS)
        os.unlink(command[command.index("-initrd") + 1])
        for line in log:
            place = re.match(r"Trace \d+: \S+ \[[0-9a-f]+/([0-9a-f]+)/", line)
            kind = place and kinds.get(int(place[1], 16))
            if kind == MARK:
                counts.append(collections.Counter())
            elif kind and counts:
                counts[-1][kind] += 1
    return counts
