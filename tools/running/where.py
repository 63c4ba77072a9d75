"""Reports the places and waits of nodes when a machine is ended by --timeout or Ctrl-C, with one line
for all nodes at the same place. It is read from the stopped machine through a debugger: remote.py,
or gdb (tools/gdb/cube.py)."""

import functools
import struct
import time

from .edge import Guarded
from .failure import one_line
from .lines import Lines
from .numbers import count_of
from .remote import Unanswered
from .symbols import Symbols

# Times are in seconds.
SECONDS = 8         # the most that a report takes; a person waits for it
EARLY_SECONDS = 20  # the most that gathering takes besides; a file is as large as what was recorded
LONG = 1            # after this time without a report the user is told that it is being made
LINES_SHOWN = 16    # lines of the report, so that it fits on a screen
VALUES_SHOWN = 8    # values in a line, where the nodes of that line have different ones
PARTS_SHOWN = 9     # parts of a list of nodes such as 0, 2-5, 7
CALLERS_SHOWN = 16  # as in the kernel's reports (kernel/reports/backtrace.c)
TEXT_SHOWN = 48     # characters of a text of a process, as there (kernel/reports/deadlock.c)

STARVING = ("under --exact no other node runs while one computes: a loop that polls memory must call the library, or "
            "run with --clock off")

# A node that looks for a packet goes to sleep after a number of looks, and only then the kernel knows what
# the node waits for. A node that computes may have kept it from looking. So those that look go on for this
# time, and at most N times.
TO_SLEEP, TO_SLEEP_TIMES = 0.1, 4
TOGETHER = 64       # nodes to which this time is given; more nodes get more time, for they share it
MOST_AT_ONCE = 400  # nodes that can be named in one packet to the emulator, which has 4096 bytes

# Where the kernel keeps the registers of a process: the offset in struct node of the address of their frame, and
# the registers in it (kernel/node_offsets.h).
NODE_FRAME, FRAME = 8, struct.Struct("<33Q")

SYSTEM_CALL = 0xd4000001  # the instruction svc #0
SYNDROME_CLASS, SYNDROME_CLASSES, CLASS_SYSTEM_CALL = 26, 0x3f, 0x15  # in ESR_EL1 (Arm ARM, D19.2.37)
CALL_FINISH, CALL_WAIT = 0, 4  # CUBE_SYS_FINISH, CUBE_SYS_WAIT (include/cube_abi.h)
# The beginning of a struct cube_wait: the deadline, the operation, the peer, the step, the
# address of the details. A struct cube_detail, CUBE_DETAILS and CUBE_NOBODY.
WAIT, DETAIL, DETAILS, NOBODY = struct.Struct("<Q16sIIQ"), struct.Struct("<QQq"), 6, 0xffffffff
ENDING = ("stop", "ending_exit")  # where the core that ends the machine stands still: kernel/ending.c
FINISHED = "finished"  # the operation of a node whose program has ended: net/wait.c

KERNEL = 1 << 63      # the kernel has the addresses from here on; its first instructions are below
VECTORS_BYTES = 2048  # of the table of exceptions that VBAR_EL1 points to

RECORD = struct.Struct("<QQ")  # of a frame: the caller's frame pointer, the address to return to
INSTRUCTION = 4                # bytes of an instruction
LEVEL = 0xf                    # the bits of PSTATE that tell the exception level: 0 in a process


class Program:
    """What the file of a program tells about addresses: where they are in the source, and whether they are in the
    cube's library. Lines call the first `ranks` nodes ranks."""

    def __init__(self, path, lines, ranks=0):
        self.lines, self._symbols, self.ranks = lines, Symbols(path), ranks
        values = self._symbols.values
        self._library = range(values.get("library_text_start", 0), values.get("library_text_end", 0))

    def value(self, name):
        """The address of a variable, or None."""
        return self._symbols.values.get(name)

    def is_library(self, address):
        """Whether an instruction is in the cube's library."""
        return address in self._library

    def is_in(self, address, names):
        """Whether an instruction is in one of the functions with these names."""
        found = self._symbols.function_at(address)
        return found is not None and found[0] in names

    def is_start(self, address):
        """Whether an instruction is in the function that calls main."""
        return self.is_in(address, ("_start",))

    def is_end(self, address):
        """Whether an instruction is in the function that ends a program, and then forwards (net/finish.c)."""
        return self.is_in(address, ("_exit",))

    def places(self, addresses):
        """The functions in which these instructions are, the innermost first, as one text."""
        return ", ".join(place for address in addresses
                         for place in self.lines.at(address) or [self._by_name(address)])

    def _by_name(self, address):
        found = self._symbols.function_at(address)
        return one_line(f"{found[0]}+{found[1]:#x} ({address:#x})") if found else f"{address:#x}"


class Node:
    """A node: whether its core is in the kernel, where its process is, and what that waits for."""

    def __init__(self, debugger, number, program):
        self.number, self.program = number, program
        self._debugger = debugger
        registers, state = debugger.look_at(number)
        self.kernel_place = registers[32] if state & LEVEL else None
        if state & LEVEL and self._enters_kernel():
            self.kernel_place = None
            registers[31:] = debugger.system_register("SP_EL0"), debugger.system_register("ELR_EL1")
            state = debugger.system_register("SPSR_EL1")
        self.calls, self.wait = [], None
        self.is_outside = self.kernel_place is None  # not in the kernel, or only for an interrupt
        self.frame_at = None  # where the kernel keeps all registers of the process, if the core is in the kernel
        with debugger.memory_of_process():
            if self.kernel_place is not None:
                registers = self._saved_registers()
            self.registers, self.state = registers, state  # x0 to x30, sp and pc, or None; PSTATE, if not in a frame
            if registers:
                self.calls = self._calls(registers)
            if registers and self.kernel_place is not None:
                self.wait = self._wait(registers)
                # A process that computes is in the kernel for each tick of its timer, too, and soon goes on.
                self.is_outside = not self._has_called(registers) and not self._has_failed()

    def _enters_kernel(self):
        """Whether the core has come from the process into the table of exceptions, where all registers still have the
        values of the process. Stopping a machine can bring an interrupt, so this happens often."""
        vectors = self._debugger.system_register("VBAR_EL1", "VBAR")  # QEMU's name from 11 on; before. 0: not set yet
        return (vectors != 0 and 0 <= self.kernel_place - vectors < VECTORS_BYTES and
                self._debugger.system_register("SPSR_EL1") & LEVEL == 0)

    def _saved_registers(self):
        """The registers of the process, from their frame in the kernel's memory; None if the node has no process
        yet."""
        node = self._debugger.system_register("TPIDR_EL1")
        at = self._debugger.read(node + NODE_FRAME, 8) if node else None
        if not at or not any(at):
            return None
        self.frame_at = int.from_bytes(at, "little")
        frame = self._debugger.read(self.frame_at, FRAME.size)
        return FRAME.unpack(frame) if frame else None

    def _calls(self, registers):
        """The instruction at which the process is, and those that have called its functions, the innermost
        first. A function that calls no other makes no frame record, so x30 tells who has called it."""
        calls, frame, place = [registers[32]], registers[29], registers[32]
        link = registers[30] - INSTRUCTION
        first = self._record(frame)
        if (self.program.is_library(place) != self.program.is_library(link) and first
                and registers[30] != first[1] and not self.program.is_start(link) and link > 0):
            calls.append(link)
        while frame and len(calls) < CALLERS_SHOWN:
            record = self._record(frame)
            if not record or not record[1] or self.program.is_start(record[1] - INSTRUCTION):
                break
            calls.append(record[1] - INSTRUCTION)
            frame = record[0] if record[0] > frame else 0
        return calls

    def _record(self, frame):
        data = self._debugger.read(frame, RECORD.size) if frame and frame % 8 == 0 else None
        return RECORD.unpack(data) if data else None

    def _has_called(self, registers):
        """Whether a process that is in the kernel has called it."""
        before = self._debugger.read(registers[32] - INSTRUCTION, INSTRUCTION)
        return bool(before) and int.from_bytes(before, "little") == SYSTEM_CALL

    def _has_failed(self):
        """Whether an instruction of a process that has not called the kernel has brought its core there, and not an
        interrupt, which leaves the syndrome as it was at the last call."""
        syndrome = self._debugger.system_register("ESR_EL1")
        return syndrome >> SYNDROME_CLASS & SYNDROME_CLASSES != CLASS_SYSTEM_CALL

    def _wait(self, registers):
        """What the process waits for, as operation, peer, step and details; None if it does not wait."""
        if not self._has_called(registers):
            return None
        if registers[8] == CALL_FINISH:  # the last program to end has ended the machine
            return FINISHED, NOBODY, 0, ()
        if registers[8] != CALL_WAIT:
            return None
        data = self._debugger.read(registers[0], WAIT.size)
        if not data:
            return None
        _, operation, peer, step, details = WAIT.unpack(data)
        name = one_line(operation.rstrip(b"\0").decode("latin-1"))
        parts = list(self._details(details))
        if not name and parts:  # then the first detail's name is the operation (kernel/reports/deadlock.c)
            name = parts.pop(0)[0]
        return name, peer, step, tuple(parts)

    def _details(self, address):
        """The details of a wait: names and values."""
        for i in range(DETAILS if address else 0):
            data = self._debugger.read(address + i * DETAIL.size, DETAIL.size)
            name, word, number = DETAIL.unpack(data) if data else (0, 0, 0)
            if not name:
                return
            yield self._text(name), self._text(word) if word else str(number)

    def _text(self, address):
        data = self._debugger.read(address, TEXT_SHOWN) or b"?"
        return one_line(data.partition(b"\0")[0].decode("latin-1"))

    def depth(self):
        """How many of the calls are those of the library, and of functions that it has called."""
        inside = [i for i, call in enumerate(self.calls) if self.program.is_library(call)]
        return inside[-1] + 1 if inside else 0

    def is_looking(self):
        """Whether the node is in a call of the library outside the kernel, so that it may soon sleep."""
        return self.is_outside and self.depth() > 0

    def callers(self):
        """The instructions that have called the library, the innermost first; all of them if the node is not in
        the library."""
        return tuple(self.calls[self.depth():])

    def kind(self):
        """What a node does, as a tuple. Nodes of the same kind share a line of the report."""
        if self.wait and self.wait[0] == FINISHED:
            return ("ended",)
        if self.wait:
            name, _, step, details = self.wait
            return "waits", name, step, tuple(key for key, _ in details), self.callers()
        if self.kernel_place is not None and (
                self.kernel_place < KERNEL or self.calls and self.program.is_start(self.calls[0])):
            return ("not begun",)
        if not self.is_outside:
            return "kernel", self.kernel_place, self.callers()
        if self.is_looking():
            call = self.calls[self.depth() - 1]
            return ("ended",) if self.program.is_end(call) else ("library", call, self.callers())
        return "computes", tuple(self.calls)


def report(debugger, numbers, program_path, kernel_path, say, early=None, core=None, is_last=False, ranks=0,
           turns=False):
    """Stops the machine, which then stays so, and returns lines of text that tell where these nodes of it are. Calls
    `say` with a text if that takes long. `early` gathers what the nodes have recorded (early.py), and `core` writes
    their state (core.py), if they are not None. `is_last`: the machine has come to an end, and no process may go on. The
    lines call the first `ranks` nodes ranks. `turns`: nodes run in turns, so one that computes keeps the others from
    running."""
    begun = time.monotonic()
    try:
        debugger.stop(SECONDS + (EARLY_SECONDS if early or core else 0))
    except Unanswered:
        return ["the emulator does not tell where its nodes are"]
    program = Program(program_path, Lines(program_path), ranks)
    kernel = functools.cache(lambda: Program(kernel_path, Lines(kernel_path)))  # most reports do not look into it
    found = {}
    try:
        for number in numbers:
            found[number] = Node(debugger, number, program)
            if len(found) < len(numbers) and time.monotonic() - begun > LONG:
                say(f"looks where {len(numbers)} nodes are: for at most {SECONDS} seconds")
                begun = float("inf")
        if is_last:
            let_stop(debugger, found, program, kernel)
        else:
            put_to_sleep(debugger, found, program)
    except Unanswered:
        pass
    lines = []
    with Guarded("where the nodes are"):
        lines = list(report_lines(found, program, kernel))
    if early:
        with Guarded("what the nodes have recorded"):
            early.look(debugger, found, program.value("record_map"),
                       lambda node: does(node.kind(), [node], program, kernel))
    if core:
        culprits = (number for number, node in found.items() if has_ended_run(node, kernel))
        with Guarded(f"--core {core.path}"):
            core.look(debugger, found, next(culprits, None))
    left_out = len(lines) - LINES_SHOWN
    lines = lines[:LINES_SHOWN]
    if turns and any(node.kind()[0] == "computes" for node in found.values()) and len(found) > 1:
        lines.append(STARVING)
    if left_out > 0:
        lines.append(f"and {count_of(left_out, 'more place')}")
    if len(found) < len(numbers):
        lines.append(f"and there was no time to look at {count_of(len(numbers) - len(found), 'node')}")
    return lines


def let_stop(debugger, found, program, kernel):
    """Lets the core that ends the machine go on to where it stands still, for it may not have come there yet."""
    for _ in range(TO_SLEEP_TIMES):
        coming = [number for number, node in found.items() if node.kind()[0] == "kernel"][:MOST_AT_ONCE]
        if not coming or any(has_ended_run(found[number], kernel) for number in coming):
            return
        debugger.go_on(coming, TO_SLEEP)
        for number in coming:
            found[number] = Node(debugger, number, program)


def put_to_sleep(debugger, found, program):
    """Lets the nodes that look for packets go on, so that they go to sleep, and looks at them again."""
    for _ in range(TO_SLEEP_TIMES):
        looking = [number for number, node in found.items() if node.is_looking()]
        if not looking:
            return
        looking = looking[:MOST_AT_ONCE]
        debugger.go_on(looking, TO_SLEEP * (1 + len(looking) // TOGETHER))
        for number in looking:
            found[number] = Node(debugger, number, program)


def has_ended_run(node, kernel):
    """Whether a node has ended the run by what it did, and not by waiting."""
    return node.kind()[0] == "kernel" and kernel().is_in(node.kernel_place, ENDING)


def report_lines(found, program, kernel):
    """The lines of the report, each for all nodes of one kind, in the order of their first nodes."""
    groups = {}
    for node in found.values():
        groups.setdefault((node.kind(), word_for(node.number, program)), []).append(node)
    for (kind, word), nodes in groups.items():
        who = f"{word}{'' if len(nodes) == 1 else 's'} {ranges([node.number for node in nodes])}"
        yield f"{who} {does(kind, nodes, program, kernel)}"


def word_for(number, program):
    """What lines call a node."""
    return "rank" if number < program.ranks else "node"


def does(kind, nodes, program, kernel):
    """What the nodes of a line do, with a verb in front. `kernel` returns the kernel's Program."""
    one = len(nodes) == 1
    if kind[0] == "ended":
        return "has ended" if one else "have ended"
    if kind[0] == "not begun":
        return "has not begun" if one else "have not begun"
    if kind[0] == "computes":
        return (f"{'computes' if one else 'compute'} in {program.places(kind[1][:1])}"
                f"{called(program, kind[1][1:])}")
    if kind[0] == "waits":
        return f"{'waits' if one else 'wait'} in {kind[1]}{waited_for(nodes, program)}{called(program, kind[4])}"
    if kind[0] == "kernel" and kernel().is_in(kind[1], ENDING):
        return f"{'has' if one else 'have'} ended the run{', in ' if kind[2] else ''}{program.places(kind[2])}"
    if kind[0] == "kernel":
        where = f"the kernel, in {kernel().places(kind[1:2])}"
    else:
        where = program.places(kind[1:2])
    return f"{'is' if one else 'are'} in {where}{called(program, kind[2])}"


def called(program, calls):
    """The callers as the end of a line."""
    return f", called from {program.places(calls)}" if calls else ""


def waited_for(nodes, program):
    """The details, the peers and the step of what the nodes of a line wait for."""
    _, _, step, details = nodes[0].wait
    parts = [f"{name}{values([node.wait[3][i][1] for node in nodes])}"
             for i, (name, _) in enumerate(details)]
    text = f"({', '.join(parts)})" if parts else ""
    peers = [node.wait[1] for node in nodes]
    if NOBODY in peers:
        return text + (f" (step {step})" if step else "")
    ways = {node.number ^ node.wait[1] for node in nodes}
    way = min(ways)
    where = [f"dimension {way.bit_length() - 1}"] if len(ways) == 1 and way.bit_count() == 1 else []
    if len(nodes) == 1 and not where:
        where = [f"{way.bit_count()} links away"]
    if len(set(peers)) > 1 and where:
        text += " for their neighbours"
    else:
        text += f" for {word_for(max(peers), program)}{'' if len(set(peers)) == 1 else 's'} {values(list(map(str, peers)))}"
    where += [f"step {step}"] if step else []
    return text + (f" ({', '.join(where)})" if where else "")


def values(texts):
    """Values as one text: one value if all are the same, else each node's in their order."""
    if len(set(texts)) == 1:
        return texts[0]
    more = ", ..." if len(texts) > VALUES_SHOWN else ""
    return ", ".join(texts[:VALUES_SHOWN]) + more


def ranges(numbers):
    """Ascending numbers as one text: 0, 2-5, 7. If there are many parts, only the first ones and the last."""
    parts, first = [], numbers[0]
    for number, following in zip(numbers, [*numbers[1:], None]):
        if following != number + 1:
            parts.append(str(first) if first == number else f"{first}-{number}")
            first = following
    if len(parts) > PARTS_SHOWN:
        return f"{', '.join(parts[:PARTS_SHOWN - 1])} ... {parts[-1]} ({len(numbers)} nodes)"
    return ", ".join(parts)
