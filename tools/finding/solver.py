"""Solvers of formulas: programs that read DIMACS CNF and print in the format of competitions, "s
SATISFIABLE" and the true literals in lines that begin with "v"."""

import contextlib
import os
import shutil
import signal
import subprocess
import threading
import time

from running.failure import Failure, problem, shown
from running.machine import ending_with_us
from running.progress import Progress, clock
from running.tool import STATUS_FAILED

USUAL = "cadical"
FOUND, IMPOSSIBLE, UNKNOWN = "found", "impossible", "unknown"


class Searching(Progress):
    """Tells what is being searched, and how long that may still take: until a time (time.monotonic)."""

    def __init__(self, what, end):
        super().__init__({what: 1})
        self.what, self.does, self.seconds = what, "the formula is made", max(end - self.began, 0)

    def asks(self, variables):
        """The formula is complete, and the solver is asked."""
        self.does = f"{variables} variables"

    def line(self):
        """The line."""
        return f"{self.what}: {self.does}, {clock(time.monotonic() - self.began)} so far, of {clock(self.seconds)} at most"


def needed(solver):
    """The path of a solver, or a refusal that says how to get one."""
    path = shutil.which(solver)
    if not path:
        how = "install the package of the distribution ('make setup-find')" if solver == USUAL else "--solver names one that is installed"
        raise problem(f"solver {shown(solver)}", "not installed", f"{how}; without a solver only counting is possible")
    return path


def solve(formula, solver, seconds, proof=None):
    """Asks a solver about a formula: FOUND and the set of true variables, or IMPOSSIBLE or UNKNOWN and None. With `proof`,
    the name of a file, a proof in DRAT of what is impossible is written there, and the formula to PROOF.cnf. Neither is left
    behind of anything else."""
    command = [needed(solver)]
    if os.path.basename(command[0]) == USUAL:
        command += ["-q", "-t", str(max(int(seconds + 1), 1))]
    if proof:
        with open(f"{proof}.cnf", "w", encoding="ascii") as file:
            file.writelines(formula.dimacs())
        command += [f"{proof}.cnf", proof]
    began = time.monotonic()
    with subprocess.Popen(ending_with_us(command), stdin=subprocess.DEVNULL if proof else subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, errors="replace") as process:
        limit = threading.Timer(seconds, process.kill)
        limit.start()
        try:
            if not proof:
                write(process.stdin, formula)
            verdict, true = read(process.stdout)
            status = process.wait()
        finally:
            limit.cancel()
            process.kill()
    if proof and verdict != IMPOSSIBLE:
        for path in (proof, f"{proof}.cnf"):
            with contextlib.suppress(OSError):
                os.unlink(path)
    if verdict == UNKNOWN and time.monotonic() - began < seconds:
        raise Failure(STATUS_FAILED, f"{shown(solver)}: ended with status {status} and printed no verdict (expected: a line that begins with s)")
    if verdict == FOUND and not formula.is_true(true):
        raise Failure(STATUS_FAILED, f"{shown(solver)}: printed a wrong solution")
    return verdict, true


def write(stream, formula):
    """Writes the formula to a solver, which may have ended before it has read all of it: what it has printed tells."""
    usual = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        with stream:
            stream.writelines(formula.dimacs())
    except BrokenPipeError:
        pass
    finally:
        signal.signal(signal.SIGPIPE, usual)


def read(stream):
    """What a solver has found: its verdict, and the true variables."""
    verdict, true = UNKNOWN, set()
    for line in stream:
        if line.startswith("v"):
            true.update(int(word) for word in line.split()[1:] if word.isdecimal() and len(word) < 12)
        elif line.startswith("s "):
            verdict = {"s SATISFIABLE": FOUND, "s UNSATISFIABLE": IMPOSSIBLE}.get(line.strip(), UNKNOWN)
    return verdict, true if verdict == FOUND else None
