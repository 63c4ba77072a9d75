"""Pipes by which a machine asks us for something, and waits for the answer."""

import os
import select

from .standard import write_all


class Requests:
    """The machine opens `requests` to write and `answers` to read; `source` is our end of the former."""

    def __init__(self):
        self.source, self.requests = os.pipe()
        self.answers, self._answers = os.pipe()
        for descriptor in self.opened():
            os.set_inheritable(descriptor, True)

    def opened(self):
        """The descriptors that the machine opens."""
        return self.requests, self.answers

    def started(self, poll):
        """The machine has its ends of the pipes."""
        for descriptor in self.opened():
            os.close(descriptor)
        poll.register(self.source, select.POLLIN)

    def answer(self, data):
        """Writes an answer, unless the machine has ended, as the other pipe will tell next."""
        try:
            write_all(self._answers, data)
        except BrokenPipeError:
            pass

    def verdict(self, status):
        """The status of a machine that has ended with this one: the same."""
        return status
