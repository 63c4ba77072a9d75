#!/usr/bin/env python3
"""Reads the page tables of a running machine out of its memory and checks what they permit: that
nothing is writable and executable, that a page is missing below each kernel stack, and that a
process reaches no memory of another but the windows of its own links."""

import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent.parent / "fail"))
from machine import OUT, emulator
from tap import finish, ok

NODES, DIMENSION = 8, 3
MEMORY_START, MEMORY_BYTES = 0x40000000, 128 << 20
PAGE, BLOCK = 4096, 2 << 20
ADDRESS = 0x0000FFFFFFFFF000

FILES, FILES_END = 0x7200000000, 0x7E00000000  # kernel/process.h
UPPER_HALF = 0xFFFFFF8000000000
STACK_BASE, STACK_END = 0xFFFFFF9000000000, 0xFFFFFFA000000000
STACK_PAGES = 3  # and one that is not mapped
TABLE_IN_NODE = 832  # offset of process.table in struct node


class Monitor:
    """The emulator's control socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(path)
        self.file = self.socket.makefile("rw")
        self.file.readline()
        self.execute("qmp_capabilities")

    def execute(self, command, **arguments):
        """Runs a command and waits for its answer."""
        self.file.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.file.flush()
        for line in self.file:
            answer = json.loads(line)
            if "error" in answer:
                raise RuntimeError(answer["error"])
            if "return" in answer:
                return


def memory_of_running_machine():
    """The memory of a machine on which a program runs on every node."""
    with tempfile.TemporaryDirectory() as scratch:
        path = f"{scratch}/monitor"
        command = emulator(OUT / "tests/boot/idle.elf", nodes=NODES,
                           options=["--file", "README.md"],
                           replace=[("-m", f"{MEMORY_BYTES >> 20}M")])
        command += ["-qmp", f"unix:{path},server=on,wait=off"]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              text=True) as machine:
            if machine.stdout.readline() != "running\n":
                sys.exit("Bail out! the program does not run")
            monitor = Monitor(path)
            monitor.execute("stop")
            monitor.execute("pmemsave", val=MEMORY_START, size=MEMORY_BYTES,
                            filename=f"{scratch}/memory")
            monitor.execute("quit")
        return Path(f"{scratch}/memory").read_bytes()


MEMORY = memory_of_running_machine()


def word(physical):
    """The 64 bits at a physical address."""
    return struct.unpack_from("<Q", MEMORY, physical - MEMORY_START)[0]


class Mapping:
    """A page or block, and what may be done with it (Arm ARM, D8.3)."""

    def __init__(self, address, entry, size):
        self.address, self.physical, self.size = address, entry & ADDRESS, size
        self.user = bool(entry >> 6 & 1)
        self.writable = not entry >> 7 & 1
        self.kernel_executes = not entry >> 53 & 1
        self.user_executes = not entry >> 54 & 1


def mappings(table, base, level=1):
    """All that a table maps; a table spans 512 entries of 1 GiB, 2 MiB or 4 KiB."""
    size = PAGE << 9 * (3 - level)
    for index in range(512):
        entry = word(table + 8 * index)
        address = base + index * size
        if entry & 1 and level < 3 and entry & 2:
            yield from mappings(entry & ADDRESS, address, level + 1)
        elif entry & 1:
            yield Mapping(address, entry, size)


def kernel_symbols():
    """Addresses by name."""
    prefix = os.environ.get("CROSS_COMPILE", "aarch64-linux-gnu-")
    lines = subprocess.run([prefix + "nm", "build/kernel.elf"], check=True, text=True,
                           stdout=subprocess.PIPE).stdout.splitlines()
    return {name: int(value, 16) for value, _, name in map(str.split, lines)}


SYMBOLS = kernel_symbols()
IMAGE = next(at for at in range(MEMORY_START, MEMORY_START + MEMORY_BYTES, BLOCK)
             if MEMORY[at - MEMORY_START + 56:][:4] == b"ARM\x64")
DISTANCE = SYMBOLS["image_start"] - IMAGE


def in_kernel(symbol):
    """The physical address of a symbol of the kernel."""
    return SYMBOLS[symbol] - DISTANCE


def process_tables():
    """The first table of each process, from the nodes' records: each begins with the top of its
    kernel stack, by which they are told apart."""
    record = word(in_kernel("nodes")) - DISTANCE
    for node in range(NODES):
        top = STACK_BASE + (node + 1) * (STACK_PAGES + 1) * PAGE
        while word(record) != top:
            record += 64
        yield word(record + TABLE_IN_NODE) - DISTANCE


KERNEL = list(mappings(in_kernel("kernel_table"), UPPER_HALF))
PROCESSES = [list(mappings(table, 0)) for table in process_tables()]
TEXT = range(SYMBOLS["image_start"], SYMBOLS["rodata_start"])
READ_ONLY = range(SYMBOLS["image_start"], SYMBOLS["rodata_end"])


def stack_runs():
    """The lengths, in pages, of what is mapped without a gap among the kernel stacks."""
    pages = {m.address // PAGE for m in KERNEL if STACK_BASE <= m.address < STACK_END}
    runs = []
    for page in sorted(pages):
        if page - 1 in pages:
            runs[-1] += 1
        else:
            runs.append(1)
    return runs


def frames(process, writable):
    """The physical pages that a process can write, or that it can only read."""
    return {m.physical for m in PROCESSES[process] if m.writable == writable}


def files(process):
    """The physical pages of the files given to the program, as a process finds them."""
    return [m.physical for m in PROCESSES[process] if FILES <= m.address < FILES_END]


def shared(writer, reader):
    """How many pages that one process writes another one can read or write."""
    return len(frames(writer, True) & (frames(reader, True) | frames(reader, False)))


def links_alone_are_shared():
    """Neighbours read each other's one window; nodes that are not neighbours share nothing."""
    sizes = {shared(i, i ^ 1 << d) for i in range(NODES) for d in range(DIMENSION)}
    others = {shared(i, j) for i in range(NODES) for j in range(NODES)
              if (i ^ j).bit_count() > 1}
    return len(sizes) == 1 and sizes.pop() > 1 and others == {0}


CHECKS = [
    ("the kernel executes its text and nothing else",
     [m.address for m in KERNEL if m.kernel_executes] == list(range(TEXT.start, TEXT.stop, PAGE))),
    ("nothing of the kernel is writable and executable",
     not any(m.writable and (m.kernel_executes or m.user_executes) for m in KERNEL)),
    ("the kernel's text and constants are read-only",
     not any(m.writable for m in KERNEL if m.address in READ_ONLY)),
    ("they are not writable under another address either",
     not any(m.writable and m.physical < READ_ONLY.stop - DISTANCE and
             m.physical + m.size > IMAGE for m in KERNEL)),
    ("a process reaches nothing of the kernel's", not any(m.user for m in KERNEL)),
    ("a page is missing below each kernel stack", stack_runs() == [STACK_PAGES] * NODES),
    ("nothing of a process is writable and executable",
     not any(m.writable and m.user_executes for process in PROCESSES for m in process)),
    ("the kernel executes nothing of a process",
     not any(m.kernel_executes for process in PROCESSES for m in process)),
    ("no page is writable by two processes",
     not any(frames(i, True) & frames(j, True) for i in range(NODES) for j in range(i))),
    ("processes share the windows of their links and nothing else that is written",
     links_alone_are_shared()),
    ("all processes read one copy of the files, and none writes it",
     len({frozenset(files(process)) for process in range(NODES)}) == 1 and len(files(0)) > 1 and
     not any(m.physical in files(0) for process in PROCESSES for m in process if m.writable)),
    ("all processes share one copy of the text",
     len({frozenset(m.physical for m in process if m.user_executes)
          for process in PROCESSES}) == 1),
]

for description, holds in CHECKS:
    ok(holds, description)
finish()
