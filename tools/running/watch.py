"""Finds out where the nodes are when a machine is ended early, by the emulator's debugger.

The socket to the debugger is open from the start, because an emulator whose machine hangs may not open one.
Nothing goes over it before the end."""

import _socket  # the module socket around it takes longer to load than all of cuberun
import os

from .standard import complain


class Watch:
    """Watches a machine. `nodes` is how many it has; `program` and `kernel` are the paths of their ELF files."""

    source = None  # no descriptor: the machine asks nothing of us

    def __init__(self, nodes, program, kernel):
        self.nodes, self.program, self.kernel = nodes, program, kernel
        self._socket, self._machine = _socket.socketpair()
        os.set_inheritable(self._machine.fileno(), True)

    def options(self):
        """The emulator's options."""
        return ["-chardev", f"socket,id=debugger,fd={self._machine.fileno()}",
                "-gdb", "chardev:debugger"]

    def started(self, _poll):
        """The machine runs."""
        self._machine.close()

    def lines(self):
        """Stops the machine, and returns lines that tell where its nodes are."""
        from .remote import Debugger
        from .where import report
        return report(Debugger(self._socket), self.nodes, self.program, self.kernel, complain)

    def ended(self, early):
        """The machine has ended: nothing is left to do."""
