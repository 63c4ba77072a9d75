"""A run for the page: the packets and the waits of its nodes, from the events that they have recorded
(net/record/record.c), as one object."""

import bisect
import collections
import itertools
from operator import itemgetter

from running.calls import begin_of
from running.placement import ecube

from .packing import packed


class Packet:
    """A packet on its way: its path and the times of its sender's clock."""

    def __init__(self, event, costs):
        self.event = event
        self.origin = self.node = event["node"]
        self.operation, self.step = event["operation"], event["step"]
        self.bytes = event["bytes"]
        self.called = event["time"]  # what the sender's clock showed
        self.stamp = event["stamp"]  # when its first byte arrives, at the end of the path so far
        self.begun = event["stamp"] - costs["ts"] - costs["th"]  # when the port began to send it
        self.path = []
        self.is_routed = "peer" in event  # by its header, and not by a schedule
        if self.is_routed:
            self.path = [port for _, port in ecube(event["node"], event["peer"])]
            self.node = event["peer"]
            self.stamp += costs["th"] * (len(self.path) - 1)

    def place(self):
        """Where its receiver, or who passes it on, looks for it."""
        if self.is_routed:
            return self.node, self.origin
        return self.node, self.path[-1], self.operation, self.step

    def go(self, port, stamp):
        """It leaves the node that it has come to."""
        self.path.append(port)
        self.node ^= 1 << port
        self.stamp = stamp


def packets_of(events, costs):
    """All packets, in the order in which they begin. What a node passes on has come before."""
    packets, arriving = [], collections.defaultdict(list)
    stamp_of = itemgetter("stamp")  # when the first byte of what an event is about was at the end of its link
    for _, moment in itertools.groupby(sorted(events, key=stamp_of), key=stamp_of):
        passed = []
        for event in moment:
            if event["kind"] == "sent":
                packet = Packet(event, costs)
                packets.append(packet)
                if not packet.is_routed:
                    packet.go(event["port"], event["stamp"])
                    arriving[packet.place()].append(packet)
            elif event["kind"] == "passed" and "peer" not in event:
                passed.append(event)
        left = None
        while passed and len(passed) != left:  # where a hop is free a packet passes several nodes at one moment
            left, waiting, passed = len(passed), passed, []
            for event in waiting:
                there = arriving[event["node"], event["from"], event["operation"], event["step"]]
                if not there:
                    passed.append(event)
                    continue
                packet = passed_on(event, there, costs)
                there.remove(packet)
                packet.go(event["port"], event["stamp"])
                arriving[packet.place()].append(packet)
    return sorted((packet for packet in packets if packet.path),
                  key=lambda packet: (packet.begun, packet.origin, packet.path))


def passed_on(event, candidates, costs):
    """Which of the packets that have come on a link the event passes on. That costs a hop, and where all
    of it has to be there first a start-up and its bytes. If none has come at the right time it is the
    first, for links keep the order."""
    for packet in candidates:
        hop = packet.stamp + costs["th"]
        if event["stamp"] in (hop, hop + costs["ts"] + costs["tw"] * packet.bytes):
            return packet
    return candidates[0]


def waits_of(events, packets):
    """The waits of all nodes: (node, when it began to wait, until when, number of the packet)."""
    for event, number in waiting_of(events, packets):
        yield event["node"], begin_of(event), event["time"], number


def waiting_of(events, packets):
    """The events in which nodes have waited, each with the number of the packet. A packet that comes in pieces is the
    last one before the piece."""
    ends = collections.defaultdict(list)
    for number, packet in enumerate(packets):
        ends[packet.place()].append((packet.stamp, number))
    for arrivals in ends.values():
        arrivals.sort()
    for event in events:
        if event["kind"] != "taken":
            continue
        place = ((event["node"], event["peer"]) if "peer" in event else
                 (event["node"], event["port"], event["operation"], event["step"]))
        before = bisect.bisect_right(ends[place], (event["stamp"], len(packets)))
        if before:
            yield event, ends[place][before - 1][1]


def groups_of(packets):
    """The steps that the page shows: for each packet the number of its step. Packets are of one step if
    they have the same operation and step in their headers, and as many of these have left on their first
    links before them; so a link carries one packet of its own node in a step. Steps follow each other as
    their first packets do."""
    before, numbers = collections.Counter(), {}
    for packet in packets:
        what = packet.operation, packet.step
        link = (packet.origin, packet.path[0], *what)
        group = (*what, before[link])
        before[link] += 1
        yield numbers.setdefault(group, len(numbers))


COLUMNS = {  # of a packet, but for its operation, its step of the page and its path
    "step": lambda packet: packet.step, "node": lambda packet: packet.origin, "begun": lambda packet: packet.begun,
    "waited": lambda packet: packet.begun - packet.called, "took": lambda packet: packet.stamp - packet.begun,
    "bytes": lambda packet: packet.bytes, "links": lambda packet: len(packet.path)}


def run_of(description, costs, ports, records):
    """The object: `description` says what ran, `costs` and `ports` what a packet took."""
    from running.calls import Calls
    events = records["event"]
    packets = packets_of(events, costs)
    calls = Calls(events, description["program"])
    labels = [calls.of[id(packet.event)].label() for packet in packets]
    operations = {label: number for number, label in enumerate(sorted({*labels}))}
    groups = list(groups_of(packets))
    waits = list(waits_of(events, packets))
    clocks = {profile["node"]: profile["clock"] for profile in records["profile"]}
    nodes = description["nodes"]
    return {
        "kind": "run", "name": " ".join([description["program"].rpartition("/")[2],
                                         *description["arguments"]]),
        "dimension": nodes.bit_length() - 1, "sides": [], "costs": costs, "ports": ports,
        "status": description["status"], "steps": max(groups, default=-1) + 1, "operations": list(operations),
        "ranks": nodes if "map" in description else description.get("ranks", nodes),
        "packets": sum(len(packet.path) for packet in packets),
        "bytes": sum(len(packet.path) * packet.bytes for packet in packets),
        "time": max(clocks.values(), default=0),
        "sends": {"count": len(packets),
                  "operation": packed(operations[label] for label in labels), "group": packed(groups),
                  **{name: packed(map(column, packets)) for name, column in COLUMNS.items()},
                  "ports": packed(port for packet in packets for port in packet.path)},
        "early": description.get("early", []),
        "dead": description.get("dead", []), "failing": description.get("failing", []),
        "waits": {"count": len(waits), "node": packed(node for node, _, _, _ in waits),
                  "from": packed(begun for _, begun, _, _ in waits),
                  "lasted": packed(until - begun for _, begun, until, _ in waits),
                  "packet": packed(number for _, _, _, number in waits)},
        "ends": [clocks.get(node, 0) for node in range(nodes)],
    }
