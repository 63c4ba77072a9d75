"""How the tools that are not cuberun begin and end."""

import os
import re
import signal
import sys

from . import IN_TREE, version
from .failure import STATUS_OUTPUT, STATUS_USAGE, Failure, shown
from .standard import complain

STATUS_FAILED = 1


def run(name, usage, main):
    """Calls main with the words of the command line, and ends this process with the status that main
    returns, or with a message on one line, and below it what another program told. `usage` is what --help prints; texts name tools and files as
    they are in the tree."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)   # ends by them as any command does,
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # and starts others that do
    try:
        if sys.stdout is None:
            raise Failure(STATUS_OUTPUT, "there is no standard output to write to")
        sys.stdout.reconfigure(errors="backslashreplace")
        try:
            status = told_or_done(name, usage, main)
        finally:
            sys.stdout.flush()  # also what was printed before a failure
    except Failure as failure:
        complain(as_called(str(failure)), name, failure.told)
        status = failure.status
    except OSError as error:
        where = error.filename or "the output"
        complain(f"cannot write or read {where}: {error.strerror}", name)
        status = STATUS_OUTPUT
    os._exit(status)  # so that Python does not try again to write what could not be written


def told_or_done(name, usage, main):
    """Prints the usage or the version if it is asked for; else does the work."""
    words = sys.argv[1:]
    if words == ["--version"]:
        print(f"{name} (graycube) {version()}")
        return 0
    if "--help" in words or "-h" in words:
        print(as_called(usage.strip()))
        return 0
    return main(words)


def as_called(text):
    """A text with the tools named as a user calls them, and results where they are written: in the tree
    tools/table, or `make table`, and build/table.json; installed, graycube table, and table.json."""
    if IN_TREE:
        return text
    text = re.sub(r"\b(?:tools/(?:page/|finding/|)|make )(?=(?:catalogue|check|draw|find|grade|mpi-missing|replay|reroute|speedup|table)\b)",
                  "graycube ", text)
    return re.sub(r"(?<![\w/])build/", "", text.replace("graycube catalogue", "graycube page"))


def seen_from_here(path):
    """The path for a message: relative to our folder, if that is still there."""
    try:
        return os.path.relpath(path)
    except OSError:
        return path


def no_more(words):
    """Refuses the words that are left of a command line."""
    if words:
        what = "option" if words[0].startswith("-") else "place for the word"
        raise Failure(STATUS_USAGE, f"there is no {what} {shown(words[0])} (--help lists what there is)")
