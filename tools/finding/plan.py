"""The result of a search: packets, step by step, and the sources of each of their blocks.

A source is a block that a node has: (None, b) is block b of its input, (number, k) block k of the packet of that number, which
has come to the node in an earlier step. Packets are numbered through all steps."""


class Packet:
    """A packet of a step over a link. Each of its blocks is a list of sources, which are combined in this order."""

    def __init__(self, step, link, blocks):
        self.step, self.link, self.blocks = step, link, blocks


class Plan:
    """Packets in the order of their steps, 1 .. steps; and for each place (node, area, block) of the outputs its list of
    sources. `rounds`: how many packets a link may carry in each step, one after the other; usually one."""

    def __init__(self, steps, packets, results, rounds=None):
        self.steps, self.packets, self.results = steps, packets, results
        self.rounds = rounds or [1] * steps

    def words(self):
        """The link words: blocks, each counted on each link that it passes."""
        return sum(len(packet.blocks) for packet in self.packets)


def trees(network, chunks, came):
    """For each chunk the links by which it comes to the nodes that need it: came[c][v] is (step, link) of its first arrival
    at node v. Returns a set of (step, link, c)."""
    kept = set()
    for c, chunk in enumerate(chunks):
        for node in chunk.ends:
            while node != chunk.home and (*came[c][node], c) not in kept:
                kept.add((*came[c][node], c))
                node = network.links[came[c][node][1]][0]
    return kept


def packed(kept, sources):
    """Packets of what is sent, a set of (step, link, c): of one link in one step one packet, whose blocks are in the order
    of c. `sources(send, place)` tells what a block is made of, where `place` has the (packet, block) of each send before."""
    packets, place = [], {}
    for send in sorted(kept):
        step, link, _ = send
        if not packets or (packets[-1].step, packets[-1].link) != (step, link):
            packets.append(Packet(step, link, []))
        packets[-1].blocks.append(sources(send, place))
        place[send] = len(packets) - 1, len(packets[-1].blocks) - 1
    return packets, place


def brought(task, chunks, steps, kept, rounds=None):
    """The plan that brings each chunk along its tree."""
    arrival = {}
    for send in kept:
        arrival[task.network.links[send[1]][1], send[2]] = send

    def had(node, c, place):
        return place[arrival[node, c]] if node != chunks[c].home else (None, chunks[c].block)

    packets, place = packed(kept, lambda send, place: [had(task.network.links[send[1]][0], send[2], place)])
    results = {}
    for c, chunk in enumerate(chunks):
        for where in chunk.places:
            results[where] = [had(where[0], c, place)]
    return Plan(steps, packets, results, rounds)


def reduced(task, chunks, back, steps, kept, rounds=None):
    """The plan that combines along trees which were found backwards, on the network `back` whose links are the other way
    round: a node sends what it has collected to where the chunk would come to it from."""
    sends, into = set(), {}
    for step, link, c in kept:
        near = back.links[link][0]
        send = steps + 2 - step - back.takes[link], task.network.number[back.paths[link][::-1]], c
        sends.add(send)
        into.setdefault((near, c), []).append(send)

    def collected(node, c, place):
        own = [(None, chunks[c].block)] if node == chunks[c].home or node in chunks[c].ends else []
        return own + [place[send] for send in sorted(into.get((node, c), []))]

    packets, place = packed(sends, lambda send, place: collected(task.network.links[send[1]][0], send[2], place))
    results = {where: collected(chunk.home, c, place) for c, chunk in enumerate(chunks) for where in chunk.places}
    return Plan(steps, packets, results, rounds and rounds[::-1])
