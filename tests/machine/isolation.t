#!/usr/bin/env python3
"""Finds a page that a process must not reach, in the page tables of running machines: no page is
writable and executable, a page is unmapped below each kernel stack, and a process reaches no memory
of another except the windows of its own links."""

import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent.parent / "fail"))
from machine import OUT, Monitor, cuberun
from tap import finish, ok

NODES, DIMENSION = 8, 3
MEMORY_START, MEMORY_BYTES = 0x40000000, 128 << 20
PAGE, BLOCK = 4096, 2 << 20
ADDRESS = 0x0000FFFFFFFFF000

FILES, FILES_END = 0x7200000000, 0x7E00000000  # kernel/process.h
UPPER_HALF = 0xFFFFFF8000000000
STACK_BASE, STACK_END = 0xFFFFFF9000000000, 0xFFFFFFA000000000
STACK_PAGES = 3  # and one that is not mapped
TABLE_IN_NODE = 848  # offset of process.table in struct node

# In the emulator's place: each part's has a control socket.
EMULATOR = """#!/bin/sh
for word; do
    part=$(expr "$word" : '.* part=\\([0-9]*\\)') && break
done
exec {emulator} "$@" -qmp "unix:{folder}/monitor.${{part:-0}},server=on,wait=off"
"""


def memories_of_running_machines(parts):
    """The memory of each of the machines that are one cube, on which a program runs on every node."""
    with tempfile.TemporaryDirectory() as scratch:
        emulator = Path(scratch, "qemu-system-aarch64")
        emulator.write_text(EMULATOR.format(emulator=shutil.which(emulator.name), folder=scratch), "utf-8")
        emulator.chmod(0o700)
        command = cuberun(OUT / "tests/boot/idle.elf", nodes=NODES,
                          options=["--file", "README.md", "--memory", f"{MEMORY_BYTES >> 20}M", "--parts", str(parts)])
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "PATH": f"{scratch}:{os.environ['PATH']}"}) as cube:
            if cube.stdout.readline() != "running\n":
                sys.exit("Bail out! the program does not run")
            monitors = [Monitor(f"{scratch}/monitor.{part}") for part in range(parts)]
            for part, monitor in enumerate(monitors):
                monitor.execute("stop")
                monitor.execute("pmemsave", val=MEMORY_START, filename=f"{scratch}/memory.{part}",
                                size=monitor.execute("query-memory-size-summary")["base-memory"])
            cube.terminate()
        return [Path(scratch, f"memory.{part}").read_bytes() for part in range(parts)]


class Mapping:
    """A page or block, and what may be done with it (Arm ARM, D8.3)."""

    def __init__(self, address, entry, size):
        self.address, self.physical, self.size = address, entry & ADDRESS, size
        self.user = bool(entry >> 6 & 1)
        self.writable = not entry >> 7 & 1
        self.kernel_executes = not entry >> 53 & 1
        self.user_executes = not entry >> 54 & 1


def kernel_symbols():
    """Addresses by name."""
    prefix = os.environ.get("CROSS_COMPILE", "aarch64-linux-gnu-")
    lines = subprocess.run([prefix + "nm", "build/kernel.elf"], check=True, text=True,
                           stdout=subprocess.PIPE).stdout.splitlines()
    return {name: int(value, 16) for value, _, name in map(str.split, lines)}


SYMBOLS = kernel_symbols()
TEXT = range(SYMBOLS["image_start"], SYMBOLS["rodata_start"])
READ_ONLY = range(SYMBOLS["image_start"], SYMBOLS["rodata_end"])


class Machine:
    """What the memory of a running machine says: all that its kernel maps, and each of its processes."""

    def __init__(self, memory, nodes, has_watcher):
        self.memory, self.has_watcher = memory, has_watcher  # which has a kernel stack, and no process
        self.image = next(at for at in range(MEMORY_START, MEMORY_START + len(memory), BLOCK)
                          if memory[at - MEMORY_START + 56:][:4] == b"ARM\x64")
        self.distance = SYMBOLS["image_start"] - self.image
        self.kernel = list(self.mappings(SYMBOLS["kernel_table"] - self.distance, UPPER_HALF))
        self.processes = [list(self.mappings(table, 0)) for table in self.process_tables(nodes)]

    def word(self, physical):
        """The 64 bits at a physical address."""
        return struct.unpack_from("<Q", self.memory, physical - MEMORY_START)[0]

    def mappings(self, table, base, level=1):
        """All that a table maps; a table spans 512 entries of 1 GiB, 2 MiB or 4 KiB."""
        size = PAGE << 9 * (3 - level)
        for index in range(512):
            entry = self.word(table + 8 * index)
            address = base + index * size
            if entry & 1 and level < 3 and entry & 2:
                yield from self.mappings(entry & ADDRESS, address, level + 1)
            elif entry & 1:
                yield Mapping(address, entry, size)

    def process_tables(self, nodes):
        """The first table of each process, from the nodes' records: each begins with the top of its
        kernel stack, by which they are told apart."""
        record = self.word(SYMBOLS["nodes"] - self.distance) - self.distance
        for node in range(nodes):
            top = STACK_BASE + (node + 1) * (STACK_PAGES + 1) * PAGE
            while self.word(record) != top:
                record += 64
            yield self.word(record + TABLE_IN_NODE) - self.distance

    def stack_runs(self):
        """The lengths, in pages, of what is mapped without a gap among the kernel stacks."""
        pages = {m.address // PAGE for m in self.kernel if STACK_BASE <= m.address < STACK_END}
        runs = []
        for page in sorted(pages):
            if page - 1 in pages:
                runs[-1] += 1
            else:
                runs.append(1)
        return runs

    def checks(self):
        """What has to hold of this machine alone."""
        files = [{m.physical for m in process if FILES <= m.address < FILES_END} for process in self.processes]
        return [
            ("the kernel executes its text and nothing else",
             [m.address for m in self.kernel if m.kernel_executes] == list(range(TEXT.start, TEXT.stop, PAGE))),
            ("nothing of the kernel is writable and executable",
             not any(m.writable and (m.kernel_executes or m.user_executes) for m in self.kernel)),
            ("the kernel's text and constants are read-only",
             not any(m.writable for m in self.kernel if m.address in READ_ONLY)),
            ("they are not writable under another address either",
             not any(m.writable and m.physical < READ_ONLY.stop - self.distance and
                     m.physical + m.size > self.image for m in self.kernel)),
            ("a process reaches nothing of the kernel's", not any(m.user for m in self.kernel)),
            ("a page is missing below each kernel stack",
             self.stack_runs() == [STACK_PAGES] * (len(self.processes) + self.has_watcher)),
            ("nothing of a process is writable and executable",
             not any(m.writable and m.user_executes for process in self.processes for m in process)),
            ("the kernel executes nothing of a process",
             not any(m.kernel_executes for process in self.processes for m in process)),
            ("all processes read one copy of the files, and none writes it",
             len(files[0]) > 1 and all(each == files[0] for each in files) and
             not any(m.physical in files[0] for process in self.processes for m in process if m.writable)),
            ("all processes share one copy of the text",
             len({frozenset(m.physical for m in process if m.user_executes)
                  for process in self.processes}) == 1),
        ]


class Cube:
    """What the processes of all machines of a cube reach."""

    def __init__(self, machines):
        self.machines = machines
        self.processes = [(part, process) for part, machine in enumerate(machines) for process in machine.processes]

    def frames(self, node, writable):
        """The pages that a process can write, or that it can only read: where they are in the memory that all
        machines share, or in that of its own."""
        part, process = self.processes[node]
        return {(None if m.physical >= MEMORY_START + MEMORY_BYTES else part, m.physical)
                for m in process if m.writable == writable}

    def shared(self, writer, reader):
        """How many pages that one process writes another one can read or write."""
        return len(self.frames(writer, True) & (self.frames(reader, True) | self.frames(reader, False)))

    def links_alone_are_shared(self):
        """Neighbours read each other's one window; nodes that are not neighbours share nothing."""
        sizes = {self.shared(i, i ^ 1 << d) for i in range(NODES) for d in range(DIMENSION)}
        others = {self.shared(i, j) for i in range(NODES) for j in range(NODES) if (i ^ j).bit_count() > 1}
        return len(sizes) == 1 and sizes.pop() > 1 and others == {0}

    def checks(self):
        """What has to hold of all machines together."""
        everything = [self.frames(node, True) | self.frames(node, False) for node in range(NODES)]
        outside = sum(place is None for node in everything for place, _ in node)
        windows = [self.shared(0, 1) for _ in range(NODES) for _ in range(len(self.machines).bit_length() - 1)]
        return [
            ("no page is writable by two processes",
             not any(self.frames(i, True) & self.frames(j, True) for i in range(NODES) for j in range(i))),
            ("processes share the windows of their links and nothing else that is written",
             self.links_alone_are_shared()),
            ("of what machines share, processes reach the windows of their links to others, and nothing else",
             outside == 2 * sum(windows)),
        ]


for parts in (1, 2):
    cube = Cube([Machine(memory, NODES // parts, parts > 1) for memory in memories_of_running_machines(parts)])
    for each in (*cube.machines, cube):
        for description, holds in each.checks():
            ok(holds, f"{parts} part{'s' * (parts > 1)}: {description}")
finish()
