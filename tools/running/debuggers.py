"""The debuggers of several emulators that are one cube, as one (remote.py): a core is known by its node's number."""


class Debuggers:
    """What where.py asks of a debugger. Each emulator has as many of the nodes as the others."""

    def __init__(self, debuggers, numbers):
        self._debuggers, self._cores, self._first = debuggers, len(numbers) // len(debuggers), numbers[0]
        self._selected = debuggers[0]

    def stop(self, seconds):
        """Stops all cores of all emulators."""
        for debugger in self._debuggers:
            debugger.stop(seconds)

    def go_on(self, cores, seconds):
        """Lets some cores go on for N seconds in all."""
        for part, debugger in enumerate(self._debuggers):
            some = [core % self._cores for core in cores if (core - self._first) // self._cores == part]
            if some:
                debugger.go_on(some, seconds * len(some) / len(cores))

    def look_at(self, core):
        """Selects a core: the calls that follow go to its emulator."""
        self._selected = self._debuggers[(core - self._first) // self._cores]
        return self._selected.look_at(core % self._cores)

    def __getattr__(self, name):
        return getattr(self._selected, name)
