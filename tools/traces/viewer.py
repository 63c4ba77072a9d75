"""A run as Trace Event JSON, which viewers of traces open: Perfetto, Chromium's, speedscope. A
microsecond of the viewer is a unit of the nodes' clocks.

A node's track has its calls, in them their steps, and in these the times in which its clock waited. A
link's track has the packets on it. Arrows lead from the send of a packet to the wait that it ends, and a
counter tells how many links are in use."""

import collections
import json

from .packets import nodes_of

NODES, LINKS = 1, 2  # the processes of the trace
LANE = 16            # tracks of a link, where packets overlap
PORTS = 16           # more than a node has
EMPTY = "it carries nothing, and tells that its sender has come so far"


def named(kind, process, track, name, order=None):
    """Events that name a process or a track."""
    where = {"pid": process, "tid": track}
    yield {"ph": "M", "name": f"{kind}_name", **where, "args": {"name": name}}
    if order is not None:
        yield {"ph": "M", "name": f"{kind}_sort_index", **where, "args": {"sort_index": order}}


def slice_of(process, track, begin, end, name, **arguments):
    """An event that lasts."""
    return {"ph": "X", "pid": process, "tid": track, "ts": begin, "dur": end - begin, "name": name,
            **({"args": arguments} if arguments else {})}


# ---- Nodes

def own_events(events):
    """For each node what its program did, in its order: (begin, end, operation, step, event)."""
    of_node = collections.defaultdict(list)
    for event in events:
        if event["kind"] == "passed":
            continue
        begin = event["begun"] if event["kind"] == "taken" else event["time"]
        of_node[event["node"]].append((begin, event["time"], event["operation"], event["step"], event))
    for own in of_node.values():
        own.sort(key=lambda one: one[:2])
    return of_node


def stretches(own, same):
    """Divides a list into stretches of neighbours of which same(before, after) is true."""
    stretch = []
    for one in own:
        if stretch and not same(stretch[-1], one):
            yield stretch
            stretch = []
        stretch.append(one)
    if stretch:
        yield stretch


def in_one_call(before, after):
    """Whether two events can be of one call: of one operation, and no step comes back."""
    return before[2] == after[2] and before[3] <= after[3]


def span(stretch):
    """From when to when a stretch lasts."""
    return stretch[0][0], max(one[1] for one in stretch)


def node_slices(node, own):
    """The calls of a node, their steps, and its waits. What takes no time is left out: viewers do not
    agree on which of two slices is within the other if one has no length."""
    for call in stretches(own, in_one_call):
        yield slice_of(NODES, node, *span(call), call[0][2])
        for step in stretches(call, lambda before, after: before[3] == after[3]):
            if step[0][3]:
                yield slice_of(NODES, node, *span(step), f"step {step[0][3]}")
            for begin, end, _, _, event in step:
                if event["kind"] == "taken":
                    peer = event.get("peer", event["node"] ^ 1 << event["port"])
                    yield slice_of(NODES, node, begin, end, f"wait for node {peer}",
                                   bytes=event["bytes"])


def lasting(slices):
    """The slices that take time."""
    return (one for one in slices if one["dur"] > 0)


# ---- Links

def passages(packets, costs):
    """What is on each link: (begin, end, number of the packet) by (node, port). A packet is on a link
    from the moment at which its port begins to send it, or its first byte passes on. Where that is
    free, it lasts a unit, so that it can be seen."""
    on_link = collections.defaultdict(list)
    for number, packet in enumerate(packets):
        lasts = costs["tw"] * packet.bytes
        for place, (node, port) in enumerate(zip(nodes_of(packet), packet.path)):
            begin = packet.begun if place == 0 else packet.begun + costs["ts"] + place * costs["th"]
            end = packet.begun + costs["ts"] + (place + 1) * costs["th"] + lasts
            on_link[node, port].append((begin, max(end, begin + 1), number))
    for there in on_link.values():
        there.sort()
    return on_link


def link_events(on_link, packets):
    """The tracks of the links: packets that are on a link at one time are beside each other."""
    for (node, port), there in sorted(on_link.items()):
        free = []
        first = (node * PORTS + port) * LANE + 1
        for begin, end, number in there:
            lane = next((k for k, since in enumerate(free) if since <= begin), len(free))
            if lane == len(free):
                free.append(0)
                yield from named("thread", LINKS, first + lane, f"{node} -> {node ^ 1 << port}",
                                 first + lane)
            free[lane] = end
            packet = packets[number]
            name = packet.operation + (f" step {packet.step}" if packet.step else "")
            meaning = {} if packet.bytes else {"meaning": EMPTY}
            yield slice_of(LINKS, first + lane, begin, end, name, packet=number, bytes=packet.bytes,
                           path=nodes_of(packet), **meaning)


def link_use(on_link):
    """A counter of the links that are in use."""
    changes = collections.Counter()
    for there in on_link.values():
        for begin, end in joined(there):
            changes[begin] += 1
            changes[end] -= 1
    used = 0
    for moment in sorted(changes):
        used += changes[moment]
        yield {"ph": "C", "pid": LINKS, "name": "links in use", "ts": moment, "args": {"links": used}}


def joined(there):
    """The times in which a link carries anything: begin and end of each."""
    begin = end = None
    for first, last, _ in there:
        if end is None or first > end:
            if end is not None:
                yield begin, end
            begin, end = first, last
        end = max(end, last)
    if end is not None:
        yield begin, end


def links_name(description):
    """What the tracks of links are called together: also which links are dead, or fail."""
    told = [f"{word}: {', '.join(description[word])}" for word in ("dead", "failing") if description.get(word)]
    return f"links ({'; '.join(told)})" if told else "links"


# ---- Packets from node to node

def flows(packets, waits):
    """An arrow for each packet: from its send to the wait that it ends, or to its arrival."""
    taken = {number: until for _, _, until, number in waits}
    for number, packet in enumerate(packets):
        same = {"cat": "packet", "name": packet.operation, "id": number, "pid": NODES}
        yield {"ph": "s", **same, "tid": packet.origin, "ts": packet.called}
        yield {"ph": "f", "bp": "e", **same, "tid": packet.node,
               "ts": taken.get(number, packet.stamp)}


def text(description, costs, packets, records):
    """The trace as JSON."""
    from page.record import waits_of
    nodes = description["nodes"]
    program = " ".join([description["program"], *description["arguments"]])
    events = [*named("process", NODES, 0, f"nodes: {program}", NODES),
              *named("process", LINKS, 0, links_name(description), LINKS)]
    for node in range(nodes):
        events += named("thread", NODES, node, f"node {node}", node)
    for node, own in sorted(own_events(records["event"]).items()):
        events += lasting(node_slices(node, own))
    clocks = {profile["node"]: profile["clock"] for profile in records["profile"]}
    for left in description.get("early", ()):
        events.append({"ph": "i", "s": "t", "pid": NODES, "tid": left["node"], "ts": clocks.get(left["node"], 0),
                       "name": f"ended early: {left['where']}"})
    on_link = passages(packets, costs)
    events += link_events(on_link, packets)
    events += link_use(on_link)
    events += flows(packets, list(waits_of(records["event"], packets)))
    head = {"displayTimeUnit": "ns", "otherData": {
        "program": program, "nodes": nodes, "status": description["status"], "costs": costs,
        "unit": "a microsecond is a unit of the nodes' clocks"}}
    lines = ",\n".join(json.dumps(event, separators=(",", ":")) for event in events)
    return json.dumps(head)[:-1] + ', "traceEvents": [\n' + lines + "\n]}\n"
