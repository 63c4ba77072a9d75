"""The traffic on the cube's links, for people (cuberun --links): the busiest links as a table, and all
of them as a map of heat, in 80 columns."""

from .numbers import count_of

SHOWN = 12          # links in the table
BAR = 24            # columns of a bar
MAP_NODES = 64      # in a row of the map
GROUP = 8           # nodes between two gaps of a row


class Link:
    """A directed link, by what its receiver has counted. Nothing passes a dead one: what is counted there has come
    over others, which have counted it, too."""

    def __init__(self, node, meter, dead):
        self.to, self.dimension = node, meter["dimension"]
        self.node = node ^ 1 << self.dimension
        self.dead = f"{min(self.node, self.to)}:{self.dimension}" in dead
        self.packets = 0 if self.dead else meter["packets"] + meter["routed_packets"]
        self.bytes = 0 if self.dead else meter["bytes"] + meter["routed_bytes"]
        self.routed = meter["routed_packets"]


def links_of(meters, dead):
    """All links of the cube, from the meters of all nodes."""
    return [Link(record["node"], meter, dead) for record in meters for meter in record["links"]]


def link_lines(meters, nodes, dead=(), early=0):
    """Lines of text, of a machine with N nodes and these dead links (dead.py). The programs of `early` nodes did
    not come to their end: what they had received by then was read, but for nodes without meters."""
    links = links_of(meters, dead)
    used = [link for link in links if link.packets]
    yield ""
    yield (f"links: {len(used)} of {len(links)} used, {count_of(sum(link.packets for link in links), 'packet')}, "
           f"{count_of(sum(link.bytes for link in links), 'byte')}")
    if early:
        yield (f"ended early: at {count_of(early, 'node')}, whose program{'s have' if early > 1 else ' has'} "
               "not come to the end, what had arrived by then")
    if len(meters) < nodes:
        missing = nodes - len(meters)
        yield (f"links to {count_of(missing, 'node')} are not counted: the program has not come to "
               "its end there")
    if used:
        yield from table(used)
        yield ""
        yield from heat(links, nodes)


def table(used):
    """The busiest links, the one with the most bytes first; of these the one with the most packets."""
    used = sorted(used, key=lambda link: (-link.bytes, -link.packets, link.node, link.dimension))
    most = max(used[0].bytes, 1)
    yield f"{'from':>5} {'to':>5} {'dim':>3} {'packets':>10} {'routed':>8} {'bytes':>14}  busiest first"
    for link in used[:SHOWN]:
        bar = "#" * round(BAR * link.bytes / most)
        yield (f"{link.node:>5} {link.to:>5} {link.dimension:>3} {link.packets:>10} "
               f"{link.routed:>8} {link.bytes:>14}  {bar}").rstrip()
    if len(used) > SHOWN:
        yield f"      and {len(used) - SHOWN} more, of at most {used[SHOWN].bytes} bytes"


def heat(links, count):
    """A row a dimension, a column a node: how many bytes leave it there, as a digit."""
    most = max(link.bytes for link in links)
    by_place = {(link.dimension, link.node): link for link in links}
    unknown = ", ? unknown" if len(links) < count * (count.bit_length() - 1) else ""
    unknown += ", x dead" if any(link.dead for link in links) else ""
    yield ("bytes on the link out of each node, by dimension: 9 the most, . no packet" + unknown if most else
           "packets without bytes, on the link out of each node, by dimension: 0 some, . none" + unknown)
    for first in range(0, count, MAP_NODES):
        nodes = range(first, min(first + MAP_NODES, count))
        yield ("  dim" + "".join(f" {node:<{GROUP}}" for node in nodes if node % GROUP == 0)).rstrip()
        for dimension in range(count.bit_length() - 1):
            cells = [digit(by_place.get((dimension, node)), most) for node in nodes]
            groups = ["".join(cells[at:at + GROUP]) for at in range(0, len(cells), GROUP)]
            yield f"{dimension:>5} {' '.join(groups)}"


def digit(link, most):
    """How much a link carries, in tenths of the busiest one's bytes; None is a link of which nothing is known."""
    if link is None:
        return "?"
    if link.dead:
        return "x"
    if not link.packets:
        return "."
    return str(min(9, 10 * link.bytes // most if most else 0))
