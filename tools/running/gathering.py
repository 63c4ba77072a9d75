"""Keeps what a machine prints while we ask it something else, for it waits where nobody reads."""

import os
import select
import threading

from .console import OUTPUT_BYTES


class Gathering:
    """In a `with` statement of this, what comes to the console is read, and handed to it at the end."""

    def __init__(self, console):
        self._console = console
        self._read = []
        self._thread = threading.Thread(target=self._gather)
        self._stop, self._stopped = os.pipe()

    def __enter__(self):
        self._thread.start()

    def __exit__(self, *_):
        os.close(self._stopped)
        self._thread.join()
        os.close(self._stop)
        self._console.add(b"".join(self._read))

    def _gather(self):
        """Reads until the console ends, or we do."""
        source = self._console.source
        while True:
            ready, _, _ = select.select([source, self._stop], [], [])
            if self._stop in ready:
                return
            data = os.read(source, OUTPUT_BYTES)
            if not data:
                return
            self._read.append(data)
