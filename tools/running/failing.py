"""Links that fail while a program runs (--fail-link, --fail): which ones, and when."""

from .dead import is_below, pick
from .failure import STATUS_USAGE, Failure, shown
from .numbers import number

OPTIONS = {"--fail-link", "--fail"}
LATEST = 10 ** 7  # of random moments; each power of ten below it is as likely, since runs are of any length


def named(text, nodes):
    """--fail-link NODE:DIMENSION@TIME,...: each as time, node, dimension."""
    dimensions = nodes.bit_length() - 1
    for word in text.split(","):
        link, at, time = word.partition("@")
        node, colon, dimension = link.partition(":")
        if not (at and colon and is_below(node, nodes) and is_below(dimension, dimensions)):
            raise Failure(STATUS_USAGE, "--fail-link takes links NODE:DIMENSION@TIME of the cube, with commas between "
                                        f"them, not '{shown(word)}': it has nodes 0 to {nodes - 1} and {dimensions} "
                                        "dimensions from 0 on")
        yield number(f"--fail-link {link}@", time, 0, (1 << 63) - 1), int(node), int(dimension)


def drawn(text, nodes):
    """--fail random:SEED:LINKS: so many links, at moments by either end's clock."""
    import random
    words = text.split(":")
    if len(words) != 3 or words[0] != "random":
        raise Failure(STATUS_USAGE, f"--fail takes random:SEED:LINKS, not '{shown(text)}'")
    seed, links = (number(f"--fail {name}", word, 0, 1 << 31) for name, word in zip(("SEED", "LINKS"), words[1:]))
    draw = random.Random(seed)
    every = [(node, d) for node in range(nodes) for d in range(nodes.bit_length() - 1) if not node >> d & 1]
    for node, dimension in pick(draw, every, links):
        end = node | (draw.random() < 0.5) << dimension
        yield int(LATEST ** draw.random()), end, dimension


def failing_of(options, nodes):
    """What the kernel is told of links that fail (formats/initrd.h), and the links by the names of their lower ends."""
    dimensions = nodes.bit_length() - 1
    links = list(named(options["--fail-link"], nodes)) if "--fail-link" in options else []
    links += drawn(options["--fail"], nodes) if "--fail" in options else []
    names = sorted({f"{node & ~(1 << dimension)}:{dimension}" for _, node, dimension in links})
    if len(names) < len(links):
        raise Failure(STATUS_USAGE, "--fail-link and --fail: a link fails twice")
    if len(links) >= max(dimensions, 1):
        most = max(dimensions - 1, 0)
        raise Failure(STATUS_USAGE, f"{len(links)} links are to fail: of {nodes} nodes at most {most} may, "
                                    "so that a way is left between any two")
    return b"".join(time.to_bytes(8, "little") + node.to_bytes(4, "little") + dimension.to_bytes(4, "little")
                    for time, node, dimension in links), names
