"""Requests to the host that not every system supports."""

import os

# What launchers tell a process: its number, and how many there are. Of Open MPI; of MPICH, Intel MPI, and Slurm with
# PMI; of Slurm with PMIx.
LAUNCHERS = (("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE"),
             ("PMIX_RANK", "SLURM_STEP_NUM_TASKS"))


def processors():
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def launched():
    """The number of this process among those that a launcher of MPI programs has started, and how many these are:
    (0, 1) without one."""
    for number, count in LAUNCHERS:
        words = os.environ.get(number, ""), os.environ.get(count, "")
        if all(word.isdecimal() for word in words):
            return int(words[0]), int(words[1])
    return 0, 1


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


def descriptors():
    """How many descriptors this process has open, one more than that while it counts."""
    return len(os.listdir("/proc/self/fd" if os.path.exists("/proc/self/fd") else "/dev/fd"))
