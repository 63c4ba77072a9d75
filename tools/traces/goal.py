"""A run as GOAL, the text that LogGOPSim reads (Hoefler, Schneider, Lumsdaine: LogGOPSim - Simulating
Large-Scale Applications in the LogGOPS Model, 2010): of each node its work, sends and receives, each
after the one before. A packet that others relay goes from its first node to its last: LogGOPSim's
network has links of its own."""

from .packets import ended, nodes_of


def moments_of(packets, costs, nodes):
    """For each of the nodes its sends and receives (moment, kind, packet, other node, size, tag), in the order of
    its clock. A packet is received when it has arrived. If the node was not waiting for it then, that
    takes the node no time."""
    tags = {name: number for number, name in
            enumerate(sorted({packet.operation for packet in packets}))}
    moments = [[] for _ in range(nodes)]
    for number, packet in enumerate(packets):
        path = nodes_of(packet)
        rest = number, packet.bytes, tags[packet.operation]
        moments[path[0]].append((packet.called, "send", path[-1], *rest))
        moments[path[-1]].append((ended(packet, costs), "recv", path[0], *rest))
    for own in moments:
        own.sort(key=lambda moment: (moment[0], moment[3]))
    return moments


def work_between(waits, begin, end):
    """The time from `begin` to `end` in which a node did not wait."""
    return end - begin - sum(max(0, min(until, end) - max(since, begin)) for since, until in waits)


def lines_of(moments, waits, end):
    """The lines of one node."""
    now, number = 0, 0

    def line(operation):
        nonlocal number
        number += 1
        yield f"l{number}: {operation}"
        if number > 1:
            yield f"l{number} requires l{number - 1}"

    for moment, kind, other, _, size, tag in moments:
        work = work_between(waits, now, moment)
        if work > 0:
            yield from line(f"calc {work}")
        yield from line(f"{kind} {size}b {'to' if kind == 'send' else 'from'} {other} tag {tag}")
        now = max(now, moment)
    work = work_between(waits, now, end)
    if work > 0:
        yield from line(f"calc {work}")


def text(description, costs, packets, records):
    """The GOAL text. A node that has not come to its end has recorded nothing: it receives what others have sent
    to it, and that is all."""
    nodes = description["nodes"]
    ends = {record["node"]: record["clock"] for record in records["profile"]}
    waits = [[] for _ in range(nodes)]
    for event in records["event"]:
        if event["kind"] == "taken":
            waits[event["node"]].append((event["begun"], event["time"]))
    lines = [f"num_ranks {nodes}", ""]
    for node, own in enumerate(moments_of(packets, costs, nodes)):
        lines += [f"rank {node} {{", *lines_of(own, waits[node], ends.get(node, 0)), "}", ""]
    return "\n".join(lines)
