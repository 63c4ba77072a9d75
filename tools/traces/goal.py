"""A run as GOAL, the text that LogGOPSim reads (Hoefler, Schneider, Lumsdaine: LogGOPSim - Simulating
Large-Scale Applications in the LogGOPS Model, 2010): of each node its work, sends and receives, each
after the one before. A packet that others relay goes from its first node to its last: LogGOPSim's
network has links of its own."""

from running.calls import peer_of

from . import tracks_of
from .packets import ended, nodes_of


def moments_of(packets, costs, ranks, calls):
    """For each rank its sends and receives (moment, kind, packet, other rank, size, tag, call), in the order of
    its clock. `ranks` are those of nodes. A packet is received when it has arrived. If the node was not waiting for it
    then, that takes the node no time. Those of nodes without a rank are left out, and those that leave at no time of the
    clocks."""
    tags = {name: number for number, name in
            enumerate(sorted({packet.operation for packet in packets}))}
    moments = {node: [] for node in ranks}
    for number, packet in enumerate(packets):
        first, last = packet.origin, nodes_of(packet)[-1]
        if first not in ranks or last not in ranks or id(packet.event) in calls.outside:
            continue
        rest = number, packet.bytes, tags[packet.operation], calls.of[id(packet.event)].label()
        moments[first].append((packet.called, "send", ranks[last], *rest))
        moments[last].append((ended(packet, costs), "recv", ranks[first], *rest))
    for own in moments.values():
        own.sort(key=lambda moment: (moment[0], moment[3]))
    return moments


def work_between(waits, begin, end, answers=False):
    """The time from `begin` to `end` in which a node did not wait. `answers`: at `end` it sends what it has made of what
    came at `begin`, which is work even if its program waits."""
    if answers and any(since <= begin and end <= until for since, until in waits):
        return end - begin
    return end - begin - sum(max(0, min(until, end) - max(since, begin)) for since, until in waits)


def lines_of(moments, waits, end):
    """The lines of one rank. A comment names the call whose packets follow."""
    now, number, call, last = 0, 0, None, None

    def line(operation):
        nonlocal number
        number += 1
        yield f"l{number}: {operation}"
        if number > 1:
            yield f"l{number} requires l{number - 1}"

    for moment, kind, other, _, size, tag, its_call in moments:
        work = work_between(waits, now, moment, answers=kind == "send" and last == "recv")
        last = kind
        if work > 0:
            yield from line(f"calc {work}")
        if its_call != call:
            yield f"// {its_call}"
        call = its_call
        yield from line(f"{kind} {size}b {'to' if kind == 'send' else 'from'} {other} tag {tag}")
        now = max(now, moment)
    work = work_between(waits, now, end)
    if work > 0:
        yield from line(f"calc {work}")


def text(description, costs, packets, records, calls):
    """The GOAL text. A node that has not come to its end has recorded nothing: it receives what others have sent
    to it, and that is all. What a node without a rank has sent is no part of it: waiting for that is work."""
    ranks = {node: rank for rank, node in enumerate(tracks_of(description))}
    ends = {record["node"]: record["clock"] for record in records["profile"]}
    waits = {node: [] for node in ranks}
    for event in records["event"]:
        if event["kind"] == "taken" and event["node"] in ranks and peer_of(event) in ranks:
            waits[event["node"]].append((event["begun"], event["time"]))
    lines = [f"num_ranks {len(ranks)}", ""]
    for node, own in moments_of(packets, costs, ranks, calls).items():
        lines += [f"rank {ranks[node]} {{", *lines_of(own, waits[node], ends.get(node, 0)), "}", ""]
    return "\n".join(lines)
