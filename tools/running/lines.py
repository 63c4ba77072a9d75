"""Looks up where in the source an address of a program or of the kernel lies, by addr2line."""

import os
import re
import select
import signal
import time

from .failure import Failure, one_line
from .machine import program_path
from .signals import LOOK, SIGNALS
from .standard import ERROR, INPUT, OUTPUT, write_all

SECONDS = 4              # that all answers of a run may take, for a person waits for the report
MEMORY = 512 << 20       # bytes that addr2line may take
ANSWER_BYTES = 64 << 10  # of an answer

# An answer of addr2line has as many lines as functions are inlined there, and no end; and the names in it, which are the
# program's, may have line ends. So each question is followed by one about a random address above these: addr2line
# repeats it before the next answer, and no program can have known it.
NOWHERE, RANDOM_BYTES = 0xffff << 48, 6
PLACE = re.compile(r"(?P<file>.*):(?P<line>[0-9]{1,9}|\?)(?: \(discriminator [0-9]+\))?", re.ASCII)
UNKNOWN = "?"  # how addr2line begins the name of a function, a file or a line that it does not know


def cross_tool(name):
    """The path of a tool of the cross binutils that cubecc uses; None if it is not installed."""
    prefix = os.environ.get("CROSS_COMPILE")
    for prefix in [prefix] if prefix else ["aarch64-none-elf-", "aarch64-linux-gnu-"]:
        try:
            return program_path(prefix + name)
        except Failure:
            pass
    return None


class Unanswered(Exception):
    """addr2line has ended, or takes too much to answer."""


class Lines:
    """An addr2line that answers one question after the other. It ends when we do, because its input then ends. If
    it takes too much, which a program's file can be made for, it is ended. Without an addr2line no place is known.
    """

    seconds = SECONDS  # that are left to all of them

    def __init__(self, file):
        self._known, self._child = {}, None
        tool = cross_tool("addr2line")
        if not tool:
            return
        from resource import RLIMIT_AS, prlimit
        questions, self._questions = os.pipe()
        self._answers, its_answers = os.pipe()
        nothing = os.open(os.devnull, os.O_WRONLY)
        options = ["--addresses", "--functions", "--inlines", "--demangle"]
        self._child = os.posix_spawn(tool, [tool, "--exe", file, *options], os.environ, setpgroup=0,
                                     file_actions=[(os.POSIX_SPAWN_DUP2, questions, INPUT),
                                                   (os.POSIX_SPAWN_DUP2, its_answers, OUTPUT),
                                                   (os.POSIX_SPAWN_DUP2, nothing, ERROR)])
        for descriptor in (questions, its_answers, nothing):
            os.close(descriptor)
        prlimit(self._child, RLIMIT_AS, (MEMORY, MEMORY))
        self._received, self._signal = b"", SIGNALS.number
        self._poll = select.poll()
        self._poll.register(self._answers, select.POLLIN)

    def at(self, address):
        """The functions that an instruction lies in, as "function (file.c:line)": first its own, then
        the one into which that has been inlined, and so on. The list is empty if the place is not known."""
        return [one_line(f"{function} ({os.path.basename(file)}:{line})")
                for function, file, line in self.places(address)]

    def places(self, address):
        """The same as (function, path of the file, line) each."""
        if address not in self._known:
            self._known[address] = list(self._ask(address))
        return self._known[address]

    def _ask(self, address):
        if not self._child:
            return
        end = NOWHERE | int.from_bytes(os.urandom(RANDOM_BYTES), "big")
        try:
            write_all(self._questions, f"{address:#x}\n{end:#x}\n".encode())
            said = self._said(address, end)
        except (OSError, Unanswered):
            os.killpg(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
            self._child = None
            return
        places = [PLACE.fullmatch(line) for line in said[1::2]]
        if 2 * len(places) != len(said) or None in places:
            return  # line ends in names: nobody knows which lines belong together
        for function, place in zip(said[::2], places):
            if UNKNOWN not in (function[:1], place["file"][:1], place["line"]):
                yield one_line(function), one_line(place["file"]), int(place["line"])

    def _said(self, address, end):
        """The lines of one answer: a function, its place, the next function, and so on."""
        said, left = [], ANSWER_BYTES
        while not is_address(line := self._line(), end):
            said.append(line)
            left -= len(line) + 1
            if left < 0:
                raise Unanswered
        begin = next((number for number, line in enumerate(said) if is_address(line, address)), None)
        if begin is None:
            raise Unanswered
        return said[begin + 1:]  # behind what was left of the answer before

    def _line(self):
        while b"\n" not in self._received:
            if len(self._received) > ANSWER_BYTES:
                raise Unanswered
            self._received += self._receive()
        line, _, self._received = self._received.partition(b"\n")
        return line.decode("utf-8", "backslashreplace")

    def _receive(self):
        """Some bytes. Waits no longer than all answers together may take, nor when a signal ends us."""
        begun = time.monotonic()
        while not self._poll.poll(1000 * LOOK):
            if time.monotonic() - begun > Lines.seconds or SIGNALS.number != self._signal:
                break
        Lines.seconds -= time.monotonic() - begun
        data = os.read(self._answers, ANSWER_BYTES) if self._poll.poll(0) and Lines.seconds > 0 else b""
        if not data:
            raise Unanswered
        return data


def is_address(line, address):
    """Whether a line is just that address."""
    try:
        return int(line, 16) == address
    except ValueError:
        return False
