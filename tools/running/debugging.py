"""The debugger (--gdb): starts gdb, for which the machine waits before its first instruction."""

import os
import select
import shlex
import shutil
import signal
import tempfile

from .failure import STATUS_PANIC, Failure
from .machine import program_path
from .standard import INPUT, complain
from .watch import Unwatched

GDB = "gdb-multiarch"
PORT = 1234  # the one that QEMU takes by itself (-s)


def free_port():
    """A free port of this computer: PORT, or another one if that is taken."""
    import socket
    for port in (PORT, 0):
        try:
            with socket.socket() as server:
                server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                server.bind(("127.0.0.1", port))
                return server.getsockname()[1]
        except OSError:
            pass
    raise Failure(STATUS_PANIC, "--gdb: no free port for the debugger (install gdb-multiarch, which needs none: "
                                "make setup)")


class Gdb(Unwatched):
    """The debugger of a machine. If gdb is installed, it has our terminal, or takes its commands from our
    input, and the machine's input is empty. Else the machine waits for a gdb that the user starts. `commands`
    is the folder of cube.py, which adds commands to gdb. It alone has the emulator's debugger, and tells where nodes are."""

    def __init__(self, program, kernel, commands):
        self._child, self._taken = None, None
        self.source = None  # a descriptor that becomes readable when gdb ends
        try:
            self._path, self._lacking = program_path(GDB), None
        except Failure as failure:
            self._path, self._lacking = None, failure
        # The gdb that we start connects by a socket in a folder of ours, which no other user reaches. One that
        # the user starts connects by a port.
        self._folder = tempfile.mkdtemp(prefix="cuberun.") if self._path else None
        place = os.path.join(self._folder, "gdb") if self._path else str(free_port())
        self._device = (f"unix:{place.replace(',', ',,')},server=on,wait=off" if self._path
                        else f"tcp:127.0.0.1:{place}")
        self._command = [GDB, "-quiet", "-x", os.path.join(commands, "cube.py"), program,
                         "-ex", f"cube connect {shlex.quote(place)} {shlex.quote(kernel)}"]

    def options(self, _number):
        """The emulator's options."""
        return ["-S", "-gdb", self._device]

    def started(self, poll):
        """The machine has begun, and waits: starts gdb, or says how to."""
        if self._lacking:
            complain(self._lacking)
            complain(f"the machine waits for: {shlex.join(self._command)}")
            return
        self._taken = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is gdb's
        self._child = os.posix_spawn(self._path, self._command, os.environ,
                                     setsigdef=[signal.SIGINT, signal.SIGPIPE])
        self.source = os.pidfd_open(self._child)
        poll.register(self.source, select.POLLIN)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, INPUT)
        os.close(nothing)

    def turn(self, poll):
        """gdb has ended, and so has the machine, unless gdb has detached from it."""
        poll.unregister(self.source)
        self.ended()
        signal.signal(signal.SIGINT, self._taken)

    def ended(self, early=False):
        """The machine has ended. Waits for gdb, which may outlive it, or ends gdb if the machine has been ended
        early."""
        if self._child and early:
            os.kill(self._child, signal.SIGTERM)
        if self._child:
            os.waitpid(self._child, 0)
            self._child = None
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
