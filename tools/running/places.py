"""Answers the kernel when it asks where in the program's source an address lies (formats/place.h).

The kernel asks while it writes a report, and prints the answer itself. So nothing that a program prints is
read or changed here. A question is a number, so a program cannot ask for anything else."""

import os
import struct

from .edge import Guarded
from .requests import Requests

QUESTION, ANSWER = struct.Struct("<Q"), struct.Struct("<Q")
LAST_LOOK, STAY = (1 << 64) - 1, b"\0"  # PLACE_LAST_LOOK, PLACE_STAY
AGAIN, PLACE = (1 << 64) - 2, struct.Struct("<QQ")  # PLACE_AGAIN, struct place_again
ANSWER_BYTES = 480  # PLACE_BYTES: lines that do not fit are left out


class Places(Requests):
    """Answers them. `last_look` is called when the machine has come to an end, and then ends the emulator, if it is not
    None. `again` has what the machine runs after status 0 (again.py), or is None."""

    def __init__(self, program):
        super().__init__()
        self.program = program
        self._lines = None  # made for the first question
        self.last_look = self.again = None

    def turn(self, poll):
        """A question has come, or the machine has ended."""
        question = os.read(self.source, QUESTION.size)  # comes whole, for it is shorter than a page
        if len(question) < QUESTION.size:
            poll.unregister(self.source)
            return
        address = QUESTION.unpack(question)[0]
        if address == LAST_LOOK:
            self._tell(STAY if self.last_look else b"")
            if self.last_look:
                self.last_look()
            return
        if address == AGAIN:
            offset, data = self.again.next() if self.again else (0, b"")
            self._tell(PLACE.pack(offset, len(data)) if data else b"", data)
            return
        text = b""
        with Guarded("a place in the report"):
            text = os.fsencode("\n".join(self.lines().at(address)))
        if len(text) > ANSWER_BYTES:
            text = text[:ANSWER_BYTES].rpartition(b"\n")[0]
        self._tell(text)

    def _tell(self, text, data=b""):
        self.answer(ANSWER.pack(len(text)) + text + data)

    def lines(self):
        """What looks up the program's addresses. It takes time to load, and most runs do not need it."""
        if self._lines is None:
            from .lines import Lines
            self._lines = Lines(self.program)
        return self._lines
