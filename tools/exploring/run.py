"""Runs of the program: the status of each, what it printed, and the records of its messages."""

import contextlib
import json
import os
import select
import socket
import stat
import sys

from running.again import Again
from running.clocks import counted
from running.command import run_program, status_of
from running.failure import problem
from running.host import anonymous_file
from running.initrd import INPUT_FILE_BYTES
from running.options import AGAIN, ORDERS
from running.standard import ERROR, INPUT, OUTPUT, complain, write_all

PIPE_BYTES = 1 << 20
PATIENCE = 2  # seconds without input, after which the user hears what is waited for
MESSAGE_BYTES = 1 << 20  # more than a socket takes at once


def text_of(decisions):
    """A list of decisions as the library reads it (mpi/message/explore.c): NODE:NUMBER LETTER=VALUE with commas."""
    return ",".join(f"{node}:{number}{call}={value}" for (node, number, call), value in sorted(decisions.items()))


def kept_input():
    """A descriptor of our input as a file, which comes with the program: what a machine reads of anything else is not there for
    the next run. Of a terminal nothing is read."""
    kind, kept = os.fstat(INPUT).st_mode, INPUT
    if not stat.S_ISREG(kind):
        kept = anonymous_file("input")
        has_end = stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind)
        if has_end and not select.select([INPUT], [], [], PATIENCE)[0]:
            complain("--explore: waits for the end of standard input (</dev/null: none)", "mpiexec")
        while has_end and os.fstat(kept).st_size <= INPUT_FILE_BYTES and (data := os.read(INPUT, PIPE_BYTES)):
            write_all(kept, data)
        os.lseek(kept, 0, os.SEEK_SET)
    if os.fstat(kept).st_size - os.lseek(kept, 0, os.SEEK_CUR) > INPUT_FILE_BYTES:
        raise problem("--explore", "standard input is too large", "expected: at most 64 MiB")
    return kept


def prepare(program):
    """Reads what each run needs: their processes have it from this one."""
    import running.results  # pylint: disable=unused-import
    from running.initrd import program_of
    program_of(program)


class Machine:
    """A machine in a process of its own, which runs the program again as long as that ends with status 0."""

    def __init__(self):
        self.runs = 0
        self._files = [anonymous_file(name) for name in ("output", "errors", "orders")]
        self._near, self._far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

    def start(self, options, program, arguments, source, others):
        """Begins the first run. `others` are the machines of which its process must not keep any end."""
        self.runs = 1
        sys.stdout.flush()
        self._child = os.fork()
        if self._child == 0:
            for other in (self, *others):
                other._near.close()
            for descriptor, place in zip((source, *self._files), (INPUT, OUTPUT, ERROR)):
                os.dup2(descriptor, place)
            told = {**options, ORDERS: self._files[2]}
            if "--limit" not in told and counted(told):  # else a run depends on the time at its beginning
                told[AGAIN] = Again(self._next)
            os._exit(status_of(lambda: run_program(told, program, arguments)))
        self._far.close()

    def start_again(self, words, seconds):
        """Begins another run, with these words of -x. A machine that takes no more words ends."""
        self.runs += 1
        for file in self._files:
            os.ftruncate(file, 0)
            os.lseek(file, 0, os.SEEK_SET)
        try:
            self._near.send(json.dumps((words, seconds)).encode())
        except OSError:
            self._near.shutdown(socket.SHUT_WR)

    def _next(self):
        """In its process: says that a run has ended. Returns what to run next, or None."""
        with contextlib.suppress(OSError):
            self._far.send(bytes(1))
            return json.loads(self._far.recv(MESSAGE_BYTES) or "null")

    def wait(self):
        """Waits for the end of a run. Returns its status, and whether there can be another one."""
        if self._near.recv(1):
            return 0, True
        self._near.close()
        return os.waitstatus_to_exitcode(os.waitpid(self._child, 0)[1]), False

    def texts(self):
        """What the run has printed on its two outputs, and its records."""
        return [os.pread(file, os.fstat(file).st_size, 0).decode(errors="backslashreplace") for file in self._files]

    def close(self):
        """Closes the files of a machine that has ended."""
        for file in self._files:
            os.close(file)

    def end(self):
        """Ends it, between two runs."""
        self._near.shutdown(socket.SHUT_RDWR)
        self.wait()
        self.close()


class Machines:
    """The machines of an exploration, which run the program with these options."""

    def __init__(self, options, program, arguments, source):
        self._options, self._what = options, (program, arguments, source)
        self._machines, self._free = [], []

    def start(self, decisions, seconds, fresh=False):
        """Begins a run with these decisions and a limit in seconds, in a machine that has run nothing before if `fresh`."""
        words = [*self._options["-x"], f"MPI_EXPLORE={text_of(decisions)}"]
        if self._free and not fresh:
            machine = self._free.pop()
            machine.start_again(words, seconds)
        else:
            machine = Machine()
            machine.start({**self._options, "--exact": True, "--timeout": str(seconds), "-x": words}, *self._what, self._machines)
            self._machines.append(machine)
        return Run(decisions, machine.runs == 1, lambda: self._take(machine, decisions, seconds))

    def _take(self, machine, decisions, seconds):
        """Waits for the end of a run. Returns its status, and its texts."""
        status, goes_on = machine.wait()
        texts = machine.texts()
        if goes_on:
            self._free.append(machine)
            return status, texts
        self._machines.remove(machine)
        machine.close()
        if status == 0 and machine.runs > 1:  # it has not run again
            return self.start(decisions, seconds, fresh=True).take()
        return status, texts

    def end(self):
        """Ends all, which run nothing."""
        for machine in self._free:
            machine.end()


class Run:
    """A run with these decisions, in a `fresh` machine or not. `take` waits, and returns its status and texts."""

    def __init__(self, decisions, fresh, take):
        self.decisions, self.fresh, self.take = decisions, fresh, take

    def end(self):
        """Waits for the end; returns this run."""
        self.status, (output, self.errors, orders) = self.take()
        self.lines = sorted(output.splitlines())
        self.records = json.loads(orders or "[]")
        return self
