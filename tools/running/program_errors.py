"""Standard error of programs, by a separate pipe, if ours is not our standard output. If both are one,
the console carries it, in the order of printing."""

import os
import select

from .standard import ERROR, OUTPUT, write_all

BYTES = 1 << 16  # are read at once, which is what a pipe holds


def are_apart():
    """Whether our standard error is another file than our output."""
    one, other = os.fstat(OUTPUT), os.fstat(ERROR)
    return (one.st_dev, one.st_ino) != (other.st_dev, other.st_ino)


class Errors:
    """The pipe of a machine: `descriptor` is the machine's end. A line that one machine leaves unfinished ends where
    another one prints."""

    unfinished = None  # the one whose text ends ours, if that is no whole line

    def __init__(self):
        self.source, self.descriptor = os.pipe()
        self._rest = b""  # of a line that was not read to its end
        os.set_inheritable(self.descriptor, True)
        os.set_blocking(self.source, False)

    def opened(self):
        """The descriptor that the machine opens."""
        return (self.descriptor,)

    def started(self, poll):
        """The machine has its end of the pipe."""
        os.close(self.descriptor)
        poll.register(self.source, select.POLLIN)

    def turn(self, poll):
        """Something has been printed, or the machine has ended."""
        if not self._pass_on():
            poll.unregister(self.source)

    def _pass_on(self):
        """Copies what there is. Returns whether there may be more. Perhaps nobody reads our standard error."""
        try:
            data = os.read(self.source, BYTES)
        except BlockingIOError:
            return True
        text, self._rest = self._rest + data, b""
        if len(data) == BYTES:
            whole = text.rfind(b"\n") + 1 or len(text)
            text, self._rest = text[:whole], text[whole:]
        self._print(text)
        return bool(data)

    def _print(self, text):
        """Prints lines, of which the last may be unfinished."""
        if not text:
            return
        if Errors.unfinished not in (None, self):
            text = b"\n" + text
        Errors.unfinished = None if text.endswith(b"\n") else self
        try:
            write_all(ERROR, text)
        except OSError:
            pass

    def verdict(self, status):
        """The status of a machine that has ended with this one: the same. Nothing is left in the pipe."""
        os.set_blocking(self.source, True)
        while self._pass_on():
            pass
        return status
