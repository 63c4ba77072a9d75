"""When ranks or nodes fail, as options say it: RANK@TIME,... or random:SEED:COUNT."""

from .dead import is_below, pick
from .failure import invalid, problem, shown
from .numbers import drawn_numbers, number

NEVER = (1 << 64) - 1
LATEST = 10 ** 7  # of random moments; each power of ten below it is as likely, since runs are of any length


def drawn(kind, text, ranks):
    """random:SEED:COUNT: N ranks or nodes, each with its moment, drawn from SEED."""
    import random
    seed, count = drawn_numbers("--fail", text, "SEED", "COUNT")
    if count >= ranks:
        raise problem(f"--fail {shown(text)}", f"too many {kind}s", f"expected: at most {ranks - 1} of {ranks}")
    draw = random.Random(seed)
    return [(rank, int(LATEST ** draw.random())) for rank in pick(draw, range(ranks), count)]


def named(kind, text, ranks):
    """RANK@TIME,...: the same, checked."""
    for word in text.split(","):
        rank, at, time = word.partition("@")
        if not (at and is_below(rank, ranks)):
            raise invalid("--fail", word, f"{kind} 0 to {ranks - 1}, @ and a time")
        yield int(rank), number(f"--fail {rank}@", time, 0, (1 << 63) - 1)


def moments_of(kind, text, ranks):
    """What an option says of ranks or nodes: which of so many, each with its moment."""
    say = drawn if text.startswith("random:") else named
    return list(say(kind, text, ranks))
