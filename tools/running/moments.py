"""When ranks or nodes fail, as options say it: RANK@TIME,... or random:SEED:COUNT."""

from .dead import is_below, pick
from .failure import STATUS_USAGE, Failure, shown
from .numbers import drawn_numbers, number

NEVER = (1 << 64) - 1
LATEST = 10 ** 7  # of random moments; each power of ten below it is as likely, since runs are of any length


def drawn(option, kind, text, ranks):
    """random:SEED:COUNT: so many ranks or nodes, each with its moment, drawn from SEED."""
    import random
    seed, count = drawn_numbers(option, text, "SEED", "COUNT")
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
