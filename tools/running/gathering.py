"""Reads what a machine prints while we ask its debugger something, for a machine whose output nobody reads
waits, and would not answer."""

import os
import select
import threading

from .console import OUTPUT_BYTES


class Gathering:
    """Reads what the machine prints during a `with` statement, and hands it to the console at the end."""

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
        """Reads until the console or the `with` statement ends."""
        source = self._console.source
        while True:
            ready, _, _ = select.select([source, self._stop], [], [])
            if self._stop in ready:
                return
            data = os.read(source, OUTPUT_BYTES)
            if not data:
                return
            self._read.append(data)
