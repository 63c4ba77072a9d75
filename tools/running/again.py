"""Runs a program again in the same machine, which starts at its first instruction (kernel/again.c): for mpiexec --explore."""

import os

from .ending import WORD_BYTES

PROGRAM = 3  # parts at the beginning of the initrd that the program is
ROOM = 1 << 16  # bytes behind the first initrd, into which a later one may grow


class Again:
    """What is done between two runs. `report` says that a run has ended with status 0, and returns words for -x and seconds
    for the next one, or None."""

    console = None  # of the machine, while it runs

    def __init__(self, report):
        self._report = report

    def prepare(self, machine, archive, most, write_results):
        """The machine; the initrd, in parts, for words of -x; its most bytes; and what writes the results of a run."""
        self._machine, self._archive, self._most, self._write_results = machine, archive, most, write_results
        machine.places.again = self

    def next(self):
        """Completes what a run has printed and recorded. Returns the place of other bytes in the initrd for the next one, and
        these; none if there is none, or no room for it."""
        self.console.flush()
        for server in self._machine.servers:
            if server is not self._machine.places:
                server.turn(None)  # of standard error: it has not ended
        self._write_results()
        told = self._report()
        if not told:
            return 0, b""
        words, seconds = told
        parts = self._archive(words)
        offset, data = sum(map(len, parts[:PROGRAM])), b"".join(parts[PROGRAM:])
        if offset + len(data) > self._most:
            return 0, b""
        os.ftruncate(self._machine.ending.descriptor, WORD_BYTES)  # nothing is proved of the next run
        self.console.limit(int(seconds))
        return offset, data
