"""The links that a schedule may use: those of a cube or mesh, or those of a file."""

import re
from heapq import heappop, heappush
from itertools import islice
from math import inf

from running.failure import invalid, problem, shown, unreadable
from running.numbers import count_of

MOST_NODES = 512
MOST_LINKS = 1 << 16
MOST_CAPACITY = 1000
MOST_LATENCY = 100
MOST_BYTES = 1 << 20
MOST_LINES = 1 << 11
MOST_WAYS = 1 << 11  # of a switch to others


class Network:
    """Nodes 0 .. nodes - 1, and switches with the numbers from `nodes` on. A wire (from, to) carries in a step `capacity`
    times as many blocks as a packet may hold. A link takes a packet from node to node: by a wire, or along a path through
    switches, which hold nothing. With `latency` N, by wire (1), it enters the wire in step t and leaves it at the end of step
    t + N - 1, to be sent on in step t + N; a switch passes it on in the step in which it leaves. A switch of `multicast` copies
    a block that it passes on by several wires; to any other switch, each copy comes by itself."""

    def __init__(self, nodes, wires, multicast=(), latency=None):
        self.nodes = nodes
        self.capacity = dict(wires)
        self.latency = {wire: (latency or {}).get(wire, 1) for wire in wires}
        self.multicast = frozenset(multicast)
        self.paths = list(islice(paths(nodes, self.capacity), MOST_LINKS + 1))
        self.takes = [1 + self.delay(path) for path in self.paths]  # the steps of each link
        self.is_late = max(self.takes, default=1) > 1               # whether any takes more than one
        self.links = [(path[0], path[-1]) for path in self.paths]
        self.number = {path: k for k, path in enumerate(self.paths)}
        self.out = [[] for _ in range(nodes)]   # numbers of links
        self.into = [[] for _ in range(nodes)]
        for k, (node, after) in enumerate(self.links):
            self.out[node].append(k)
            self.into[after].append(k)
        self.known = {}                         # distances that were asked for
        self.used = sorted({node for link in self.links for node in link})  # a mesh may not have all nodes of its cube

    def ports(self, node, side):
        """The capacities of the wires by which a node sends (side 0) or receives (side 1)."""
        return [capacity for wire, capacity in self.capacity.items() if wire[side] == node]

    def backwards(self):
        """The network whose wires go the other way. Its switches do not multicast: backwards that would be to combine."""
        return Network(self.nodes, {wire[::-1]: capacity for wire, capacity in self.capacity.items()},
                       latency={wire[::-1]: latency for wire, latency in self.latency.items()})

    def delay(self, path):
        """The steps between that of a send and that in which it leaves the last wire of a path."""
        return sum(self.latency[wire] - 1 for wire in zip(path, path[1:]))

    def distances(self, start, in_links=False):
        """The distance of each node from a node, in steps or in links; of nodes that are not connected, infinity."""
        in_links = in_links and self.is_late  # else they are the same
        if (start, in_links) not in self.known:
            self.known[start, in_links] = self.nearest([start], in_links=in_links)
        return self.known[start, in_links]

    def nearest(self, starts, backwards=False, in_links=False):
        """The distance of each node from the nearest of some nodes, or to it; of nodes that none is connected with, infinity."""
        distance, ready = [inf] * self.nodes, [(0, node) for node in sorted(starts)]
        for _, node in ready:
            distance[node] = 0
        while ready:
            far, node = heappop(ready)
            if far > distance[node]:
                continue
            for link in self.into[node] if backwards else self.out[node]:
                after, steps = self.links[link][0 if backwards else 1], far + (1 if in_links else self.takes[link])
                if steps < distance[after]:
                    distance[after] = steps
                    heappush(ready, (steps, after))
        return distance


def paths(nodes, wires):
    """The paths of links: each wire between two nodes, and through switches the shortest paths from each switch beside a
    node to each switch beside another one."""
    yield from (wire for wire in wires if max(wire) < nodes)
    ends, switches, known = {}, {}, {}
    for node, other in wires:
        (ends if other < nodes else switches).setdefault(node, []).append(other)
    for node, first in wires:
        if node < nodes <= first:
            if first not in known:
                known[first] = list(ways(first, switches))
            yield from ((node, *way, end) for way in known[first] for end in ends.get(way[-1], ()) if end != node)


def ways(first, after):
    """All shortest paths from a switch to any, itself included."""
    layer, met, count = [(first,)], {first}, 0
    while layer:
        yield from layer
        count += len(layer)
        layer = [(*way, other) for way in layer for other in after.get(way[-1], ()) if other not in met][:MOST_WAYS]
        if count + len(layer) > MOST_WAYS:
            raise problem("network", f"more than {MOST_WAYS} paths begin at switch {first}", "expected: fewer switches")
        met.update(way[-1] for way in layer)


def numbers_in(word):
    """The numbers of a word: FIRST..LAST or one number, or several of these with commas between them."""
    parts = [part.partition("..") for part in word.split(",")]
    return [number for first, _, last in parts for number in range(int(first), min(int(last or first), MOST_NODES) + 1)]


NUMBER = r"\d{1,5}(?:\.\.\d{1,5})?"
NUMBERS = f"({NUMBER}(?:,{NUMBER})*)"
LINE = re.compile(fr"{NUMBERS} (- )?{NUMBERS}( \d{{1,5}})?( latency \d{{1,5}})?|switch {NUMBERS}( multicast)?", re.ASCII)


def add_line(line, where, links, latencies, switches):
    """Adds the links of a line of a file with their capacity and latency, or its switches and whether they multicast."""
    match = LINE.fullmatch(" ".join(line.split()))
    if not match:
        raise invalid(where, line.strip(), "FROM TO or FROM - TO, then [CAPACITY] [latency STEPS], in numbers, or switch NUMBER [multicast]")
    one, both, other, capacity, latency, switch, multicast = match.groups()
    if switch:
        switches.update(dict.fromkeys(numbers_in(switch), bool(multicast)))
        return
    ends, capacity, latency = [numbers_in(one), numbers_in(other)], int(capacity or 1), int((latency or "1").split()[-1])
    pairs = [(node, after) for node in ends[0] for after in ends[1]] if len(ends[0]) * len(ends[1]) <= MOST_LINKS else []
    if not pairs or any(node == after or max(node, after) >= MOST_NODES for node, after in pairs) or not 1 <= capacity <= MOST_CAPACITY:
        raise invalid(where, line.strip(), f"two of the nodes 0 to {MOST_NODES - 1}, and a capacity of 1 to {MOST_CAPACITY}")
    if not 1 <= latency <= MOST_LATENCY:
        raise invalid(f"{where}: latency", str(latency), f"1 to {MOST_LATENCY} steps")
    for node, after in pairs:
        for link in ((node, after), (after, node)) if both else ((node, after),):
            links[link] = links.get(link, 0) + capacity
            if latencies.setdefault(link, latency) != latency:
                raise invalid(f"{where}: latency", str(latency), f"{latencies[link]}, as before for the link from {link[0]} to {link[1]}")


def read(path):
    """The network in a file: each line is a directed link, "FROM TO [CAPACITY] [latency STEPS]"; "FROM - TO" are two, one
    each way; FIRST..LAST or A,B in place of a node are links of each of them. "switch NUMBER [multicast]" names switches. What follows a # is a comment. Nodes are numbered without a gap, and switches after them."""
    links, latencies, switches = {}, {}, {}
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read(MOST_BYTES).splitlines()
    except OSError as error:
        raise unreadable("", path, error) from error
    for place, line in enumerate(lines, 1):
        line = line.partition("#")[0]
        if place > MOST_LINES:
            raise problem(shown(path), f"more than {MOST_LINES} lines")
        if line.strip():
            add_line(line, f"{shown(path)}, line {place}", links, latencies, switches)
    known = {node for link in links for node in link}
    nodes = len(known) - len(switches)
    if nodes < 1 or known != set(range(len(known))) or set(switches) != set(range(nodes, len(known))) or len(links) > MOST_LINKS:
        raise problem(shown(path), f"unsupported network of {count_of(len(links), 'link')} between {count_of(len(known - set(switches)), 'node')}"
                      + (f" and {count_of(len(switches), 'switch', 'switches')}" if switches else ""),
                      f"expected: 1 to {MOST_LINKS} links, nodes numbered from 0 without a gap, and switches after them")
    network = Network(nodes, links, [switch for switch, multicast in switches.items() if multicast], latencies)
    if len(network.links) > MOST_LINKS:
        raise problem(shown(path), f"more than {MOST_LINKS} paths between nodes", "expected: fewer links or switches")
    for distance in (network.distances(0), network.nearest([0], backwards=True)):
        if max(distance) == inf:
            raise problem(shown(path), f"nodes 0 and {distance.index(inf)} are not connected in both directions")
    return network
