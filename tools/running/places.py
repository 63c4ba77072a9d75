"""Answers the kernel's questions where in the program's source an address lies (formats/place.h).

The kernel asks when it reports, and prints what we answer. So nothing that a program prints is ever
read here or changed, and all that a question holds is a number."""

import os
import select
import struct

from .standard import write_all

QUESTION, ANSWER = struct.Struct("<Q"), struct.Struct("<Q")
ANSWER_BYTES = 480  # PLACE_BYTES


class Places:
    """The pipes of questions and answers: `questions` and `replies` are the machine's descriptors."""

    def __init__(self, program):
        self.program = program
        self._lines = None  # what looks addresses up, from the first question on
        self.source, self.questions = os.pipe()
        self.replies, self._replies = os.pipe()
        for descriptor in (self.questions, self.replies):
            os.set_inheritable(descriptor, True)

    def started(self, poll):
        """The machine has its ends of the pipes."""
        os.close(self.questions)
        os.close(self.replies)
        poll.register(self.source, select.POLLIN)

    def turn(self, poll):
        """A question has come, or the machine has ended."""
        question = os.read(self.source, QUESTION.size)  # comes whole, for it is shorter than a page
        if len(question) < QUESTION.size:
            poll.unregister(self.source)
            return
        text = os.fsencode("\n".join(self.lines().at(*QUESTION.unpack(question))))
        if len(text) > ANSWER_BYTES:
            text = text[:ANSWER_BYTES].rpartition(b"\n")[0]
        try:
            write_all(self._replies, ANSWER.pack(len(text)) + text)
        except BrokenPipeError:
            pass  # the machine has ended, as the other pipe will tell next

    def lines(self):
        """What looks the program's addresses up. It takes time to load, and most runs need none."""
        if self._lines is None:
            from .lines import Lines
            self._lines = Lines(self.program)
        return self._lines
