"""Ranks that die while a program runs (--with-ft, --fail rank:): which ones, and when. MPI's library reads it from the
program's environment (mpi/message/failure.h). With --with-ft cube, under which calls of cube.h survive it, the kernel
reads it (kernel/faults/failed.h)."""

from .failure import invalid, problem
from .moments import NEVER, moments_of
from .numbers import number
from .options import ends_run

# In the place of a dimension: a program that dies, a node that fails as a whole, and one with which the run ends.
PROGRAM = (1 << 16) - 1  # CUBE_FAILED_PROGRAM
NODE, RUN = PROGRAM - 1, PROGRAM - 2  # CUBE_FAILED_NODE, CUBE_FAILED_RUN


def deaths_of(options, ranks):
    """The ranks, of `ranks` ranks, that are to die, each with its moment."""
    text = options.get("--fail-rank")
    return [] if text is None else moments_of("rank", text, ranks)


def nodes_of(options, nodes):
    """The nodes, of `nodes` nodes, that are to fail as a whole, each with its moment."""
    text = options.get("--fail-node")
    return [] if text is None else moments_of("node", text, nodes)


def survivors_of(options):
    """Who survives deaths: "ulfm", "cube", or None."""
    survivors = options.get("--with-ft")
    if survivors not in (None, "ulfm", "cube"):
        raise invalid("--with-ft", survivors, "ulfm or cube")
    return survivors


def environment_of(options, ranks):
    """What of that goes into the environment of N ranks."""
    survivors = survivors_of(options)
    deaths = deaths_of(options, ranks)
    if survivors == "cube" or ends_run(options):
        return []
    words = ["MPI_FT=ulfm"] if survivors else []
    words += ["MPI_FAIL_RANK=" + said(deaths)] if deaths else []
    nodes = nodes_of(options, ranks) if survivors else []
    return words + (["MPI_FAIL_NODE=" + said(nodes)] if nodes else [])


def said(moments):
    """As MPI's library reads it."""
    return ",".join(f"{rank}@{time}" for rank, time in moments)


def programs_of(options, nodes):
    """What the kernel is told of programs that die: a time, a node, and whether the run ends with it. If calls of
    cube.h survive it and none is to die by its clock, one never does: by this the machine knows that deaths are
    survived."""
    survives = survivors_of(options) == "cube"
    if not (survives or ends_run(options)):
        return []
    deaths = deaths_of(options, number("--ranks", options.get("--ranks", str(nodes)), 1, nodes))
    if len({rank for rank, _ in deaths}) < len(deaths):
        raise problem("--fail", "a rank fails twice")
    return [(time, rank, PROGRAM if survives else RUN) for rank, time in deaths] or [(NEVER, 0, PROGRAM)]
