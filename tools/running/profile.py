"""The output of --profile: the time of the nodes' clocks by node, by function and line, and on the
critical path."""

import collections
from operator import itemgetter

from .sampling import shares, table

HOPS_SHOWN = 20     # of the critical path
NODES_SHOWN = 16    # in the table of nodes: those with the largest clocks
MOST_RELAYS = 8192  # of a packet: each node but its own
MOST_HOPS = 4096    # that are followed for the time by function

def profile_lines(profiles, events, sampling, instruction, early=()):
    """Lines of text: where the time of the nodes went, and what the last of them waited for. `early` tells where the
    nodes were whose programs have not come to their end."""
    yield ""
    if early:
        yield "ended early: the profile is that until then"
        for left in early[:NODES_SHOWN]:
            yield f"  node {left['node']} {left['where']}"
    yield "profile, in units of time; " + (f"an instruction is {instruction}" if instruction else
                                           "instructions are free: declared work and links")
    yield (f'{"node":>6}{"clock":>14}{"work":>14}{"sending":>14}{"receiving":>14}{"waiting":>14}'
           "  waiting, link by link")
    last = sorted(profiles, key=lambda profile: (-profile["clock"], profile["node"]))
    for profile in sorted(last[:NODES_SHOWN], key=itemgetter("node")):
        links = profile["links"]
        cells = [profile["clock"], profile["work"],
                 *(sum(link[kind] for link in links) for kind in ("sending", "receiving", "waiting"))]
        waits = [f"{d}: {link['waiting']}" for d, link in enumerate(links) if link["waiting"]]
        yield (f'{profile["node"]:>6}' + "".join(f"{cell:>14}" for cell in cells) + "  "
               + ", ".join(waits))
    if len(last) > NODES_SHOWN:
        yield f"   and {len(last) - NODES_SHOWN} nodes whose clocks show less"
    yield from sampling.lines()
    yield from path_lines(path_of(last[0], events), sampling)


class Hop:
    """A stretch of the critical path: a node works from one moment to another, after a packet that it has `taken` and
    that was `sent`: the events, or None where there was none, or it is no longer known."""

    def __init__(self, node, begin, end, taken, sent):
        self.node, self.begin, self.end, self.taken, self.sent = node, begin, end, taken, sent


def path_of(last, events):
    """The critical path, from the largest clock back to what each node waited for, as far as it is known."""
    by_node = collections.defaultdict(list)
    for event in events:
        by_node[event["node"]].append(event)
    node, time, hops = last["node"], last["clock"], []
    while len(hops) < MOST_HOPS:
        taken = latest(by_node[node], lambda event: event["kind"] == "taken", "time", time)
        if taken is None:
            return [*hops, Hop(node, 0, time, None, None)]
        sent = origin(by_node, taken)
        hops.append(Hop(node, taken["time"], time, taken, sent))
        if sent is None:
            break
        node, time = sent["node"], sent["time"]
    return hops


def path_lines(hops, sampling):
    """Lines of text: the last hops of the critical path, and by function what its whole time was spent on."""
    yield f"critical path, its last {HOPS_SHOWN} hops, the last one first:"
    for hop in hops[:HOPS_SHOWN]:
        where = shares(sampling.inside(hop.node, hop.begin, hop.end))
        yield f"  {hop_text(hop)}" + (f": {where}" if where else "")
    sums = collections.defaultdict(lambda: {"work": 0})
    for hop in hops:
        for name, time in sampling.inside(hop.node, hop.begin, hop.end).items():
            sums[name]["work"] += time
        if hop.sent:
            sums["(packets on their way)"]["work"] += hop.begin - hop.sent["time"]
    if hops[-1].taken:  # what came before is not followed, or the notes about it are gone
        sums["(earlier)"]["work"] += hops[-1].sent["time"] if hops[-1].sent else hops[-1].begin
    yield "critical path by function:"
    yield from table(sums, "function", ("work",))


def hop_text(hop):
    """A hop, in words."""
    if hop.taken is None:
        return f"node {hop.node} works until {hop.end}"
    step = f" step {hop.taken['step']}" if hop.taken["step"] else ""
    return (f"node {hop.node} works from {hop.begin} to {hop.end}, after {hop.taken['operation']}{step}"
            + (f" from node {hop.sent['node']}, which sent it at {hop.sent['time']}" if hop.sent else
               ", and what it waited for is no longer known"))


def latest(events, wanted, key, most):
    """The last of the wanted events whose `key` is at most `most`, or None."""
    return next((event for event in reversed(events) if wanted(event) and event[key] <= most), None)


def origin(by_node, taken):
    """The event at which the packet was sent that was taken. Goes back past the nodes that relayed it.
    None where that is no longer known."""
    if "peer" in taken:
        return latest(by_node[taken["peer"]],
                      lambda event: event["kind"] == "sent" and event.get("peer") == taken["node"],
                      "stamp", taken["stamp"])
    node, port, stamp = taken["node"], taken["port"], taken["stamp"]
    for _ in range(MOST_RELAYS):
        node ^= 1 << port
        left = latest(by_node[node], lambda event, port=port: (
            event["kind"] != "taken" and event["port"] == port and "peer" not in event and
            event["operation"] == taken["operation"] and event["step"] == taken["step"]),
            "stamp", stamp)
        if left is None or left["kind"] == "sent":
            return left
        port, stamp = left["from"], left["stamp"]
    return None
