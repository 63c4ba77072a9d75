"""How the tools that are not cuberun begin and end."""

import os
import signal
import sys

from .failure import STATUS_USAGE, Failure, tell

STATUS_FAILED = 1


def run(name, usage, main):
    """Ends this process with the status that main(words) returns, or with a message on one line: it
    gets the words of the command line. `usage` is what --help prints."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)   # ends by them as any command does,
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # and starts others that do
    try:
        if sys.stdout is None:
            raise Failure(STATUS_FAILED, "there is no standard output to write to")
        sys.stdout.reconfigure(errors="backslashreplace")
        status = help_or(usage, main)
        sys.stdout.flush()
    except Failure as failure:
        tell(name, failure)
        status = failure.status
    except OSError as error:
        where = error.filename or "the output"
        tell(name, f"cannot write or read {where}: {error.strerror}")
        status = STATUS_FAILED
    os._exit(status)  # what could not be written is not written again


def help_or(usage, main):
    """Prints the usage if it is asked for; else does the work."""
    words = sys.argv[1:]
    if "--help" in words or "-h" in words:
        print(usage.strip())
        return 0
    return main(words)


def no_more(words):
    """Refuses what is left of a command line."""
    if words:
        what = "option" if words[0].startswith("-") else "place for the word"
        raise Failure(STATUS_USAGE, f"there is no {what} {words[0]} (--help lists what there is)")
