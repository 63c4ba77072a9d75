"""Merges the consoles of machines that are one cube (formats/output.h). No line of one is torn by
another's. An unfinished line is shown as far as it goes, and ended if another machine prints then.
The order of output is causal."""

import re

ESCAPE, PAUSE, END = b"\x10", b"\x16", b"\x17"
MARK = re.compile(rb"\x10(?:\x11([0-9]+);|([\x10\x16\x17])|\x11?[0-9]*$)")  # or the beginning of one


class Stream:
    """What one machine prints."""

    def __init__(self):
        self.rest = b""  # what is not yet a line, nor a part of one that is to be seen
        self.turn = 0

    def take(self, data):
        """What is to be seen after the machine has printed this, or nothing more: turns, whether a line ends before,
        and text."""
        seen = 0 if data else len(self.rest)
        data = self.rest + data
        marks = list(MARK.finditer(data)) if ESCAPE in data else []
        seen = max([seen, data.rfind(b"\n") + 1, *(mark.end() for mark in marks if mark[2] == PAUSE)])
        self.rest = data[seen:]
        texts, ends, at = [], False, 0
        for mark in marks:
            if mark.start() >= seen:
                break
            texts.append(data[at:mark.start()])
            at = mark.end()
            if mark[2] == ESCAPE:
                texts.append(ESCAPE)
            elif mark[2] != PAUSE:
                yield self.turn, ends, b"".join(texts)
                texts, ends = [], mark[2] == END
                self.turn = int(mark[1] or self.turn)
        yield self.turn, ends, b"".join([*texts, data[at:seen]])


class Merging:
    """What the output has, and what waits for it."""

    def __init__(self):
        self._streams = {}  # by the machine
        self._held = []  # turns, machines, whether a line ends before, texts
        self._unfinished = None  # the machine of the output's last line, if that is not finished

    def take(self, machine, data):
        """A machine has printed this; nothing is its end."""
        for turn, ends, text in self._streams.setdefault(machine, Stream()).take(data):
            if ends or text:
                self._held.append((turn, machine, ends, text))

    def latest(self):
        """Up to which turn there is something."""
        return max((turn for turn, *_ in self._held), default=0)

    def holds(self):
        """Whether something waits for more."""
        return bool(self._held)

    def release(self, latest=float("inf")):
        """What the output gets, if all that was printed up to that turn is here."""
        held = sorted(self._held, key=lambda each: each[0])
        self._held = [each for each in held if each[0] > latest]
        return b"".join(self._print(*each[1:]) for each in held if each[0] <= latest)

    def _print(self, machine, ends, text):
        begun = b""
        if self._unfinished is not None and (ends or text and self._unfinished != machine):
            begun, self._unfinished = b"\n", None
        if text:
            self._unfinished = None if text.endswith(b"\n") else machine
        return begun + text
