"""Which functions of MPI object files and archives call, by nm."""

import re
import subprocess

from running.failure import STATUS_PANIC, Failure
from running.limits import limit
from running.lines import cross_tool

from .library import MARK

LINE = re.compile(r"(?:\[(?P<member>.*)\])?: (?P<symbol>\S+) (?P<kind>\w)\b")  # behind the name of the file
NAME = re.compile(r"P?MPIX?_[A-Z]\w*|p?mpix?_[a-z0-9_]*_")  # the second is Fortran's
NEEDED = "Uvw"  # kinds of symbols that another file defines


class Object:
    """An object file: `uses` are the functions of MPI that it needs, each with the file's name, and `own` those that
    it defines."""

    def __init__(self):
        self.uses, self.own = [], set()


def objects_in(path):
    """The object files that a file is, or that it holds, as far as nm understands it."""
    nm = cross_tool("nm")
    if not nm:
        raise Failure(STATUS_PANIC, "nm: not installed (run 'make setup')")
    found = {}
    with open(path, "rb") as file:
        name = f"/dev/fd/{file.fileno()}"
        done = subprocess.run([nm, "-A", "-P", name], pass_fds=[file.fileno()], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True, errors="replace", check=False, preexec_fn=limit)
    for line in done.stdout.splitlines():
        match = LINE.match(line.removeprefix(name))
        symbol = match and match["symbol"].partition(MARK)[0]
        if symbol and NAME.fullmatch(symbol):
            where = f"{path}({match['member']})" if match["member"] else path
            part = found.setdefault(where, Object())
            if match["kind"] in NEEDED:
                part.uses.append((symbol, where))
            else:
                part.own.add(symbol)
    return list(found.values())
