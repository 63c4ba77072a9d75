"""Ranks that die while a program runs (--with-ft, --fail-rank): which ones, and when. The program's library reads it
from its environment (mpi/message/failure.h)."""

from .dead import is_below, pick
from .failing import LATEST
from .failure import STATUS_USAGE, Failure, shown
from .numbers import number


def drawn(text, ranks):
    """--fail-rank random:SEED:COUNT: so many ranks, at moments drawn from SEED."""
    import random
    words = text.split(":")
    if len(words) != 3:
        raise Failure(STATUS_USAGE, f"--fail-rank takes random:SEED:COUNT, not '{shown(text)}'")
    seed, count = (number(f"--fail-rank {name}", word, 0, 1 << 31) for name, word in zip(("SEED", "COUNT"), words[1:]))
    if count >= ranks:
        raise Failure(STATUS_USAGE, f"--fail-rank {shown(text)}: of {ranks} ranks at most {ranks - 1} may die")
    draw = random.Random(seed)
    return ",".join(f"{rank}@{int(LATEST ** draw.random())}" for rank in pick(draw, range(ranks), count))


def named(text, ranks):
    """--fail-rank RANK@NANOSECONDS,...: the same, checked."""
    for word in text.split(","):
        rank, at, time = word.partition("@")
        if not (at and is_below(rank, ranks)):
            raise Failure(STATUS_USAGE, "--fail-rank takes ranks RANK@NANOSECONDS, with commas between them, or "
                                        f"random:SEED:COUNT, not '{shown(word)}': there are ranks 0 to {ranks - 1}")
        number(f"--fail-rank {rank}@", time, 0, (1 << 63) - 1)
    return text


def environment_of(options, ranks):
    """What of that goes into the environment of so many ranks."""
    if options.get("--with-ft", "ulfm") != "ulfm":
        raise Failure(STATUS_USAGE, f"--with-ft takes ulfm, not '{shown(options['--with-ft'])}'")
    words = ["MPI_FT=ulfm"] if "--with-ft" in options else []
    if "--fail-rank" in options:
        text = options["--fail-rank"]
        deaths = drawn(text, ranks) if text.startswith("random:") else named(text, ranks)
        words += [f"MPI_FAIL_RANK={deaths}"]
    return words
