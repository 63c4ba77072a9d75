"""Recordings of packets and programs as GOAL, read by the model of tools/replay (tools/replaying)."""

import os
import subprocess

from . import build_folder
from .failure import STATUS_PANIC, Failure, not_built, shown, unreadable

HUGE_PAGES = "glibc.malloc.hugetlb=1"  # most of the system's time goes into small ones


def model(path, form, costs=("-",) * 4):
    """What the model prints of a file, whose content is not trusted."""
    program = os.path.join(build_folder(), "fast", "tools", "replaying", "replay")
    try:
        with open(path, "rb") as file:
            if not os.path.exists(program):
                raise not_built(program, "make")
            done = subprocess.run([program, form, *costs], stdin=file, capture_output=True, check=False,
                                  env={**os.environ, "GLIBC_TUNABLES": HUGE_PAGES})
    except OSError as error:
        raise unreadable("", path, error) from error
    if done.returncode != 0:
        told = os.fsdecode(done.stderr) or f"the model was killed by signal {-done.returncode}"
        raise Failure(STATUS_PANIC if done.returncode < 0 else done.returncode, f"{shown(path)}: {told}")
    return done.stdout.decode()


def read_messages(path):
    """How many nodes a recording has, and its packets that go along E-cube paths: (source, destination, bytes) each."""
    (nodes,), *messages = (tuple(map(int, line.split())) for line in model(path, "messages").splitlines())
    return nodes, messages
