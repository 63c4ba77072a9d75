"""Where in the source of a file of the cube an address lies, by addr2line."""

import os

from .failure import Failure, one_line
from .machine import program_path
from .standard import ERROR, INPUT, OUTPUT, write_all

# An address at which no instruction is: what addr2line says of it ends what it has said before.
NOWHERE = "0xffffffffffffffff"
UNKNOWN = "?"


def cross_tool(name):
    """The path of a tool of the cross binutils, those that cubecc takes; None where there is none."""
    prefix = os.environ.get("CROSS_COMPILE")
    for prefix in [prefix] if prefix else ["aarch64-none-elf-", "aarch64-linux-gnu-"]:
        try:
            return program_path(prefix + name)
        except Failure:
            pass
    return None


class Lines:
    """An addr2line that is asked one address after the other, and ends with us: its input ends."""

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
        that which this one has been inlined into, and so on. None where it is not known."""
        if address not in self._known:
            self._known[address] = list(self._ask(address))
        return self._known[address]

    def _ask(self, address):
        if not self._questions:
            return
        try:
            write_all(self._questions, f"{address:#x}\n{NOWHERE}\n".encode())
        except OSError:  # it has ended: what it was given is no file for it
            self._questions = None
            return
        said = list(self._said())
        for function, place in zip(said[::2], said[1::2]):
            file, _, line = place.partition(" (discriminator")[0].rpartition(":")
            if UNKNOWN not in (function[:1], file[:1], line[:1]):
                yield one_line(f"{function} ({os.path.basename(file)}:{line})")

    def _said(self):
        """What it says of one address: a function and its place, in turns."""
        self._answers.readline()  # repeats the address
        for line in self._answers:
            if line.strip() == NOWHERE:
                break
            yield line.rstrip("\n")
        for _ in range(2):  # what it says of that one
            self._answers.readline()
