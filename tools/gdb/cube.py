"""Commands of gdb for a machine that cuberun --gdb has started: 'help cube' lists them.

To load them without cuberun: gdb-multiarch -x tools/gdb/cube.py PROGRAM.elf -ex 'cube connect PORT'
"""

import functools
import os
import sys
import time
from contextlib import contextmanager

import gdb

TOOLS = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
sys.path.insert(0, TOOLS)
sys.dont_write_bytecode = True

from running.lines import Lines
from running.remote import NO_USER_ACCESS
from running.where import Node, Program, count_of, report_lines

NODE_PAGE = "*(struct cube_node_page *)0x7f00199000"  # CUBE_NODE_PAGE_ADDRESS
MESSAGES_SHOWN = 64
FAILURES = ("fault_report", "fault_report_abort", "deadlock_report")  # of the kernel: each failure stops there
KERNEL = 1 << 63  # the kernel has the addresses from here on
SOCKET_LOOKS, SOCKET_PAUSE = 1000, 0.02  # how often to look for the socket of a machine; seconds between looks
# As in include/cube_abi.h:
SLOT = 64                      # CUBE_SLOT_BYTES
SLOTS_DISTANCE = 2 * 9 * 4096  # CUBE_SLOTS_DISTANCE
KIND = 0xff                    # CUBE_OPERATION_MASK

# The processes of all nodes use the same addresses, so what gdb has read of one node's memory must not stand
# for another node's.
for setting in ("stack-cache off", "code-cache off", "pagination off"):
    gdb.execute(f"set {setting}")
# The debug sections name the sources of the library and of the kernel by their paths in the tree.
gdb.execute(f"directory {os.path.dirname(TOOLS)}", to_string=True)


class Machine:
    """The stopped machine, as gdb sees it. It has the methods of running/remote.py's Debugger that
    running/where.py calls."""

    def __init__(self):
        self.threads = sorted(gdb.selected_inferior().threads(), key=lambda thread: thread.num)
        if not self.threads:
            raise gdb.GdbError("there is no machine: cube connect PORT")
        self._state = 0

    def look_at(self, core):
        """Selects a core: the following calls read its registers and memory. Returns a list of x0 to x30, sp
        and pc; and PSTATE."""
        self.threads[core].switch()
        frame = gdb.newest_frame()
        names = [*(f"x{i}" for i in range(31)), "sp", "pc"]
        registers = [int(frame.read_register(name)) % (1 << 64) for name in names]
        self._state = int(frame.read_register("cpsr")) % (1 << 32)
        return registers, self._state

    @contextmanager
    def memory_of_process(self):
        """Within a `with` statement, `read` also reads the memory of the process of a core that is in the
        kernel."""
        hidden = self._state & NO_USER_ACCESS
        if hidden:
            gdb.execute(f"set $cpsr = {self._state & ~NO_USER_ACCESS:#x}", to_string=True)
        try:
            yield
        finally:
            if hidden:
                gdb.execute(f"set $cpsr = {self._state:#x}", to_string=True)

    def system_register(self, *names):
        """A system register by the first of these names that the machine knows; 0 if it knows none."""
        values = [gdb.parse_and_eval(f"${name}") for name in names]
        return next((int(value) % (1 << 64) for value in values if value.type.code != gdb.TYPE_CODE_VOID), 0)

    def read(self, address, size):
        """`size` bytes of memory, or None where some are not mapped. They are read as a value, for that is
        what the selected core sees: the memory of an inferior is, from gdb 15 on, that of any core."""
        kind = gdb.lookup_type("unsigned char").array(size - 1).pointer()
        values = gdb.Value(address % (1 << 64)).cast(kind).dereference()
        try:
            values.fetch_lazy()
        except gdb.MemoryError:
            return None
        return bytes(int(values[i]) for i in range(size))


class Failure(gdb.Breakpoint):
    """Stops where the kernel begins to report why it ends the machine."""

    def __init__(self, function):
        super().__init__(function, internal=True)
        self.silent = True


def has_stopped(event):
    """gdb has stopped. Where the kernel is about to end the machine, shows the process that has made it."""
    if not isinstance(event, gdb.BreakpointEvent) or not any(isinstance(point, Failure) for point in event.breakpoints):
        return
    with selected():
        for thread in Machine().threads:  # so that gdb reads memory of processes whose cores are in the kernel
            thread.switch()
            state = int(gdb.newest_frame().read_register("cpsr")) % (1 << 32)
            if state & NO_USER_ACCESS:
                gdb.execute(f"set $cpsr = {state & ~NO_USER_ACCESS:#x}", to_string=True)
    frame = gdb.newest_frame()
    is_deadlock = any(point.location == FAILURES[-1] for point in event.breakpoints)
    while frame and frame.pc() >= KERNEL:
        frame = frame.older()
    if is_deadlock:
        print("deadlock: no node can go on. Next: 'cube nodes', 'thread 3', 'backtrace'; 'continue' ends the machine")
    else:
        print(f"{gdb.selected_thread().name} has failed. Next: 'backtrace', 'info locals'; 'continue' ends the machine")
    if frame:
        frame.select()
        gdb.execute("frame")


@contextmanager
def selected():
    """Selects after a `with` statement the thread and the frame that were selected before it."""
    thread, frame = gdb.selected_thread(), None
    try:
        frame = gdb.selected_frame()
    except gdb.error:
        pass
    try:
        yield
    finally:
        if thread:
            thread.switch()
            if frame and frame.is_valid():
                frame.select()


def program_file():
    """The path of the program, which is gdb's own file."""
    return gdb.current_progspace().filename


@functools.cache
def kernel_program():
    """What the file of the kernel tells about addresses."""
    path = next((file.filename for file in gdb.objfiles() if file.filename.endswith(("kernel.elf", "kernel-line.elf"))), "")
    return Program(path, Lines(path))


def chosen(argument, count):
    """The numbers of the nodes that the argument of a command names, of `count` nodes; all if it names none."""
    words = gdb.string_to_argv(argument)
    try:
        numbers = [int(word) for word in words]
    except ValueError:
        raise gdb.GdbError(f"'{argument}' are not numbers of nodes: give them like 0 3 5") from None
    if any(not 0 <= number < count for number in numbers):
        raise gdb.GdbError(f"the nodes are 0 to {count - 1}")
    return numbers or list(range(count))


def of_program(name):
    """A variable of the program by its name, as the selected node has it."""
    program = gdb.lookup_objfile(program_file())
    symbol = program.lookup_global_symbol(name) or program.lookup_static_symbol(name)
    if symbol is None:
        raise gdb.MemoryError(f"the program has no {name}")
    return symbol.value()


class Link:
    """A directed link into a node. The sender's window has the packets, and tells how many slots were
    published. How many of them were consumed is read at the receiver (struct link in net/node.h), because
    the receiver does not tell the sender of each."""

    def __init__(self, page, dimension):
        window = gdb.lookup_type("struct cube_window").pointer()
        self.to, self.dimension = int(page["node"]), dimension
        self.node = self.to ^ 1 << dimension
        incoming = page["incoming"][dimension]
        sent, taken = incoming.cast(window).dereference(), of_program("node")["link"][dimension]
        self.rings = []  # of each: its name, slots published, slots consumed, address of the slots, their number
        slots = int(incoming) + SLOTS_DISTANCE
        for name, ring in (("direct", "in"), ("routed", "routed_in")):
            size = int(page[f"{name}_bytes"])
            self.rings.append((name, int(sent[f"{name}_tail"]), int(taken[ring]["head"]) % (1 << 32),
                               slots, size // SLOT))
            slots += size

    def packets(self):
        """The packets that lie in the rings, the oldest first, each as the name of its ring and its header. The
        header is None where it cannot be one, for a process may write anything there."""
        pointer = gdb.lookup_type("struct cube_header").pointer()
        for name, published, consumed, slots, capacity in self.rings:
            left = (published - consumed) % (1 << 32)
            while 0 < left <= capacity:
                place = consumed % capacity
                header = gdb.Value(slots + place * SLOT).cast(pointer).dereference()
                taken = -(-(int(header.type.sizeof) + int(header["bytes"])) // SLOT)
                if taken > min(left, capacity - place):
                    yield name, None
                    break
                yield name, header
                consumed, left = consumed + taken, left - taken


def links_of(machine, node):
    """The links into a node; none if it has no process yet."""
    machine.look_at(node)
    with machine.memory_of_process():
        try:
            page = gdb.parse_and_eval(NODE_PAGE)
            for dimension in range(int(page["dimension"])):
                yield Link(page, dimension)
        except gdb.MemoryError:
            return


def operation(header):
    """The name of the call that has sent a packet."""
    kind = int(header["operation"]) & KIND
    for name in ("enum link_operation", "enum operation_tag"):
        try:
            fields = gdb.lookup_type(name).fields()
        except gdb.error:
            continue
        for field in fields:
            if field.enumval == kind:
                return field.name.removeprefix("OPERATION_").lower().replace("_", " ")
    return f"operation {kind}"


class Cube(gdb.Command):
    """What there is on a cube: its nodes, their links, the messages on their way.

Each thread of gdb is the core of a node: 'thread 3' is node 2, and 'info threads' has the names."""


class Connect(gdb.Command):
    """Connect to a machine that waits for a debugger: cube connect PORT|SOCKET [KERNEL]

Loads the symbols of the kernel, and names the threads by their nodes. The program's own file is the
one that gdb was started with."""

    def invoke(self, argument, from_tty):
        words = gdb.string_to_argv(argument)
        if len(words) not in (1, 2):
            raise gdb.GdbError("cube connect PORT|SOCKET [KERNEL]")
        kernel = words[1] if len(words) == 2 else os.path.join(
            os.path.dirname(TOOLS), "build", "kernel.elf")
        gdb.execute(f"add-symbol-file '{kernel}'", to_string=True)
        # What is killed when gdb ends is what it has started, and it believes so of the machine.
        gdb.execute("set remote query-attached-packet off", to_string=True)
        gdb.execute(f"target remote {self.place(words[0])}", to_string=True)
        machine = Machine()
        for number, thread in enumerate(machine.threads):
            thread.name = f"node {number}"
        nodes = count_of(len(machine.threads), "node")
        for function in FAILURES:
            Failure(function)
        gdb.events.stop.connect(has_stopped)
        print(f"""connected: {nodes}, before the first instruction. What to type first:
  continue       runs to the line of a fault or an abort, to a deadlock, or to the end
  break main     before that: stops where each program begins; then next, print VARIABLE, backtrace
  cube nodes     where all nodes are; thread 3 goes to node 2; help cube lists what there is for cubes""")

    @staticmethod
    def place(word):
        """The address of the machine, as gdb takes it. A socket is waited for, because the emulator makes it
        when it begins."""
        if word.isdigit():
            return f"localhost:{word}"
        for _ in range(SOCKET_LOOKS):
            if os.path.exists(word):
                return word
            time.sleep(SOCKET_PAUSE)
        raise gdb.GdbError(f"there is no machine at {word}: start one by cuberun --gdb")


class Nodes(gdb.Command):
    """Where the nodes are, and what they wait for: cube nodes [NODE ...]

Nodes that are alike share a line."""

    def invoke(self, argument, from_tty):
        machine = Machine()
        path = program_file()
        program = Program(path, Lines(path))
        with selected():
            found = {number: Node(machine, number, program)
                     for number in chosen(argument, len(machine.threads))}
        for line in report_lines(found, program, kernel_program):
            print(line)


class Links(gdb.Command):
    """The rings of the links: cube links [NODE ...]

For each link into these nodes, of the direct packets and of those that are routed: how many slots of
64 bytes have been published on it, how many of them consumed, and how many there are."""

    def invoke(self, argument, from_tty):
        machine = Machine()
        print(f"{'from':>5} {'to':>5} {'dim':>3}  {'ring':<6} {'published':>10} {'consumed':>10} "
              f"{'of':>6}")
        with selected():
            for node in chosen(argument, len(machine.threads)):
                for link in links_of(machine, node):
                    for name, tail, head, _, capacity in link.rings:
                        full = "  full" if tail - head == capacity else ""
                        print(f"{link.node:>5} {node:>5} {link.dimension:>3}  {name:<6} {tail:>10} "
                              f"{head:>10} {capacity:>6}{full}")


class Messages(gdb.Command):
    """What is on its way: cube messages [NODE ...]

The packets in the rings of the links into these nodes, the oldest of each ring first; and the messages
that lie at the nodes and that no receive has asked for."""

    def invoke(self, argument, from_tty):
        machine = Machine()
        with selected():
            lines = [line for node in chosen(argument, len(machine.threads))
                     for line in self.lines(machine, node)]
        for line in lines[:MESSAGES_SHOWN]:
            print(line)
        if len(lines) > MESSAGES_SHOWN:
            print(f"and {len(lines) - MESSAGES_SHOWN} more: name fewer nodes to see them")
        if not lines:
            print("nothing is on its way")

    def lines(self, machine, node):
        """Lines about the packets that are on their way to a node, and about the messages that lie there."""
        for link in links_of(machine, node):
            for ring, header in link.packets():
                way = f"node {link.node} -> node {node}, {ring} ring:"
                if header is None:
                    yield f"{way} something that is no packet"
                    continue
                size, step = int(header["bytes"]), int(header["step"])
                ends = ""
                if ring == "routed":
                    ends = f", of node {int(header['source'])} for node {int(header['destination'])}"
                yield (f"{way} {operation(header)}, {count_of(size, 'byte')}"
                       f"{f', step {step}' if step else ''}{ends}")
        yield from self.unreceived(machine, node)

    @staticmethod
    def unreceived(machine, node):
        """Lines about the messages in a node's inboxes (net/messages/inbox.c)."""
        machine.look_at(node)
        with machine.memory_of_process():
            try:
                left = of_program("unreceived")
                if int(left["all"]["messages"]) == 0:
                    return
                for source in range(len(machine.threads)):
                    messages = left["from"][source]
                    count, size = int(messages["messages"]), int(messages["bytes"])
                    if count:
                        yield (f"node {node} has {count_of(count, 'message')} of node {source}, "
                               f"{count_of(size, 'byte')}, that nobody has asked for")
            except gdb.error:
                return


Cube("cube", gdb.COMMAND_DATA, gdb.COMPLETE_NONE, True)
Connect("cube connect", gdb.COMMAND_RUNNING)
for title, command in (("nodes", Nodes), ("links", Links), ("messages", Messages)):
    command(f"cube {title}", gdb.COMMAND_DATA)
