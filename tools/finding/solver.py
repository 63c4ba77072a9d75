"""Solvers of formulas: programs that read DIMACS CNF and print what solvers in competitions print, "s SATISFIABLE" and the
true literals in lines that begin with "v"."""

import shutil
import subprocess
import threading

from running.failure import STATUS_USAGE, Failure, shown
from running.progress import Progress, clock
from running.tool import STATUS_FAILED

USUAL = "cadical"
FOUND, IMPOSSIBLE, UNKNOWN = "found", "impossible", "unknown"


class Searching(Progress):
    """Tells what is being searched, and how long it may still take."""

    def __init__(self, what, seconds):
        super().__init__({what: seconds}, measured=False)
        self.what, self.seconds = what, seconds

    def line(self):
        """The line."""
        import time
        return f"{self.what}, {clock(time.monotonic() - self.began)} so far, of {clock(self.seconds)} at most"


def needed(solver):
    """The path of a solver, or a refusal that says how to get one."""
    path = shutil.which(solver)
    if not path:
        how = "'make setup-find' installs it" if solver == USUAL else "--solver names one that is installed"
        raise Failure(STATUS_USAGE, f"there is no solver {shown(solver)}: {how}; without one, only what counting tells is known")
    return path


def solve(formula, solver, what, seconds, proof=None):
    """Asks a solver about a formula: FOUND and the set of true variables, or IMPOSSIBLE or UNKNOWN and None. With `proof`,
    the name of a file, what is impossible is written there with a proof in DRAT, and the formula to PROOF.cnf."""
    command = [needed(solver)]
    if command[0].rpartition("/")[2] == USUAL:
        command += ["-q", "-t", str(max(int(seconds + 1), 1))]
    if proof:
        with open(f"{proof}.cnf", "w", encoding="ascii") as file:
            file.writelines(formula.dimacs())
        command += [f"{proof}.cnf", proof]
    with Searching(what, seconds), subprocess.Popen(
            command, stdin=subprocess.DEVNULL if proof else subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True) as process:
        limit = threading.Timer(seconds, process.kill)
        limit.start()
        try:
            if not proof:
                write(process.stdin, formula)
            return read(process.stdout, command[0])
        finally:
            limit.cancel()
            process.kill()


def write(stream, formula):
    """Writes the formula to a solver, which may have ended before it has read all of it."""
    try:
        with stream:
            stream.writelines(formula.dimacs())
    except BrokenPipeError:
        pass


def read(stream, solver):
    """What a solver has found."""
    verdict, true = UNKNOWN, set()
    for line in stream:
        if line.startswith("v"):
            try:
                true.update(int(word) for word in line.split()[1:] if not word.startswith("-"))
            except ValueError as error:
                raise Failure(STATUS_FAILED, f"{shown(solver)} prints what no solver prints: {shown(line.strip())}") from error
        elif line.startswith("s "):
            verdict = {"s SATISFIABLE": FOUND, "s UNSATISFIABLE": IMPOSSIBLE}.get(line.strip(), UNKNOWN)
    return verdict, true if verdict == FOUND else None
