"""Bounds by cuts: what starts on one side of a cut and is wanted on the other has to cross its links. For an all-gather on N
nodes, of all sets S of nodes and switches that leave a node out, the largest quotient of the nodes in S and the capacity
out of S is the least time of a block, and reached (L. Zhao et al., ForestColl: Throughput-Optimal Collective Communications
on Heterogeneous Network Fabrics, 2024). A least cut for each node that receives finds it."""

from collections import Counter

SOURCE = -1
MOST_LOOKS = 1 << 14  # links, for each end: some seconds


def near_side(capacity, supply, end, times):
    """The nodes and switches on the near side of a cut that is too narrow for `supply`, blocks by node, to come to an end over
    links of that many times their capacity. It is empty if there is none."""
    room = {}
    for (node, after), most in [*capacity.items(), *(((SOURCE, home), blocks) for home, blocks in supply.items())]:
        room.setdefault(node, {})[after] = most * (times if node != SOURCE else 1)
        room.setdefault(after, {}).setdefault(node, 0)
    while True:
        before, met = {SOURCE: SOURCE}, [SOURCE]
        for node in met:
            for after, left in room[node].items():
                if left and after not in before:
                    before[after] = node
                    met.append(after)
        if end not in before:
            return set(met) - {SOURCE}
        way = [end]
        while way[-1] != SOURCE:
            way.append(before[way[-1]])
        least = min(room[node][after] for after, node in zip(way, way[1:]))
        for after, node in zip(way, way[1:]):
            room[node][after] -= least
            room[after][node] += least


def least_rounds(chunks, network, most):
    """Rounds that none goes below in which each link carries once as much as its capacity in packets of `most` blocks. 0, if it
    would take long to say."""
    rounds = 0
    if most is None or len(network.capacity) * network.nodes > MOST_LOOKS:
        return 0
    for end in network.used:
        supply = Counter(chunk.home for chunk in chunks if end in chunk.ends)
        while supply and (side := near_side(network.capacity, supply, end, rounds * most)):
            out = sum(capacity for (node, after), capacity in network.capacity.items() if node in side and after not in side)
            rounds = -(-sum(supply[node] for node in side) // (most * out))
    return rounds
