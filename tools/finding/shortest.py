"""A schedule without a search, by shortest ways: the result of a search whose time is over, at the
worst."""

from finding.plan import brought, reduced, trees

MOST_LOOKS = 1 << 26  # at links, blocks and ends, in all steps: some seconds


class Crowd:
    """What nodes have, step by step. In each step each link takes the blocks that come nearer to one of their ends than they
    are at any node, those with the longest way first."""

    def __init__(self, task, chunks, network):
        self.task, self.chunks, self.network = task, chunks, network
        self.came = [{} for _ in chunks]  # of each chunk (step, link) of the send that brings it to a node
        self.carried, self.ports = {}, {}  # by step: the blocks that enter a wire, and the wire of a node's one port
        self.near = [{end: network.distances(chunk.home)[end] for end in chunk.ends} for chunk in chunks]

    def gain(self, c, after):
        """The longest way that a chunk has left to one of the ends that it comes nearer to at a node; 0: to none."""
        left = self.network.distances(after)
        return max((near for end, near in self.near[c].items() if left[end] < near), default=0)

    def has(self, c, node, number):
        """Whether a node has a chunk before a step."""
        step, link = self.came[c].get(node, (number, 0))
        return node == self.chunks[c].home or step + self.network.takes[link] <= number

    def step(self, number):
        """The sends of a step: of each chunk one to a node at most."""
        offers = []
        for link, (node, after) in enumerate(self.network.links):
            for c, chunk in enumerate(self.chunks):
                gain = after not in self.came[c] and self.has(c, node, number) and self.gain(c, after)
                if gain:
                    offers.append((-gain, (c + link) % len(self.chunks), c, link))
        for _, _, c, link in sorted(offers):
            node, after = self.network.links[link]
            path = self.network.paths[link]
            wires = [(path[k:k + 2], number + self.network.delay(path[:k + 1])) for k in range(len(path) - 1)]
            room = self.task.most is None or all(self.carried.get(enters, 0) < self.task.most * self.network.capacity[enters[0]] for enters in wires)
            send, receive = (node, 0, number), (after, 1, number + self.network.takes[link] - 1)
            free = not self.task.one_port or all(self.ports.get(port, wire) == wire for port, wire in ((send, path[:2]), (receive, path[-2:])))
            if room and free and after not in self.came[c] and self.gain(c, after):
                for enters in wires:
                    self.carried[enters] = self.carried.get(enters, 0) + 1
                self.ports[send], self.ports[receive] = path[:2], path[-2:]
                self.came[c][after] = number, link
                left = self.network.distances(after)
                self.near[c] = {end: min(near, left[end]) for end, near in self.near[c].items() if left[end]}


def by_shortest_ways(task, chunks, back):
    """The plan for chunks, on the network `back` if they are combined backwards; or None if it would take long to make."""
    network = back or task.network
    looks = len(network.links) * sum(1 + len(chunk.ends) for chunk in chunks)
    crowd, steps = Crowd(task, chunks, network), 0
    while any(crowd.near):
        steps += 1
        if looks * steps > MOST_LOOKS:
            return None
        crowd.step(steps)
    steps = max([step + network.takes[link] - 1 for came in crowd.came for step, link in came.values()], default=0)
    kept = trees(network, chunks, crowd.came)
    return reduced(task, chunks, back, steps, kept) if back else brought(task, chunks, steps, kept)
