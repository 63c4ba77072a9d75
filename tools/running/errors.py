"""What programs print on their standard error, where that is not our output: a pipe of its own, from which it goes to our
standard error. Where both are one, the console brings it, in the order in which it was printed."""

import os
import select

from .standard import ERROR, OUTPUT, write_all

BYTES = 1 << 16  # are read at once, which is what a pipe holds


def are_apart():
    """Whether our standard error is another file than our output."""
    one, other = os.fstat(OUTPUT), os.fstat(ERROR)
    return (one.st_dev, one.st_ino) != (other.st_dev, other.st_ino)


class Errors:
    """The pipe: `descriptor` is the machines' end. One serves all machines of a cube, which write a line at once."""

    def __init__(self):
        self.source, self.descriptor = os.pipe()
        os.set_inheritable(self.descriptor, True)
        os.set_blocking(self.source, False)

    def started(self, poll):
        """The machines have their ends of the pipe."""
        os.close(self.descriptor)
        poll.register(self.source, select.POLLIN)

    def turn(self, poll):
        """Something has been printed, or all machines have ended."""
        if not self._pass_on():
            poll.unregister(self.source)

    def _pass_on(self):
        """Copies what there is. Returns whether there may be more. Nobody may read our standard error."""
        try:
            data = os.read(self.source, BYTES)
        except BlockingIOError:
            return True
        try:
            write_all(ERROR, data)
        except OSError:
            pass
        return bool(data)

    def verdict(self, status):
        """The status of machines that have ended with this one: the same. Nothing is left in the pipe."""
        os.set_blocking(self.source, True)
        while self._pass_on():
            pass
        return status
