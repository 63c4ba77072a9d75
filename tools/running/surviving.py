"""Ranks that die and nodes that fail while a program runs (--fail, --with-ft): which ones, and when. MPI's library reads it from the
program's environment (mpi/message/failure.h). With --with-ft cube, under which calls of cube.h survive it, the kernel
reads it (kernel/faults/failed.h)."""

from .dead import is_below, pick
from .failure import invalid, problem, shown
from .numbers import drawn_numbers, number
from .options import RANDOM, ends_run

NEVER = (1 << 64) - 1
LATEST = 10 ** 7  # of random moments; each power of ten below it is as likely, since runs are of any length

# In the place of a dimension: a program that dies, a node that fails as a whole, and one with which the run ends.
PROGRAM = (1 << 16) - 1  # CUBE_FAILED_PROGRAM
NODE, RUN = PROGRAM - 1, PROGRAM - 2  # CUBE_FAILED_NODE, CUBE_FAILED_RUN


def moments_of(options, kind, count):
    """The ranks or nodes, as `kind` says, of `count` of them, that are to fail: each with its moment. An option names them,
    RANK@TIME,..., or has them drawn, random:SEED:COUNT."""
    text, found = options.get(f"--fail-{kind}"), []
    if text and text.startswith(RANDOM):
        import random
        seed, drawn = drawn_numbers("--fail", text, "SEED", "COUNT")
        if drawn >= count:
            raise problem(f"--fail {shown(text)}", f"too many {kind}s", f"expected: at most {count - 1} of {count}")
        draw = random.Random(seed)
        return [(one, int(LATEST ** draw.random())) for one in pick(draw, range(count), drawn)]
    for word in text.split(",") if text is not None else ():
        one, at, time = word.partition("@")
        if not (at and is_below(one, count)):
            raise invalid("--fail", word, f"{kind} 0 to {count - 1}, @ and a time")
        found.append((int(one), number(f"--fail {one}@", time, 0, (1 << 63) - 1)))
    if len(dict(found)) < len(found):
        raise problem("--fail", f"a {kind} fails twice", f"expected: each {kind} once")
    return found


def survivors_of(options):
    """Who survives deaths: "ulfm", "cube", or None."""
    survivors = options.get("--with-ft")
    if survivors not in (None, "ulfm", "cube"):
        raise invalid("--with-ft", survivors, "ulfm or cube")
    return survivors


def environment_of(options, ranks):
    """What of that goes into the environment of N ranks."""
    survivors = survivors_of(options)
    deaths = moments_of(options, "rank", ranks)
    if survivors == "cube" or ends_run(options):
        return []
    words = ["MPI_FT=ulfm"] if survivors else []
    words += ["MPI_FAIL_RANK=" + said(deaths)] if deaths else []
    nodes = moments_of(options, "node", ranks) if survivors else []
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
    deaths = moments_of(options, "rank", number("--ranks", options.get("--ranks", str(nodes)), 1, nodes))
    return [(time, rank, PROGRAM if survives else RUN) for rank, time in deaths] or [(NEVER, 0, PROGRAM)]
