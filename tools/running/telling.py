"""Reports the progress of a long run from time to time: the clocks of its nodes."""

import time

from .progress import clock
from .standard import complain

FIRST, LATER = 10, 60  # seconds until the first line, and from one to the next


class Telling:
    """Tells by `look`, which returns what some of the clocks show, or nothing where it does not know."""

    def __init__(self, look):
        self._look, self._begun = look, time.monotonic()
        self.due = self._begun + FIRST

    def tell(self):
        """Prints a line, if there is anything to tell."""
        clocks = self._look()
        now = time.monotonic()
        self.due = now + LATER
        if clocks:
            complain(f"{clock(now - self._begun)} so far: the clocks are at {min(clocks):,} to {max(clocks):,}")
