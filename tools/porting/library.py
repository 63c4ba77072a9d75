"""The names in our headers of MPI, and those that the library refuses."""

import os
import re
import subprocess

from running import ROOT
from running.failure import Failure
from running.tool import STATUS_FAILED

NAME = re.compile(r"(?<!\w)P?MPIX?_\w+")
REFUSED = re.compile(r"(?<!\w)(P?MPI_\w+) *\([^()]*\) *__asm__ *\(([^()]*)\)")  # a declaration of mpi_refused.h
MARK = "_is_refused__"  # in the name of the symbol of what is refused: behind it is the reason
FORTRAN_SYMBOL = re.compile(r"p?mpix?_[a-z0-9_]*_")
FORTRAN_ALONE = {"mpi_sizeof"}
UNKNOWN = "no header of this MPI has it"


class Library:
    """The names of the headers, from their text as the preprocessor leaves it, with the definitions of macros."""

    def __init__(self, text):
        self._names = set(NAME.findall(text))
        self._refused = {}
        for name, symbol in REFUSED.findall(text):
            self._refused[name] = "".join(re.findall('"([^"]*)"', symbol)).partition(MARK)[2].replace("_", " ")

    def is_refused(self, name):
        """Whether the library refuses a function of this name."""
        return name in self._refused

    def why_missing(self, name):
        """Why a name in a source, or of a symbol, is missing; None if it is not."""
        if name.startswith("MPI::"):
            return "MPI has had no classes of C++ since 3.0"
        if FORTRAN_SYMBOL.fullmatch(name):
            lower = name.removesuffix("_")
            name = next((known for known in self._names if known.lower() == lower), name)
            return None if lower in FORTRAN_ALONE else self.why_missing(name) if name in self._names else UNKNOWN
        if self.is_refused(name):
            return self._refused[name]
        return None if name in self._names else UNKNOWN


def library():
    """What there is, by the headers beside this tool."""
    headers = "#include <mpi.h>\n#include <mpi-ext.h>\n"
    done = subprocess.run([os.path.join(ROOT, "tools/mpicc"), "-E", "-dD", "-P", "-x", "c", "-"], input=headers,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(STATUS_FAILED, f"mpicc cannot read mpi.h: {' '.join(done.stderr.split())[:200]}")
    return Library(done.stdout)
