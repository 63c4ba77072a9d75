"""Where in the source of a file of the cube an address lies, by addr2line."""

import os
import shutil
import subprocess

from .failure import one_line

# A line that ends what addr2line says of the address before: no instruction has this address.
LAST = "0xffffffffffffffff"
UNKNOWN = "?"


def cross_tool(name):
    """The path of a tool of the cross binutils, or None. They are those that cubecc takes."""
    prefixes = ([os.environ["CROSS_COMPILE"]] if os.environ.get("CROSS_COMPILE")
                else ["aarch64-none-elf-", "aarch64-linux-gnu-"])
    return next(filter(None, (shutil.which(prefix + name) for prefix in prefixes)), None)


class Lines:
    """An addr2line that is asked one address after the other."""

    def __init__(self, file):
        self._known = {}
        tool = cross_tool("addr2line")
        self._tool = tool and subprocess.Popen(
            [tool, "--exe", file, "--addresses", "--functions", "--inlines", "--demangle"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            encoding="utf-8", errors="backslashreplace", process_group=0)

    def at(self, address):
        """The functions that an instruction lies in, as "function (file.c:line)": first its own, then
        that which this one has been inlined into, and so on. None where it is not known."""
        if address not in self._known:
            self._known[address] = list(self._ask(address))
        return self._known[address]

    def _ask(self, address):
        if not self._tool:
            return
        try:
            self._tool.stdin.write(f"{address:#x}\n{LAST}\n")
            self._tool.stdin.flush()
            said = self._said(LAST)
        except OSError:  # it has ended: what it was given is no file for it
            self._tool = None
            return
        for function, place in zip(said[::2], said[1::2]):
            file, _, line = place.partition(" (discriminator")[0].rpartition(":")
            if file.strip(UNKNOWN) and line.strip(UNKNOWN) and function.strip(UNKNOWN):
                yield one_line(f"{function} ({os.path.basename(file)}:{line})")

    def _said(self, last):
        """What it says of one address: a function and its place, in turns."""
        lines = []
        self._tool.stdout.readline()  # repeats the address
        while True:
            line = self._tool.stdout.readline()
            if not line:
                raise BrokenPipeError
            if line.strip() == last:
                break
            lines.append(line.rstrip("\n"))
        for _ in range(2):  # what it says of the last one
            self._tool.stdout.readline()
        return lines
