"""Errors that end cuberun before the machine has run, or before it has ended."""

import errno

from . import ROOT

# The machine's own statuses are in formats/status.h.
STATUS_USAGE = 64
STATUS_HOST = 69  # sysexits.h: EX_UNAVAILABLE. Another host has gone away
STATUS_PANIC = 70  # also: there is no emulator, it has not come to the machine's end, or the host lacks what a run needs
STATUS_IMAGE = 71
STATUS_OUTPUT = 74  # sysexits.h: EX_IOERR
STATUS_DEADLOCK = 75
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


def problem(subject, what, remedy=""):
    """A mistake of the user: `subject: problem (expected; remedy)`."""
    return Failure(STATUS_USAGE, f"{subject}: {what}{f' ({remedy})' if remedy else ''}")


def invalid(subject, value, expected):
    """A value that the option or file does not take."""
    return problem(subject, f"invalid value '{shown(value)}'", f"expected: {expected}")


def conflict(subject, other, why=""):
    """Two options, or an option and something else, that exclude each other."""
    return problem(subject, f"cannot be combined with {other}", why)


def no_argument(option):
    """An option without its value."""
    return problem(option, "requires an argument")


def unreadable(subject, path, error, status=STATUS_USAGE):
    """A file that the host does not let us read; `error` is an OSError."""
    return Failure(status, f"{subject}{': ' if subject else ''}{shown(path)}: cannot be read ({error.strerror})")


def not_built(path, command):
    """A part of graycube that is missing."""
    return Failure(STATUS_PANIC, f"{path}: not built (run '{command}' in {ROOT})")


def reachable(subject):
    """A file of ours that programs could change."""
    return problem(subject, "lies in the folder of --dir, so the program could change it", "use a file outside, or --dir PATH:ro")


def unknown(kind, word, known, where):
    """A word that is none of the known ones; `where` is the command that lists them."""
    import difflib
    near = difflib.get_close_matches(word.partition("=")[0], set(known) - {word}, 1)
    return Failure(STATUS_USAGE, f"unknown {kind} '{shown(word)}' ({f'did you mean {near[0]}? ' if near else ''}see {where})")


def one_line(text):
    """The text with escapes in place of what does not print: line ends, bytes that are no characters."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def of_host(error):
    """Raises an OSError again if the host lacks what any call needs, so that it says nothing of what was asked for."""
    if error.errno in LACKS:
        raise error
