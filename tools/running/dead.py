"""Dead links and nodes (--dead): which ones, and on which nodes the program runs then."""

from .failure import invalid, problem
from .numbers import count_of, drawn_numbers
from .options import FAIL_OPTIONS
from .placement import logical


class Dead:
    """The links of a cube that are dead: dead[node] is the set of dimensions of those that its node has. `data` is
    what the kernel reads of them."""

    def __init__(self, nodes, data=b""):
        self.nodes, self.dimension = nodes, nodes.bit_length() - 1
        self.dead = sets_in(data) or [0] * nodes
        self.killed = set()  # nodes

    def kill_link(self, node, dimension):
        """Kills a link, at both ends."""
        self.dead[node] |= 1 << dimension
        self.dead[node ^ 1 << dimension] |= 1 << dimension

    def kill_node(self, node):
        """Kills a node, and so all of its links."""
        self.killed.add(node)
        for dimension in range(self.dimension):
            self.kill_link(node, dimension)

    def parted(self):
        """The living nodes that are not connected with the first of them."""
        living = [node for node in range(self.nodes) if node not in self.killed]
        met = living[:1]
        seen = set(met)
        for node in met:
            for dimension in range(self.dimension):
                neighbour = node ^ 1 << dimension
                if not self.dead[node] >> dimension & 1 and neighbour not in seen:
                    seen.add(neighbour)
                    met.append(neighbour)
        return [node for node in living if node not in seen]

    def largest_subcube(self):
        """The largest subcube that has no dead node: its first node, and its dimensions. Of several the one with the
        lowest dimensions, and of these the one with the lowest first node."""
        from itertools import combinations
        if not self.killed:
            return 0, list(range(self.dimension))
        for size in range(self.dimension, -1, -1):
            for dimensions in combinations(range(self.dimension), size):
                inside = sum(1 << dimension for dimension in dimensions)
                bad = {node & ~inside for node in self.killed}
                for first in range(self.nodes):
                    if not first & inside and first not in bad and not self.within(first, dimensions).parted():
                        return first, list(dimensions)
        raise problem("--dead", "no live node is left")

    def within(self, first, dimensions):
        """The dead links inside a subcube, whose nodes are numbered by these dimensions."""
        inside = Dead(1 << len(dimensions))
        for node in range(inside.nodes):
            place = first | sum((node >> k & 1) << dimension for k, dimension in enumerate(dimensions))
            inside.dead[node] = sum((self.dead[place] >> dimension & 1) << k for k, dimension in enumerate(dimensions))
        return inside

    def data(self):
        """What the kernel reads (formats/initrd.h), or nothing where all links live."""
        return b"".join(each.to_bytes(2, "little") for each in self.dead) if any(self.dead) else b""


def is_below(word, limit):
    """Whether a word is a number below a limit. Numbers of more digits than any has are none, too."""
    return word.isascii() and word.isdecimal() and len(word) < 10 and int(word) < limit


def no_link(option, word, nodes, form):
    """The error for a word that names no link of a cube of `nodes` nodes."""
    if nodes == 1:
        return problem(option, "a cube of 1 node has no links", "remove this option, or take more nodes")
    return invalid(option, word, f"{form} with node 0 to {nodes - 1} and dimension below {nodes.bit_length() - 1}")


def kill_links(dead, text):
    """NODE:DIMENSION,..."""
    for word in text.split(","):
        node, colon, dimension = word.partition(":")
        if not (colon and is_below(node, dead.nodes) and is_below(dimension, dead.dimension)):
            raise no_link("--dead", word, dead.nodes, "NODE:DIMENSION")
        dead.kill_link(int(node), int(dimension))


def kill_nodes(dead, text):
    """NODE,..."""
    for word in text.split(","):
        if not is_below(word, dead.nodes):
            raise invalid("--dead", word, f"node 0 to {dead.nodes - 1}, or NODE:DIMENSION")
        dead.kill_node(int(word))


def kill_some(dead, text):
    """--dead random:SEED:LINKS:NODES: LINKS links and NODES nodes, drawn such that the living nodes stay connected."""
    import random
    seed, links, nodes = drawn_numbers("--dead", text, "SEED", "LINKS", "NODES")
    draw = random.Random(seed)
    drawn = [("node", node, 0) for node in pick(draw, range(dead.nodes), nodes)]
    all_links = [(node, d) for node in range(dead.nodes) for d in range(dead.dimension) if not node >> d & 1]
    drawn += [("link", *link) for link in pick(draw, all_links, links)]
    for kind, node, dimension in drawn:
        before = list(dead.dead), set(dead.killed)
        if kind == "node":
            dead.kill_node(node)
        else:
            dead.kill_link(node, dimension)
        if dead.parted():
            dead.dead, dead.killed = before


def pick(draw, things, count):
    """So many of some things, drawn by the one function whose numbers are the same in each version of Python."""
    left, picked = list(things), []
    while left and len(picked) < count:
        picked.append(left.pop(int(draw.random() * len(left))))
    return picked


def dead_of(options, nodes):
    """What is dead in a cube of `nodes` nodes: the number of nodes that run, what the kernel is told of dead links, and
    a line for the user where not all nodes run."""
    dead = Dead(nodes)
    for option, kill in (("--dead-link", kill_links), ("--dead-node", kill_nodes), ("--dead", kill_some)):
        if option in options:
            kill(dead, options[option])
    parted = dead.parted()
    if parted:
        raise problem("--dead", f"node {', '.join(map(str, parted[:8]))}{' and others' if len(parted) > 8 else ''} unreachable",
                      "fewer dead links, or these nodes dead as well")
    ranks, living = int(options.get("--ranks", "0")), nodes - len(dead.killed)
    if ranks > living:
        raise problem(f"--ranks {ranks}", f"only {count_of(living, 'live node')}", "-n: a larger cube")
    if ranks and not (dead.killed and FAIL_OPTIONS & options.keys()):
        return nodes, dead.data(), None
    first, dimensions = dead.largest_subcube()
    if ranks > 1 << len(dimensions):  # there messages go by paths that may lead over any node
        raise problem(f"--ranks {ranks}", f"the largest live subcube has {1 << len(dimensions)} nodes",
                      "with --fail, MPI runs on a subcube; -n: a larger cube")
    if len(dimensions) == dead.dimension:
        return nodes, dead.data(), None
    free = ", ".join(map(str, dimensions)) or "none"
    return 1 << len(dimensions), dead.within(first, dimensions).data(), \
        f"--dead: running on {1 << len(dimensions)} of {nodes} nodes, the subcube of node {first} in dimensions {free}"


def placed(data, order):
    """What the kernel is told of dead links, which is said of logical nodes, where --map (mapping.py) has placed these
    on physical ones, of which `data` says it."""
    sets = {logical(order, node): logical(order, links) for node, links in enumerate(sets_in(data))}
    return b"".join(sets[node].to_bytes(2, "little") for node in sorted(sets))


def sets_in(data):
    """The sets of dimensions of dead links in what the kernel is told, by node."""
    return [int.from_bytes(data[at:at + 2], "little") for at in range(0, len(data), 2)]


def named(data):
    """The dead links in what the kernel is told, as NODE:DIMENSION of their lower ends."""
    return [f"{node}:{dimension}" for node, links in enumerate(sets_in(data)) for dimension in range(links.bit_length())
            if links >> dimension & 1 and not node >> dimension & 1]
