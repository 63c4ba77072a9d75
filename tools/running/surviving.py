"""Ranks that die while a program runs (--with-ft, --fail-rank): which ones, and when. MPI's library reads it from the
program's environment (mpi/message/failure.h). With --with-ft cube, under which calls of cube.h survive it, the kernel
reads it (kernel/failing.h)."""

from .dead import is_below, pick
from .failing import LATEST, NEVER, PROGRAM
from .failure import STATUS_USAGE, Failure, shown
from .numbers import number


def drawn(option, kind, text, ranks):
    """random:SEED:COUNT: so many ranks or nodes, each with its moment, drawn from SEED."""
    import random
    words = text.split(":")
    if len(words) != 3:
        raise Failure(STATUS_USAGE, f"{option} takes random:SEED:COUNT, not '{shown(text)}'")
    seed, count = (number(f"{option} {name}", word, 0, 1 << 31) for name, word in zip(("SEED", "COUNT"), words[1:]))
    if count >= ranks:
        raise Failure(STATUS_USAGE, f"{option} {shown(text)}: of {ranks} {kind.lower()}s at most {ranks - 1} may die")
    draw = random.Random(seed)
    return [(rank, int(LATEST ** draw.random())) for rank in pick(draw, range(ranks), count)]


def named(option, kind, text, ranks):
    """RANK@TIME,...: the same, checked."""
    for word in text.split(","):
        rank, at, time = word.partition("@")
        if not (at and is_below(rank, ranks)):
            kinds = kind.lower() + "s"
            raise Failure(STATUS_USAGE, f"{option} takes {kinds} {kind}@TIME, with commas between them, or "
                                        f"random:SEED:COUNT, not '{shown(word)}': there are {kinds} 0 to {ranks - 1}")
        yield int(rank), number(f"{option} {rank}@", time, 0, (1 << 63) - 1)


def moments_of(option, kind, text, ranks):
    """What an option says of ranks or nodes: which of so many, each with its moment."""
    say = drawn if text.startswith("random:") else named
    return list(say(option, kind, text, ranks))


def deaths_of(options, ranks):
    """The ranks of so many that are to die, each with its moment."""
    text = options.get("--fail-rank")
    return [] if text is None else moments_of("--fail-rank", "RANK", text, ranks)


def nodes_of(options, nodes):
    """The nodes of so many all of which are to fail, each with its moment."""
    text = options.get("--fail-node")
    return [] if text is None else moments_of("--fail-node", "NODE", text, nodes)


def survivors_of(options):
    """Who survives deaths: "ulfm", "cube", or None."""
    survivors = options.get("--with-ft")
    if survivors not in (None, "ulfm", "cube"):
        raise Failure(STATUS_USAGE, f"--with-ft takes ulfm or cube, not '{shown(survivors)}'")
    return survivors


def environment_of(options, ranks):
    """What of that goes into the environment of so many ranks."""
    survivors = survivors_of(options)
    deaths = deaths_of(options, ranks)
    if survivors == "cube":
        return []
    words = ["MPI_FT=ulfm"] if survivors else []
    words += ["MPI_FAIL_RANK=" + said(deaths)] if deaths else []
    nodes = nodes_of(options, ranks) if survivors else []
    return words + (["MPI_FAIL_NODE=" + said(nodes)] if nodes else [])


def said(moments):
    """As MPI's library reads it."""
    return ",".join(f"{rank}@{time}" for rank, time in moments)


def programs_of(options, nodes):
    """What the kernel is told of programs that die while calls of cube.h survive it: a time, a node and PROGRAM each.
    If none is to die by its clock, one never does: by this the machine knows that deaths are survived."""
    if survivors_of(options) != "cube":
        return []
    deaths = deaths_of(options, number("--ranks", options.get("--ranks", str(nodes)), 1, nodes))
    if len({rank for rank, _ in deaths}) < len(deaths):
        raise Failure(STATUS_USAGE, "--fail-rank: a rank dies twice")
    return [(time, rank, PROGRAM) for rank, time in deaths] or [(NEVER, 0, PROGRAM)]
