"""Limits for compilers and for algorithms of a user's own, which run on the host: a source that never ends, as
/dev/zero, or a function that does not return, ends with an error instead of with the host's memory."""

import resource

SECONDS = 60          # of a processor: neither sleep nor a loaded host uses them
MEMORY = 1 << 30      # bytes of addresses
FILE = 64 << 20       # bytes of a file


def limit():
    """For preexec_fn: sets the limits of this process and its children. A hard limit that is lower stays."""
    for what, value in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, FILE),
                        (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(what)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(what, (value, value))
