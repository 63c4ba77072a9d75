"""Looks up where in the source an address of a program or of the kernel lies, by addr2line."""

import os

from .failure import Failure, one_line
from .machine import program_path
from .standard import ERROR, INPUT, OUTPUT, write_all

# An answer of addr2line has as many lines as functions are inlined there, and no end. So each question is
# followed by one about this address, where no instruction is: addr2line repeats it before the next answer.
NOWHERE = "0xffffffffffffffff"
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


class Lines:
    """An addr2line that answers one question after the other. It ends when we do, because its input then ends.
    Without an addr2line no place is known."""

    def __init__(self, file):
        self._known, self._questions = {}, None
        tool = cross_tool("addr2line")
        if not tool:
            return
        questions, self._questions = os.pipe()
        answers, its_answers = os.pipe()
        nothing = os.open(os.devnull, os.O_WRONLY)
        options = ["--addresses", "--functions", "--inlines", "--demangle"]
        os.posix_spawn(tool, [tool, "--exe", file, *options], os.environ, setpgroup=0,
                       file_actions=[(os.POSIX_SPAWN_DUP2, questions, INPUT),
                                     (os.POSIX_SPAWN_DUP2, its_answers, OUTPUT),
                                     (os.POSIX_SPAWN_DUP2, nothing, ERROR)])
        for descriptor in (questions, its_answers, nothing):
            os.close(descriptor)
        self._answers = open(answers, encoding="utf-8", errors="backslashreplace")

    def at(self, address):
        """The functions that an instruction lies in, as "function (file.c:line)": first its own, then
        the one into which that has been inlined, and so on. The list is empty if the place is not known."""
        if address not in self._known:
            self._known[address] = list(self._ask(address))
        return self._known[address]

    def _ask(self, address):
        if not self._questions:
            return
        try:
            write_all(self._questions, f"{address:#x}\n{NOWHERE}\n".encode())
        except OSError:  # addr2line has ended, because it cannot read the file
            self._questions = None
            return
        said = list(self._said())
        for function, place in zip(said[::2], said[1::2]):
            file, _, line = place.partition(" (discriminator")[0].rpartition(":")
            if UNKNOWN not in (function[:1], file[:1], line[:1]):
                yield one_line(f"{function} ({os.path.basename(file)}:{line})")

    def _said(self):
        """The lines of one answer: a function, its place, the next function, and so on."""
        self._answers.readline()  # the address
        for line in self._answers:
            if line.strip() == NOWHERE:
                break
            yield line.rstrip("\n")
        for _ in range(2):  # the function and the place of NOWHERE
            self._answers.readline()
