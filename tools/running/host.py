"""What the host is asked for in a way that not every system has."""

import os


def processors():
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def anonymous_file(name):
    """A descriptor of an empty file in no folder. `name` is for those who look at the process."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create(name, 0)
    import tempfile
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def path_of(descriptor):
    """A path by which a child that inherits the descriptor opens it."""
    return f"/proc/self/fd/{descriptor}" if os.path.exists("/proc/self/fd") else f"/dev/fd/{descriptor}"
