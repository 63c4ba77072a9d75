"""Looks, when a machine is ended before its time, where its nodes are: by the emulator's debugger.

The socket to that is there from the start, for a machine that hangs takes no new orders. Nothing goes
over it before the end."""

import _socket  # without the module around it, which takes longer to load than all of cuberun
import os

from .standard import complain


class Watch:
    """A machine of so many nodes, with the files of its program and of its kernel."""

    source = None  # asks nothing of us

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
        """Where the nodes are. The machine goes no further."""
        from .remote import Debugger
        from .where import report
        return report(Debugger(self._socket), self.nodes, self.program, self.kernel, complain)

    def ended(self, early):
        """The machine has ended."""
