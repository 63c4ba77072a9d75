"""Lower bounds on steps and link words by counting, which a solver finds only with difficulty, such as
that 31 blocks do not pass in 30 steps. On cubes and meshes collectives/bound has better ones
(task.bound)."""

from collections import Counter
from math import inf

from running.failure import problem


def homes_and_ends(task):
    """For each block, by (rank, block) or, if it is combined, by its number alone: the nodes that it comes from, and those
    that want it with what they want."""
    wants, combines = {}, task.combines()
    for (node, _, _), (first, last, block) in task.wants():
        key = (first, block) if not combines else (None, block)
        wants.setdefault(key, []).append((node, first, last))
    return wants


def least_steps(task, rounds=None):
    """Steps that none goes below: distances, how many can have heard, and what
    has to leave and to come to each node by its links, the farthest last."""
    network = task.network
    ports, latency = fan(task, rounds), min(network.takes, default=1)
    far = [network.distances(node) for node in range(network.nodes)]
    needs = [[set() for _ in range(network.nodes)] for _ in ("leaves", "comes")]
    most = 0
    for key, wants in homes_and_ends(task).items():
        for node, first, last in wants:
            distances = [far[task.nodes[rank]][node] for rank in range(first, last + 1)]
            if max(distances) == inf:
                raise problem("network", f"node {node} is unreachable from a node that it must receive from")
            most = max(most, *distances, growth(ports, last - first + 1, latency))
            if max(distances) > 0:
                near = min(distance for distance in distances if distance) if key[0] is None else distances[0]
                needs[1][node].add((near, key))
        most = max(most, growth(ports, len({node for node, first, _ in wants} | {task.nodes[wants[0][1]]}), latency))
        for rank in sorted({rank for node, first, last in wants for rank in range(first, last + 1)}):
            node = task.nodes[rank]
            reach = [far[node][end] for end, first, last in wants if first <= rank <= last and end != node]
            if reach:
                needs[0][node].add((max(reach), key))
    for side, of_nodes in enumerate(needs):
        for node, needed in enumerate(of_nodes):
            most = max(most, by_node(task, sorted(needed, reverse=True), network.ports(node, side), rounds))
    return max(most, by_links(task, rounds))


def in_rounds(least, rounds):
    """The steps that are known of the least rounds: one in each step, or more than `rounds` where these are given and too few."""
    return least if not rounds else 0 if least <= rounds else rounds + 1


def by_links(task, rounds):
    """Steps until all links together have carried as many blocks as have to cross them. With one port a node receives on
    one."""
    network = task.network
    if task.most is None:
        return 0
    at_once = sum((max if task.one_port else sum)(network.ports(node, 1)) for node in network.used)
    return in_rounds(-(-least_words(task) // (task.most * at_once)), rounds)


def fan(task, rounds):
    """The most nodes that one node can tell of a block in a step, or hear from: by one port several, through a switch."""
    network = task.network
    if not task.one_port:
        return max(map(len, [*network.out, *network.into]))
    return max((count if wire[1] in network.multicast or task.most is None or rounds else min(count, task.most * network.capacity[wire])
                for end in (slice(2), slice(-2, None)) for wire, count in Counter(path[end] for path in network.paths).items()), default=1)


def growth(ports, nodes, latency):
    """Steps until N nodes have heard of something, or one node of them: each that has heard tells as many others in a
    step as it has ports, which have heard LATENCY - 1 steps later (A. Bar-Noy and S. Kipnis, Designing broadcasting algorithms
    in the postal model for message-passing systems, 1994)."""
    heard = [1]  # after each step
    while heard[-1] < nodes:
        heard.append(heard[-1] + ports * (heard[-latency] if len(heard) >= latency else 0))
    return len(heard) - 1


def by_node(task, needed, capacities, rounds):
    """Steps of one node: of all blocks with a way of r steps or more, the last one that leaves still has that way to go."""
    if task.most is None or not capacities:
        return max([far for far, _ in needed], default=0)
    at_once = task.most * (max(capacities) if task.one_port else sum(capacities))
    if rounds:
        return 0 if len(needed) <= at_once * rounds else rounds + 1
    return max((far - 1 + -(-number // at_once) for number, (far, _) in enumerate(needed, 1)), default=0)


def least_words(task):
    """Link words that none goes below: each block crosses a link for each end, or the way to the farthest. What is combined is
    sent by each that contributes elsewhere and received by each that has a result of others; where every node has the result
    of all, these are two times all nodes but one (F. Harary and A. J. Schwenk, The communication problem on graphs and
    digraphs, Journal of the Franklin Institute 297, 1974)."""
    words = 0
    for key, wants in homes_and_ends(task).items():
        if key[0] is not None:
            far = task.network.distances(task.nodes[key[0]], in_links=True)
            ends = {node for node, _, _ in wants if far[node]}
            words += max([len(ends), *(far[node] for node in ends)])
            continue
        send, receive = set(), set()
        for node, first, last in wants:
            others = set(task.nodes[first:last + 1]) - {node}
            send |= others
            receive |= {node} if others else set()
        full = len(receive) == len(task.nodes) and all(last - first + 1 == len(task.nodes) for _, first, last in wants)
        words += 2 * (len(task.nodes) - 1) if full else max(len(send), len(receive))
    return words
