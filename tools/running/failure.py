"""What ends cuberun before the machine has run, or before it has ended."""

# The machine's own statuses are in formats/status.h.
STATUS_QEMU = 1  # no emulator, or it refused to start: its own status for that
STATUS_USAGE = 64
STATUS_IMAGE = 71
STATUS_OUTPUT = 74  # sysexits.h: EX_IOERR
STATUS_TIMEOUT = 124
STATUS_SIGNAL = 128  # plus the signal's number
STATUS_READER_GONE = STATUS_SIGNAL + 13  # SIGPIPE

SHOWN = 48  # characters of a word go into a message, at most


class Failure(Exception):
    """Ends cuberun with a message, if not an empty one, and a status."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def shown(word):
    """A word that somebody typed, for a message: not without end."""
    return word if len(word) <= SHOWN else word[:SHOWN] + "..."


def one_line(text):
    """The text with escapes for what does not print: line ends, bytes that are no characters."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
