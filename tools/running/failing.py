"""Links and nodes that fail while a program runs (--fail): which ones, and when."""

from .dead import Dead, is_below, no_link, pick
from .failure import problem
from .numbers import count_of, drawn_numbers, number
from .placement import logical
from .surviving import LATEST, NEVER, NODE, RUN, moments_of, programs_of, survivors_of

MOST = 13  # of links, nodes and programs: CUBE_MAX_DIMENSION
MOST_NODES = 256  # of a cube in which nodes fail: each has two rings for each other (net/faults/end_to_end.h)


def named(text, nodes):
    """NODE:DIMENSION@TIME,...: each as time, node, dimension."""
    dimensions = nodes.bit_length() - 1
    for word in text.split(","):
        link, at, time = word.partition("@")
        node, colon, dimension = link.partition(":")
        if not (at and colon and is_below(node, nodes) and is_below(dimension, dimensions)):
            raise no_link("--fail", word, nodes, "NODE:DIMENSION@TIME")
        yield number(f"--fail {link}@", time, 0, (1 << 63) - 1), int(node), int(dimension)


def drawn(text, dead):
    """--fail random:SEED:LINKS: N links that live, at moments by either end's clock; none that would part the
    nodes."""
    import random
    seed, links = drawn_numbers("--fail", text, "SEED", "LINKS")
    draw = random.Random(seed)
    every = [(node, d) for node in range(dead.nodes) for d in range(dead.dimension)
             if not (node | dead.dead[node]) >> d & 1]
    left = Dead(dead.nodes, dead.data())
    for node, dimension in pick(draw, every, links):
        end, time = node | (draw.random() < 0.5) << dimension, int(LATEST ** draw.random())
        before = list(left.dead)
        left.kill_link(node, dimension)
        if left.parted():
            left.dead = before
        else:
            yield time, end, dimension


def nodes_that_fail(options, nodes, dead):
    """Each as node, time. Of random:SEED:COUNT, COUNT nodes are drawn; the others stay connected."""
    if "--fail-node" not in options:
        return []
    if dead.dimension < 2 or nodes > MOST_NODES:
        raise problem("--fail", f"nodes cannot fail in a cube of {nodes} nodes", f"expected: 4 to {MOST_NODES} nodes")
    ranks = number("--ranks", options.get("--ranks", str(nodes)), 1, nodes)
    if ranks < nodes:
        raise problem("--fail", f"nodes cannot fail with {ranks} ranks on {nodes} nodes", "expected: a rank on each node")
    return moments_of(options, "node", nodes)


def failing_of(options, nodes, data, order):
    """What the kernel is told of links and nodes that fail and of programs that die (formats/initrd.h), the names of
    the former, of links by their lower ends, and how the kernel calls each that has failed. `data` is said of dead
    links, as they are named, too: by physical nodes, where --map has an order (placement.py)."""
    dead = Dead(nodes, data)
    moments = nodes_that_fail(options, nodes, dead)
    links = list(named(options["--fail-link"], nodes)) if "--fail-link" in options else []
    links += drawn(options["--fail"], dead) if "--fail" in options else []
    names = sorted({f"{node & ~(1 << dimension)}:{dimension}" for _, node, dimension in links})
    if len(names) < len(links):
        raise problem("--fail", "a link fails twice", "expected: each link once, from one of its ends")
    if len(links) + len(moments) >= max(dead.dimension, 1):
        also = f" and {count_of(len(moments), 'node')}" if moments else ""
        raise problem("--fail", f"{count_of(len(links), 'link')}{also} are too many for {nodes} nodes",
                      f"expected: at most {max(dead.dimension - 1, 0)}, so that the others stay connected")
    for _, node, dimension in links:
        if dead.dead[node] >> dimension & 1:
            raise problem("--fail", f"the link of node {node} on dimension {dimension} is already dead")
    for _, node, dimension in links:
        dead.kill_link(node, dimension)
    for node, _ in moments:
        dead.kill_node(node)
    if dead.parted():
        raise problem("--fail", f"node {dead.parted()[0]} would become unreachable", "name fewer links and nodes, or others")
    programs = programs_of(options, nodes)
    if len(links) + len(moments) + len(programs) > MOST:
        raise problem("--fail", f"too many failures: {len(links) + len(moments)} links{' and nodes' if moments else ''} and "
                                f"{len(programs)} ranks", f"expected: at most {MOST} in all")
    names += sorted(str(node) for node, _ in moments)
    called = [f"the link of node {node} on dimension {dimension}" for _, node, dimension in links]
    called += [f"all of node {node}" for node, _ in moments]
    survivors = survivors_of(options)
    if survivors == "ulfm":  # MPI's library knows when (surviving.py)
        moments = [(node, NEVER) for node, _ in moments]
    kind = NODE if survivors else RUN
    both = {node for node, _ in moments} & {node for _, node, which in programs if which == RUN}
    if both:
        raise problem("--fail", f"node {min(both)} and its rank both fail")
    links = [(time, logical(order, node), order[dimension] if order else dimension) for time, node, dimension in links]
    links += [(time, node if survivors == "ulfm" else logical(order, node), kind) for node, time in moments] + programs
    return b"".join(time.to_bytes(8, "little") + node.to_bytes(4, "little") + dimension.to_bytes(4, "little")
                    for time, node, dimension in links), names, called
