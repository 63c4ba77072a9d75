"""The parts of cuberun, and where the tools are: in the tree, or installed without it.

In the tree, tools write only into build. Installed tools write their own files into the user's
cache, and results without a name into the current folder.
"""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
IN_TREE = os.path.exists(os.path.join(ROOT, "Makefile"))


def cache_folder():
    """What tools make once and look at again: compiled Python, a user's algorithm linked with a tool."""
    if IN_TREE:
        return os.path.join(ROOT, "build")
    user = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(user, "graycube")


CACHE = cache_folder()
RESULTS = os.path.join(ROOT, "build") if IN_TREE else os.curdir


def programs_folder():
    """The folder with what is built for the machine: CUBE_OUT, or what there is of both C libraries, picolibc's first."""
    usual = os.path.join(ROOT, "build")
    other = os.path.join(usual, "newlib")
    if os.environ.get("CUBE_OUT"):
        return os.path.join(ROOT, os.environ["CUBE_OUT"])
    return other if os.path.isdir(os.path.join(other, "programs")) and not os.path.isdir(
        os.path.join(usual, "programs")) else usual


def build_folder():
    """The folder of what is built for the host, beside the tools or where CUBE_BUILD says."""
    return os.environ.get("CUBE_BUILD") or os.path.join(ROOT, "build")


def version():
    """The version of all tools, as in VERSION at the root."""
    with open(os.path.join(ROOT, "VERSION"), encoding="ascii") as file:
        return file.read().strip()


# A tool keeps Python from writing before it imports us, for until here no cache has a place.
sys.pycache_prefix = os.path.join(CACHE, "python")
sys.dont_write_bytecode = False
