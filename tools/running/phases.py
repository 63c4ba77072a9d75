"""The phases of a recorded run that are linear-complement communications (Hou, Wang, Ku and Hsu, section 2.2): each
node x sends a message to y = Ax + b over GF(2), or is itself that y and sends none.

A phase begins with the first messages of all nodes that no phase has yet. If some A and b give the
destination of each node's first message, or none for a node without one, these messages are a
phase. A scatter is found in the same way from its receivers, x = Ay + b. Otherwise the earliest
message is left out."""

import collections
import os

from .placement import ecube

NONE = None
MOST_PHASES = 64  # that lcc takes at once (LCC_MOST of programs/mapping/lcc.h)


class Phase:
    """A communication, and how often a run has it. images[x] is where node x sends to; in a scatter, where node x
    receives from."""

    def __init__(self, images, by_destination):
        self.images, self.by_destination = images, by_destination
        self.times = self.messages = self.bytes = 0

    def text(self):
        """As lcc reads it (programs/mapping/reader.h)."""
        dimension = len(self.images).bit_length() - 1
        columns = [self.images[1 << bit] ^ self.images[0] for bit in range(dimension)]
        rows = [" ".join(str(column >> bit & 1) for column in columns) for bit in range(dimension)]
        vector = " ".join(str(self.images[0] >> bit & 1) for bit in range(dimension))
        return "\n".join(["scatter"] * self.by_destination + rows + [vector]) + "\n"

    def pairs(self):
        """The source and the destination of each message."""
        return [(other, node) if self.by_destination else (node, other)
                for node, other in enumerate(self.images) if node != other]


class Pending:
    """Messages that are in no phase yet, by one of their ends, each end's in the order of their times."""

    def __init__(self, messages, nodes, end):
        self.queues = [collections.deque() for _ in range(nodes)]
        self.end = end
        for message in messages:
            self.queues[message[end]].append(message)

    def first(self, gone):
        """The first message of each node, or None."""
        for queue in self.queues:
            while queue and queue[0] in gone:
                queue.popleft()
        return [queue[0] if queue else NONE for queue in self.queues]


def affine(targets):
    """The map x -> Ax + b that moves most nodes such that each node that moves goes to its target, as the list of all
    images; or None if there is none. `targets` has a node's target, or None if it has to stay where it is."""
    nodes = len(targets)
    left = [0] * nodes  # how many nodes from x on can move
    for node in reversed(range(nodes)):
        left[node] = (targets[node] is not NONE) + (left[node + 1] if node + 1 < nodes else 0)
    best, most = NONE, 0

    def choices(node):
        """Where a node that nothing is known of may go: to its target first."""
        return [target for target in (targets[node], node) if target is not NONE]

    def extend(images, moved):
        """Tries all maps that begin with these images, of the nodes below a power of two."""
        nonlocal best, most
        known = len(images)
        if known == nodes:
            if moved > most:
                best, most = images, moved
            return
        if moved + left[known] <= most:
            return
        for image in choices(known):
            column = image ^ images[0]
            more = [other ^ column for other in images]
            if all(target in (targets[known + place], known + place) for place, target in enumerate(more)):
                extend(images + more, moved + sum(target != known + place for place, target in enumerate(more)))

    for image in choices(0):
        extend([image], image != 0)
    return best


def find_phases(nodes, packets):
    """The phases of a run of N nodes, and how many messages are in none. Of the packets that read_messages returns, in the
    order of their times, only messages that have bytes count: what goes from neighbour to neighbour by itself contends
    with nothing, and what has none are mostly answers of the library. Returns a list of Phase, the one with most bytes first, and the number of messages."""
    messages = [(*packet, number) for number, packet in enumerate(packets) if packet[2] > 0 and packet[0] != packet[1]]
    ways = [Pending(messages, nodes, end) for end in (0, 1)]
    phases, gone, alone = {}, set(), 0
    for message in messages:
        while message not in gone:
            for way in ways:
                first = way.first(gone)
                images = affine([NONE if other is NONE else other[1 - way.end] for other in first])
                if images is not NONE:
                    break
            else:
                gone.add(message)
                alone += 1
                break
            taken = [other for node, other in enumerate(first) if images[node] != node]
            phase = phases.setdefault((tuple(images), way.end == 1), Phase(images, way.end == 1))
            phase.times += 1
            phase.messages += len(taken)
            phase.bytes += sum(other[2] for other in taken)
            gone.update(taken)
    return sorted(phases.values(), key=lambda phase: (-phase.bytes, -phase.messages, phase.images)), alone


def contention(phase, order):
    """The most messages of a phase that go over one link by E-cube, when `order` has for each physical dimension the
    address bit that is placed on it."""
    links = collections.Counter()
    for node, target in phase.pairs():
        links.update(ecube(node, target, order))
    return max(links.values(), default=0)


def write_phases(phases, folder):
    """Writes the phases with most bytes to files for lcc, at most as many as that takes. Returns the files' paths."""
    paths = []
    for number, phase in enumerate(phases[:MOST_PHASES], 1):
        paths.append(os.path.join(folder, f"phase-{number}"))
        with open(paths[-1], "w", encoding="ascii") as file:
            file.write(phase.text())
    return paths
