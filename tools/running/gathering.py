"""Serves a machine while we ask its debugger: a machine whose output is not read, or whose requests
are not answered, waits, and would not answer."""

import os
import select
import threading

from .console import OUTPUT_BYTES


class Gathering:
    """During a `with` statement reads what the machine prints, and hands it to the console at the end, and lets the
    servers answer."""

    def __init__(self, console, servers):
        self._console = console
        self._server_of = {server.source: server for server in servers if server.source is not None}
        self._read = []
        self._thread = threading.Thread(target=self._gather)
        self._stop, self._stopped = os.pipe()

    def __enter__(self):
        self._thread.start()

    def __exit__(self, *_):
        os.close(self._stopped)
        self._thread.join()
        os.close(self._stop)
        self._console.add(self._read)

    def _gather(self):
        """Reads and answers until the `with` statement ends."""
        poll = select.poll()
        for descriptor in (*self._console.sources, self._stop, *self._server_of):
            poll.register(descriptor, select.POLLIN)
        while True:
            for descriptor, _ in poll.poll():
                if descriptor in self._server_of:
                    self._server_of[descriptor].turn(poll)
                    continue
                data = os.read(descriptor, OUTPUT_BYTES)  # nothing at its end
                if data:
                    self._read.append((descriptor, data))
                    continue
                poll.unregister(descriptor)
                if descriptor == self._stop:
                    return
