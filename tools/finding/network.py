"""The links that a schedule may use: those of a cube or mesh, or those of a file."""

from running.failure import invalid, problem, shown, unreadable

MOST_NODES = 512
MOST_LINKS = 1 << 16
MOST_CAPACITY = 1000
MOST_BYTES = 1 << 20


class Network:
    """Nodes 0 .. nodes - 1, and directed links (from, to), which are numbered. A link carries in a step `capacity` times
    as many blocks as a packet may hold."""

    def __init__(self, nodes, links):
        self.nodes = nodes
        self.capacity = dict(links)
        self.links = list(self.capacity)
        self.number = {link: k for k, link in enumerate(self.links)}
        self.out = [[] for _ in range(nodes)]   # numbers of links
        self.into = [[] for _ in range(nodes)]
        for k, (node, after) in enumerate(self.links):
            self.out[node].append(k)
            self.into[after].append(k)
        self.known = {}                         # distances that were asked for
        self.used = sorted({node for link in self.links for node in link})  # a mesh may not have all nodes of its cube

    def distances(self, start, backwards=False):
        """The distance of each node from a node, or to it; of nodes that are not connected, `nodes`."""
        if (start, backwards) not in self.known:
            self.known[start, backwards] = self.nearest([start], backwards)
        return self.known[start, backwards]

    def nearest(self, starts, backwards=False):
        """The distance of each node from the nearest of some nodes, or to it; of nodes that none is connected with, `nodes`."""
        distance, met = [self.nodes] * self.nodes, list(starts)
        for node in met:
            distance[node] = 0
        for node in met:
            for link in self.into[node] if backwards else self.out[node]:
                after = self.links[link][0 if backwards else 1]
                if distance[after] == self.nodes:
                    distance[after] = distance[node] + 1
                    met.append(after)
        return distance


def numbers_in(line, path, place):
    """The numbers of a line of a file of links, FROM TO [CAPACITY]."""
    words = line.split()
    if not 2 <= len(words) <= 3 or not all(word.isascii() and word.isdecimal() and len(word) < 6 for word in words):
        raise invalid(f"{shown(path)}, line {place}", line.strip(), "FROM TO, FROM - TO or FROM TO CAPACITY, in numbers")
    node, after, capacity = (*map(int, words), 1)[:3]
    if node == after or max(node, after) >= MOST_NODES or not 1 <= capacity <= MOST_CAPACITY:
        raise invalid(f"{shown(path)}, line {place}", line.strip(), f"two of the nodes 0 to {MOST_NODES - 1}, and a capacity of 1 to "
                                                                    f"{MOST_CAPACITY}")
    return node, after, capacity


def read(path):
    """The network in a file: each line is a directed link, "FROM TO" or "FROM TO CAPACITY"; "FROM - TO" are two, one each
    way; what follows a # is a comment. Its nodes are numbered without a gap."""
    links = {}
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read(MOST_BYTES).splitlines()
    except OSError as error:
        raise unreadable("", path, error) from error
    for place, line in enumerate(lines, 1):
        line = line.partition("#")[0]
        if not line.strip():
            continue
        node, after, capacity = numbers_in(line.replace(" - ", " ", 1), path, place)
        for link in ((node, after), (after, node)) if " - " in line else ((node, after),):
            links[link] = links.get(link, 0) + capacity
    network = Network(max(map(max, links), default=-1) + 1, links)
    if len(network.used) != network.nodes or not links or len(links) > MOST_LINKS:
        raise problem(shown(path), f"unsupported network of {len(links)} links between {len(network.used)} nodes",
                      f"expected: 1 to {MOST_LINKS} links, nodes numbered from 0 without a gap")
    for distance in (network.distances(0), network.distances(0, backwards=True)):
        if max(distance) == network.nodes:
            raise problem(shown(path), f"nodes 0 and {distance.index(network.nodes)} are not connected in both directions")
    return network
