"""How the tools that are not cuberun begin and end."""

import csv
import json
import os
import re
import signal
import sys

from . import IN_TREE, version
from .failure import STATUS_OUTPUT, STATUS_USAGE, Failure, no_argument, problem, shown, unknown
from .standard import complain

STATUS_FAILED = 1
CALLED = {"name": "", "usage": ""}  # the tool that runs


def run(name, usage, main):
    """Calls main with the words of the command line, and ends this process with the status that main
    returns, or with a message on one line, and below it what another program told. `usage` is what --help prints; texts name tools and files as
    they are in the tree."""
    CALLED.update(name=name, usage=usage)
    signal.signal(signal.SIGINT, signal.SIG_DFL)   # ends by them as any command does,
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # and starts others that do
    try:
        if sys.stdout is None:
            raise Failure(STATUS_OUTPUT, "standard output: closed")
        sys.stdout.reconfigure(errors="backslashreplace")
        try:
            status = told_or_done(name, usage, main)
        finally:
            sys.stdout.flush()  # also what was printed before a failure
    except Failure as failure:
        complain(as_called(str(failure)), name, failure.told)
        status = failure.status
    except OSError as error:
        complain(f"{error.filename or 'standard output'}: {error.strerror}", name)
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
    text = re.sub(r"\b(?:tools/(?:page/|finding/|)|make )(?=(?:catalogue|check|draw|find|grade|lab|mpi-missing|replay|reroute|speedup|table)\b)",
                  "graycube ", text)
    return re.sub(r"(?<![\w/])build/", "", text.replace("graycube catalogue", "graycube page"))


def seen_from_here(path):
    """The path for a message: relative to our folder, if that is still there."""
    try:
        return os.path.relpath(path)
    except OSError:
        return path


def write_json(path, value):
    """Writes a result to a file."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)
        file.write("\n")


def write_csv(path, fields, rows):
    """Writes rows, which are objects with these fields, to a file."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fields, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def no_more(words):
    """Refuses the words that are left of a command line."""
    if words and words[0].startswith("-"):
        raise unknown("option", words[0], re.findall(r"(?<![-\w])--?[a-z][-a-z]*", CALLED["usage"]), f"{CALLED['name']} --help")
    if words:
        raise Failure(STATUS_USAGE, f"unexpected argument '{shown(words[0])}' (see {CALLED['name']} --help)")


def nothing_given(what, call):
    """The failure of a command line that lacks its first word."""
    return Failure(STATUS_USAGE, f"no {what} given ({call}; see --help)")


def split(words, valued=(), flags=()):
    """Splits a command line: the plain words, and the options by name, with their values, or True for flags."""
    plain, given = [], {}
    while words:
        word, *words = words
        name, equals, value = word.partition("=")
        if word in flags:
            given[word] = True
        elif name in valued:
            if not equals:
                if not words:
                    raise no_argument(name)
                value, *words = words
            given[name] = value
        elif word.startswith("-"):
            no_more([word])
        else:
            plain.append(word)
    return plain, given


def split_one(words, what, call, valued=(), flags=()):
    """Splits a command line that has one plain word, which is `what`: that word, and the options as `split` returns them."""
    plain, given = split(words, valued, flags)
    if not plain:
        raise nothing_given(what, call)
    no_more(plain[1:])
    return plain[0], given
