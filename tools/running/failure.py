"""What ends cuberun before the machine has run, or before it has ended."""

import errno

# The machine's own statuses are in formats/status.h.
STATUS_USAGE = 64
STATUS_HOST = 69  # sysexits.h: EX_UNAVAILABLE. Another host has gone away
STATUS_PANIC = 70  # also: there is no emulator, it has not come to the machine's end, or the host lacks what a run needs
STATUS_IMAGE = 71
STATUS_OUTPUT = 74  # sysexits.h: EX_IOERR
STATUS_INSTRUCTIONS = 78  # of --limit
STATUS_BUDGET = 79  # the first beyond those of sysexits.h. 77 is no failure to CMake and automake
STATUS_TIMEOUT = 124
STATUS_SIGNAL = 128  # plus the signal's number
STATUS_READER_GONE = STATUS_SIGNAL + 13  # SIGPIPE

# What any call of the host may lack, and what limits it.
LACKS = {errno.EMFILE: "ulimit -n limits it", errno.ENFILE: "", errno.ENOMEM: "ulimit -v may limit it",
         errno.EAGAIN: "ulimit -u may limit it"}
SHOWN = 48  # the most characters of a word that go into a message


class Failure(Exception):
    """Ends cuberun with a status, and with a message unless that is empty. `told` is the output of another program, whose
    lines are printed below the message."""

    def __init__(self, status, message, told=""):
        super().__init__(message)
        self.status, self.told = status, told


def shown(word):
    """A word that somebody typed, cut to what goes into a message."""
    return word if len(word) <= SHOWN else word[:SHOWN] + "..."


def one_line(text):
    """The text with escapes in place of what does not print: line ends, bytes that are no characters."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def of_host(error):
    """Raises an OSError again if the host lacks what any call needs, so that it says nothing of what was asked for."""
    if error.errno in LACKS:
        raise error
