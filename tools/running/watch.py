"""Finds out where the nodes are when a machine is ended early, by the emulator's debugger.

The socket to the debugger is open from the start, because an emulator whose machine hangs may not open one.
Nothing goes over it before the end."""

import _socket  # the module socket around it takes longer to load than all of cuberun
import os

from .standard import complain

LOOK_SECONDS, LOOKED_AT = 2, 8  # that a look at the clocks may take, and the nodes that are looked at


class Unwatched:
    """What looks after machines into which nobody can look: a board."""

    source = None  # no descriptor: the machine asks nothing of us
    tells = False  # whether to tell now and then how far the machine has come
    early, core = None, None

    def options(self, _number):
        """The emulator's options, for the machine of that number."""
        return []

    def started(self, _poll):
        """The machines run."""

    def lines(self, *_):
        """Lines that tell where the nodes are."""
        return []

    def ended(self, early):
        """The machines have ended."""


class Watch(Unwatched):
    """Watches the machines of a cube, or those of one host. `numbers` are their nodes, `program` and `kernel` are the
    paths of their ELF files; `parts` is what the machines share (parts.py), or None, `near` are those that are here;
    `early` gathers what the nodes have recorded (early.py) if somebody reads that, or is None; `core` writes the state
    of nodes that fail (core.py), or is None."""

    turns = False  # whether nodes run in turns (--exact)
    ranks = 0  # number of the first nodes, which are called ranks

    def __init__(self, numbers, program, kernel, parts=None, near=range(1), early=None, core=None):
        self.numbers, self.program, self.kernel, self.parts, self.near = numbers, program, kernel, parts, near
        self.early, self.core, self._map = early, core, 0
        self._sockets = [_socket.socketpair() for _ in near]
        for _, machine in self._sockets:
            os.set_inheritable(machine.fileno(), True)

    def options(self, number):
        """The emulator's options, for the machine of that number."""
        machine = self._sockets[number][1]
        return ["-chardev", f"socket,id=debugger,fd={machine.fileno()}", "-gdb", "chardev:debugger"]

    def started(self, _poll):
        """The machines run."""
        for _, machine in self._sockets:
            machine.close()

    def lines(self, status=None):
        """Stops the machines, and returns lines that tell where their nodes are. `status` is theirs if they have come
        to an end, and stand still."""
        from .remote import Debugger, Debuggers
        from .where import report
        if self.core:
            self.core.status = status
        debuggers = [Debugger(socket) for socket, _ in self._sockets]
        if self.parts:
            for part in self.near:
                self.parts.stay(part)
            debuggers = [Debuggers(debuggers, self.numbers)]
        return report(debuggers[0], self.numbers, self.program, self.kernel, complain, self.early, self.core,
                      is_last=status is not None, ranks=self.ranks, turns=self.turns)

    def clocks(self):
        """What the clocks of the first nodes showed when their programs last called the library. The machine, of which
        there is one, stops for that, and goes on; its instructions are the same."""
        from .early import clock_at
        from .remote import Debugger, Unanswered
        from .symbols import Symbols
        self._map = self._map or Symbols(self.program).values.get("record_map", 0)
        debugger, clocks = Debugger(self._sockets[0][0]), []
        try:
            debugger.stop(LOOK_SECONDS)
            for number in self.numbers[:LOOKED_AT]:
                debugger.look_at(number)
                with debugger.memory_of_process():
                    clocks.append(clock_at(debugger, self._map))
            debugger.go()
        except Unanswered:
            pass
        return [clock for clock in clocks if clock is not None]

    def ended(self, early):
        """The machines have ended."""
        if self.core:
            self.core.ended()
