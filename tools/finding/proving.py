"""Proves a plan, by a walk that knows nothing of how it was found: each packet crosses a link of the
network, no link exceeds its capacity in a step, nodes keep to their ports, each block is made of
blocks that the node has then, with each contribution once and in the order of the ranks if that is
required, and each result has the operation's meaning."""

from collections import Counter

from running.numbers import count_of


class Wrong(Exception):
    """What is wrong with a plan."""


def contributions(task, node, sources, step, held):
    """The contributions in a block that a node makes of sources in a step, as (rank, block), in their order."""
    whole = []
    for number, k in sources:
        if number is None:
            if task.rank[node] is None or not 0 <= k < task.inputs[node]:
                raise Wrong(f"step {step}: node {node} has no block {k} in its input")
            whole.append((task.rank[node], k))
        else:
            at, came, blocks = held[number] if 0 <= number < len(held) else (None, 0, [])
            if at != node or came >= step or not 0 <= k < len(blocks):
                raise Wrong(f"step {step}: node {node} has no block {k} of packet {number} then")
            whole += blocks[k]
    if len(set(whole)) != len(whole):
        raise Wrong(f"step {step}: node {node} combines a contribution twice")
    if len({block for _, block in whole}) > 1:
        raise Wrong(f"step {step}: node {node} combines blocks that do not belong together")
    return whole


def check_order(task, where, whole):
    """Contributions that are kept in order follow each other."""
    if task.ordered and whole != [(whole[0][0] + k, whole[0][1]) for k in range(len(whole))]:
        raise Wrong(f"{where}: the operands are not in the order of the ranks")


def crossings(network, step, paths):
    """The wires that a block crosses along paths from one node, each with the step in which it enters, as often as copies
    cross it: one goes to a switch of multicast, whatever it passes on."""
    for near, after in {path[:2] for path in paths}:
        rest = [path[1:] for path in paths if path[1] == after]
        leaves = step + network.latency[near, after] - 1
        further = list(crossings(network, leaves, [path for path in rest if len(path) > 1]))
        yield from further
        copies = sum(wire[0] == after for _, wire in further) + sum(len(path) == 1 for path in rest)
        yield from [(step, (near, after))] * (1 if after in network.multicast else copies)


def check_links(task, plan):
    """Checks what links and ports carry in each step."""
    network, carried, ports, sent = task.network, Counter(), {}, {}
    for packet in plan.packets:
        path, last = network.paths[packet.link], arrival(network, packet)
        if not packet.blocks:
            raise Wrong(f"step {packet.step}: node {path[0]} sends an empty packet to node {path[-1]}")
        for sources in packet.blocks:
            sent.setdefault((packet.step, path[0], tuple(sources)), []).append(path)
        for step, node, way, wire in ((packet.step, path[0], "sends", path[:2]), (last, path[-1], "receives", path[-2:])):
            if ports.setdefault((step, node, way), wire) != wire and task.one_port:
                raise Wrong(f"step {step}: node {node} {way} on two ports")
    for (step, *_), paths in sent.items():
        carried.update(crossings(network, step, paths))
    for (step, wire), blocks in sorted(carried.items(), key=lambda item: item[0][0]):
        most = (task.most or blocks) * network.capacity[wire] * plan.rounds[step - 1]
        if blocks > most:
            raise Wrong(f"step {step}: the link from node {wire[0]} to node {wire[1]} carries {count_of(blocks, 'block')}, and may carry {most}")


def arrival(network, packet):
    """The step at whose end a packet is at its receiver."""
    path = network.paths[packet.link]
    return packet.step + sum(network.latency[wire] - 1 for wire in zip(path, path[1:]))


def prove(task, plan):
    """Raises Wrong if the plan is not what it has to be."""
    held = []
    for number, packet in enumerate(plan.packets):
        if not 0 <= packet.link < len(task.network.links) or not 1 <= packet.step <= plan.steps:
            raise Wrong(f"packet {number} has no link or no step")
        if arrival(task.network, packet) > plan.steps:
            raise Wrong(f"packet {number} arrives after the last step")
        node, after = task.network.links[packet.link]
        blocks = [contributions(task, node, sources, packet.step, held) for sources in packet.blocks]
        for whole in blocks:
            if not whole:
                raise Wrong(f"step {packet.step}: node {node} sends a block of nothing")
            check_order(task, f"step {packet.step}: node {node}", whole)
        held.append((after, arrival(task.network, packet), blocks))
    check_links(task, plan)
    for place, (first, last, block) in task.wants():
        node, area, at = place
        whole = contributions(task, node, plan.results.get(place, []), plan.steps + 1, held)
        if sorted(whole) != [(rank, block) for rank in range(first, last + 1)]:
            raise Wrong(f"at the end node {node} has a wrong block {at} in output {area}: "
                        f"{', '.join(f'block {b} of rank {rank}' for rank, b in whole) or 'nothing'}")
        check_order(task, f"at the end, node {node}", whole)
