"""Progress on standard error."""

import sys
import time

begun = time.monotonic()


def say(text):
    """One line: the seconds since the start, and the text."""
    print(f"peers: {time.monotonic() - begun:5.0f} s: {text}", file=sys.stderr, flush=True)
