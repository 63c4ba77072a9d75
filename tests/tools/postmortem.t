#!/usr/bin/python3
"""Finds a wrong conclusion after a run, from cases and not from runs: pages of core files, nodes that have not begun,
critical path, counted links, code of a file. Prints TAP."""

import os
import struct
import sys
import tempfile
from contextlib import nullcontext
from types import SimpleNamespace

sys.dont_write_bytecode = True
sys.path[:0] = ["tools", "tests"]
from running.core import (ENTRIES, OF_PROCESS, PAGE, READ_ONLY, STACK, TABLE, USED, VALID, Core, chosen_pages, pages_of, runs)
from running.counting import Counting, is_possible
from running.elf import HEADER
from running.profile import latest, origin
from running.symbols import code_in
from running.where import KERNEL, Node
from tap import finish, ok

BEGIN, OF_DATA = 0x40000000, 0x10000  # of the machine's memory, and an address in the process
REGISTERS = 33 * 8  # bytes of x0 to x30, sp and pc
NO_PROGRAM = SimpleNamespace(is_library=lambda _: False, is_start=lambda _: False)


def memory_with(entries):
    """A machine's memory with the page tables of a process: pages 0 to 4, of the stack from 3 on. `entries` are those of
    pages of data, and of a page of the stack."""
    levels = [0] * 5
    def entry(page):
        return BEGIN + page * PAGE | VALID | TABLE
    levels[0] = {0: entry(1), STACK.start >> 30: entry(3)}
    levels[1], levels[3] = {0: entry(2)}, {0: entry(4)}
    levels[2] = {OF_DATA // PAGE + k: bits for k, bits in enumerate(entries[:-1])}
    levels[4] = {0: entries[-1]}
    return b"".join(ENTRIES.pack(*(level.get(k, 0) for k in range(512))) for level in levels)


def check_pages():
    """Which pages a core file has."""
    page = BEGIN + PAGE | VALID | TABLE | OF_PROCESS | USED
    memory = memory_with([page, page | READ_ONLY, page & ~OF_PROCESS, page & ~VALID, page, page + 4 * PAGE, page & ~USED, page])
    own = [(OF_DATA, PAGE), (OF_DATA + 4 * PAGE, PAGE), (STACK.start, PAGE)]
    seen = list(pages_of(memory, BEGIN, BEGIN))
    ok(seen == own, "a core has the pages that its process may write, and no others", seen)
    for pages, kept in ((3, own), (2, [own[0], own[2]]), (1, own[2:]), (0, [])):
        seen = chosen_pages(memory, BEGIN, BEGIN, pages * PAGE + PAGE - 1)
        ok(seen == (kept, pages == 3), f"one of at most {pages} pages keeps the stack, then the lowest", seen)
    seen = list(runs([(PAGE, 7), (2 * PAGE, 9), (4 * PAGE, 8)]))
    ok(seen == [(PAGE, [7, 9]), (4 * PAGE, [8])], "pages that follow each other are one segment", seen)


class Early:
    """A debugger of a machine that was stopped early: the kernel of node 1 alone has a process, which has its frame."""

    def __init__(self):
        self.number = 0

    def look_at(self, number):
        """The registers of a core, and its state: in the kernel."""
        self.number = number
        return [KERNEL + 4096 if place == 32 else 8 for place in range(33)], 5

    def system_register(self, name, *_):
        """Where the kernel has what it knows of the node, the process's tables, or nothing."""
        return {"TPIDR_EL1": KERNEL + self.number, "TTBR0_EL1": BEGIN}.get(name, 0)

    def read(self, _, size):
        """The kernel's memory: the address of the frame, and the registers in it; the rest of it is 0."""
        return (bytes([self.number]) * REGISTERS)[:size].ljust(size, b"\0")

    def memory_of_process(self):
        """As it is."""
        return nullcontext()


def check_early():
    """What a core file is written of, where --timeout or Ctrl-C comes before nodes have a process."""
    debugger = Early()
    nodes = {number: Node(debugger, number, NO_PROGRAM) for number in (0, 1)}
    ok(nodes[0].registers is None and not nodes[0].calls and nodes[1].registers, "a node without a process has no callers", nodes)
    for found, wanted in (({0: nodes[0]}, []), (nodes, ["core", "core.1", "core.gdb"])):
        with tempfile.TemporaryDirectory() as folder:
            core = Core(os.path.join(folder, "core"), "p", len(nodes), BEGIN)
            with open(core.memory(), "wb") as file:
                file.truncate(PAGE)
            core.look(debugger, found, None)
            seen = sorted(os.listdir(folder))
            ok(seen == wanted, f"of {len(found)} nodes those with a process have a core file", seen)


def check_path():
    """Which packet it was that a node took: node 3 has it on port 0 of node 2, to which it came on port 1 of node 0."""
    def event(kind, port, stamp, step=2, **more):
        return {"node": 0, "kind": kind, "port": port, "operation": "aspc", "step": step, "stamp": stamp, **more}
    taken = {**event("taken", 0, 50), "node": 3}
    sent, others = event("sent", 1, 30), [event("sent", 1, 31, step=1), event("sent", 0, 32), event("sent", 1, 33, peer=3)]
    late = event("sent", 1, 41)
    passed = {**event("passed", 0, 40), "from": 1}
    relays = [passed, {**passed, "step": 3, "from": 0}, {**passed, "operation": "bcast", "from": 0}, {**passed, "stamp": 51}]
    seen = origin({0: [sent, *others, late], 2: relays, 3: [taken]}, taken)
    ok(seen == sent, "a relayed packet is that of the same operation and step, on the same links, that left in time", seen)
    seen = origin({0: others, 2: relays, 3: [taken]}, taken)
    ok(seen is None, "    and nobody's where nothing fits", seen)
    seen = latest([{"time": 1}, {"time": 5}, {"time": 6}], lambda _: True, "time", 5)
    ok(seen == {"time": 5}, "an event at the very moment was in time", seen)


def check_counts():
    """What a process can have counted on a link."""
    ring = {"sent": 4, "taken": 4, "routed": 2, "barriers": 3}
    link = {"packets": 8, "bytes": 100, "routed_packets": 1, "routed_bytes": 92, "slots": 6}
    link["packets"], most = 7, 6 * 64 - 5 * 32
    link["bytes"] = most - link["routed_bytes"]
    for what, change, is_right in (
            ("as many bytes as there is room for", {}, True), ("a byte more", {"bytes": link["bytes"] + 1}, False),
            ("a slot more", {"slots": 7}, False), ("a slot less", {"slots": 5}, False),
            ("slots that were cleared", {"slots": 5, "cleared": 1, "bytes": 0}, True),
            ("2^32 slots more", {"slots": 6 + (1 << 32)}, True),
            ("a packet in each slot", {"packets": 8, "bytes": 0}, True), ("a packet more", {"packets": 9, "bytes": 0}, False)):
        ok(is_possible({**link, **change}, ring) == is_right, f"meters with {what}: possible {is_right}")
    counting, meters = Counting(), {"node": 1, "links": [{"dimension": 0, "packets": 1}]}
    counting.add_early(1, [{"dimension": 0, "packets": 2}])
    counting.complete(meters)
    ok(meters["links"][0]["packets"] == 2, "meters from memory are later than a program's own", meters)
    counting.add({"node": 1, "links": [[3, 0, 0, 0, 0, 0]]})
    counting.complete(meters)
    ok(meters["links"][0]["packets"] == 3, "    and what the kernel has read is later than both", meters)


def check_code():
    """Where a file has instructions."""
    header = HEADER.pack(b"\x7fELF", 2, 183, 1, 0, 0, HEADER.size, 0, 0, 0, 0, 64, 2, 0)
    def section(flags, address, size):
        return struct.pack("<IIQQQQIIQQ", 0, 1, flags, address, 0, size, 0, 0, 0, 0)
    seen = code_in(header + section(6, 0x1000, 16) + section(3, 0x2000, 16))
    ok(seen == [range(0x1000, 0x1010)], "code is in sections that can be executed", seen)
    ok(code_in(b"") == [] and code_in(header) == [], "    and nowhere in a damaged file")


check_pages()
check_early()
check_path()
check_counts()
check_code()
finish()
