"""One run of the program in a process of its own: its status, what it printed, and the records of its messages."""

import json
import os
import stat
import sys

from running.command import status_of
from running.host import anonymous_file
from running.options import ORDERS
from running.standard import ERROR, INPUT, OUTPUT, write_all

PIPE_BYTES = 1 << 20


def text_of(decisions):
    """A list of decisions as the library reads it (mpi/message/explore.c): NODE:NUMBER LETTER=VALUE with commas."""
    return ",".join(f"{node}:{number}{call}={value}" for (node, number, call), value in sorted(decisions.items()))


def kept_input():
    """A descriptor of our input, that each run can read from its beginning. Of a terminal nothing is read."""
    kind = os.fstat(INPUT).st_mode
    if stat.S_ISREG(kind):
        return INPUT
    if not stat.S_ISFIFO(kind):
        return os.open(os.devnull, os.O_RDONLY)
    kept = anonymous_file("input")
    while data := os.read(INPUT, PIPE_BYTES):
        write_all(kept, data)
    os.lseek(kept, 0, os.SEEK_SET)
    return kept


def prepare(program):
    """Reads what each run needs: their processes have it from this one."""
    import running.results  # pylint: disable=unused-import
    from running.initrd import program_of
    program_of(program)


class Run:
    """Starts the program with these options and decisions. `end` waits, and fills in the result."""

    def __init__(self, options, program, arguments, source, decisions, seconds):
        self.decisions, self.status, self.records = decisions, 0, []
        self._files = [anonymous_file(name) for name in ("output", "errors", "orders")]
        self._told = {**options, "--exact": True, "--timeout": str(seconds), ORDERS: self._files[2],
                      "-x": [*options["-x"], f"MPI_EXPLORE={text_of(decisions)}"]}
        sys.stdout.flush()
        self.child = os.fork()
        if self.child == 0:
            for descriptor, place in ((source, INPUT), (self._files[0], OUTPUT), (self._files[1], ERROR)):
                os.dup2(descriptor, place)
            os._exit(status_of(lambda: self._run(program, arguments)))

    def _run(self, program, arguments):
        from running.command import run_program
        return run_program(self._told, program, arguments)

    def end(self):
        """Waits for the end; returns this run."""
        self.status = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        self.child = None
        output, self.errors, orders = (self._take(file) for file in self._files)
        self.lines = sorted(output.splitlines())
        self.records = json.loads(orders or "[]")
        return self

    @staticmethod
    def _take(file):
        with open(file, "rb") as opened:
            opened.seek(0)
            return opened.read().decode(errors="backslashreplace")
