"""A run as GOAL, the text that LogGOPSim reads (Hoefler, Schneider, Lumsdaine: LogGOPSim - Simulating
Large-Scale Applications in the LogGOPS Model, 2010): of each node its work, sends and receives, each
after the one before. A packet that others relay goes from its first node to its last: LogGOPSim's
network has links of its own."""

from .packets import ended, nodes_of


def moments_of(packets, costs, records):
    """For each node its sends and receives (moment, kind, packet, other node, size, tag), in the order of
    its clock. A packet is received when it has arrived. If the node was not waiting for it then, that
    takes the node no time."""
    tags = {name: number for number, name in
            enumerate(sorted({packet.operation for packet in packets}))}
    moments = {record["node"]: [] for record in records["profile"]}
    for number, packet in enumerate(packets):
        nodes = nodes_of(packet)
        rest = number, packet.bytes, tags[packet.operation]
        moments[nodes[0]].append((packet.called, "send", nodes[-1], *rest))
        moments[nodes[-1]].append((ended(packet, costs), "recv", nodes[0], *rest))
    for node in moments:
        moments[node].sort(key=lambda moment: (moment[0], moment[3]))
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
    """The GOAL text."""
    waits = {record["node"]: [] for record in records["profile"]}
    for event in records["event"]:
        if event["kind"] == "taken":
            waits[event["node"]].append((event["begun"], event["time"]))
    moments = moments_of(packets, costs, records)
    lines = [f"num_ranks {description['nodes']}", ""]
    for record in sorted(records["profile"], key=lambda record: record["node"]):
        node = record["node"]
        lines += [f"rank {node} {{", *lines_of(moments[node], waits[node], record["clock"]), "}", ""]
    return "\n".join(lines)
