"""Tells on standard error how long work has been going on, and about how long it still takes. On a terminal
this is one line that is written over; elsewhere, as in the log of a CI system, a line every 30 seconds."""

import sys
import threading
import time

from .standard import complain

TERMINAL_SECONDS = 1
LOG_SECONDS = 30
FIRST_SECONDS, LATER_SECONDS = 10, 60  # of a run: until the first line, and from one to the next
CLEAR = "\r\033[K"  # ECMA-48: back to the line's first column, and erase to its end


def clock(seconds):
    """Seconds as a person reads them: 1:05."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


class Progress:
    """Work in stages. `expected` has the seconds that each stage is expected to take, by its name.
    `at_once` stages run at the same time."""

    def __init__(self, expected, at_once=1):
        self.expected = dict(expected)
        self.pace = 1 / at_once  # seconds that pass for one that was expected
        self.whole = sum(expected.values())
        self.stages = len(expected)
        self.began = time.monotonic()
        self.stream = sys.stderr
        self.terminal = self.stream is not None and self.stream.isatty()
        self.lock = threading.Lock()
        self.over = threading.Event()
        self.end = self.estimate()

    def __enter__(self):
        threading.Thread(target=self.tell, daemon=True).start()
        return self

    def __exit__(self, *_):
        with self.lock:
            self.over.set()
            self.clear()

    def done(self, name):
        """A stage is over. A name that is not known, or of a stage that was over already, changes nothing."""
        with self.lock:
            if self.expected.pop(name, None) is not None:
                self.end = self.estimate()

    def print(self, text, stream):
        """Writes whole lines to another stream, which may be the same terminal."""
        with self.lock:
            self.clear()
            stream.write(text)
            stream.flush()
            if self.terminal:
                self.write()

    def estimate(self):
        """The time at which the work will end. The more of it is done, the more the pace of this run counts, and
        the less what was expected."""
        now = time.monotonic()
        left = sum(self.expected.values())
        past = self.whole - left
        share = past / self.whole if self.whole else 1
        own_pace = (now - self.began) / past if past else self.pace
        return now + left * ((1 - share) * self.pace + share * own_pace)

    def line(self):
        """The line: what is done, and how long it has taken and still takes."""
        now = time.monotonic()
        text = f"{self.stages - len(self.expected)} of {self.stages} done, {clock(now - self.began)} so far"
        if now >= self.end:
            return f"{text}, longer than expected"
        return f"{text}, about {clock(self.end - now)} left"

    def clear(self):
        """Takes the line from the terminal."""
        if self.terminal:
            self.stream.write(CLEAR)
            self.stream.flush()

    def write(self):
        """Writes the line."""
        self.stream.write(f"{CLEAR}  {self.line()}" if self.terminal else f"  {self.line()}\n")
        self.stream.flush()

    def tell(self):
        """Writes the line again and again, until the work is over."""
        while not self.over.wait(TERMINAL_SECONDS if self.terminal else LOG_SECONDS):
            with self.lock:
                if not self.over.is_set() and self.stream is not None:
                    self.write()


class Telling:
    """Tells how far a run has come, by `look`, which returns what some of the clocks show, or nothing where it does not know."""

    def __init__(self, look):
        self._look, self._begun = look, time.monotonic()
        self.due = self._begun + FIRST_SECONDS

    def tell(self):
        """Prints a line, if there is anything to tell."""
        clocks = self._look()
        now = time.monotonic()
        self.due = now + LATER_SECONDS
        if clocks:
            complain(f"{clock(now - self._begun)} so far: the clocks are at {min(clocks):,} to {max(clocks):,}")
