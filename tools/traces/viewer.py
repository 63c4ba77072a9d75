"""A run as Trace Event JSON, which viewers of traces open: Perfetto, Chromium's, speedscope. A
microsecond of the viewer is a unit of the nodes' clocks.

A node's track has the calls of its program, in them their steps, and in these the times in which its clock waited. A
link's track has the packets on it. Arrows lead from the call that has sent a packet to the wait that it ends, or else to
the packet on its last link, and a counter tells how many links are in use."""

import collections
import json

from running.calls import begin_of, peer_of

from . import tracks_of
from .packets import nodes_of

NODES, LINKS = 1, 2  # the processes of the trace
LANE = 16            # tracks of a link, where packets overlap
PORTS = 16           # more than a node has
DIGITS = 6           # of a fraction of a unit
EMPTY = "it carries nothing, and tells that its sender has come so far"
EMPTIES = {  # what packets of an operation that carry nothing are for
    "acknowledge": "it gives back room for messages that were received",
    "active": "it is an envelope of MPI: a message without data, or the note before or after a message, like an answer"}


def named(kind, process, track, name, order=None):
    """Events that name a process or a track."""
    where = {"pid": process, "tid": track}
    yield {"ph": "M", "name": f"{kind}_name", **where, "args": {"name": name}}
    if order is not None:
        yield {"ph": "M", "name": f"{kind}_sort_index", **where, "args": {"sort_index": order}}


def slice_of(process, track, begin, end, name, **arguments):
    """An event that lasts."""
    return {"ph": "X", "pid": process, "tid": track, "ts": begin, "dur": round(end - begin, DIGITS), "name": name,
            **({"args": arguments} if arguments else {})}


# ---- Nodes

class Track:
    """The track of a node: slices within slices, and moments in them. Viewers do not agree on what a slice without a
    length is in, and an arrow begins and ends in a slice. So what nodes do at one moment of their clocks is drawn
    within half a unit from then on, in its order (drawn_places)."""

    def __init__(self, node):
        self.node, self.marks, self._open, self._slices, self._now = node, [], [], [], 0

    def mark(self, moment):
        """Notes that something is at a moment, or at that of the mark before if that is later. Returns its number."""
        self._now = max(self._now, moment)
        self.marks.append(self._now)
        return len(self.marks) - 1

    def shows(self, mark, moment):
        """Whether a mark is at a moment."""
        return self.marks[mark] == moment

    def begin(self, moment, name, **arguments):
        """A slice begins."""
        self._slices.append([self.mark(moment), None, name, arguments])
        self._open.append(self._slices[-1])

    def end(self, moment):
        """The slice ends that has begun last."""
        self._open.pop()[1] = self.mark(moment)

    def events(self, places):
        """The slices, an outer one before its inner ones."""
        for begin, end, name, arguments in self._slices:
            yield slice_of(NODES, self.node, places[begin], places[end], name, **arguments)


def drawn_places(tracks, arrows):
    """Where the marks of each node are drawn, in the order of the tracks and of the arrows, which are pairs of marks as
    (node, number). Both only lead on, also at one moment."""
    marks = {track.node: track.marks for track in tracks}
    levels = {node: [0] * len(moments) for node, moments in marks.items()}
    later, before = collections.defaultdict(list), collections.Counter()
    own = [((node, mark), (node, mark + 1)) for node, moments in marks.items() for mark in range(len(moments) - 1)]
    for begin, end in [*own, *arrows]:
        if marks[begin[0]][begin[1]] == marks[end[0]][end[1]]:
            later[begin].append(end)
            before[end] += 1
    ready = [begin for begin in later if not before[begin]]
    while ready:
        node, mark = ready.pop()
        for to, end in later[node, mark]:
            levels[to][end] = max(levels[to][end], levels[node][mark] + 1)
            before[to, end] -= 1
            if not before[to, end]:
                ready.append((to, end))
    for (node, mark), (_, end) in own:  # also where records lie, and arrows lead in a circle
        if marks[node][mark] == marks[node][end]:
            levels[node][end] = max(levels[node][end], levels[node][mark] + 1)
    most = collections.Counter()
    for node, moments in marks.items():
        for moment, level in zip(moments, levels[node]):
            most[moment] = max(most[moment], level)
    return {node: [round(moment + level / (most[moment] + 1) / 2, DIGITS) if level else moment
                   for moment, level in zip(moments, levels[node])] for node, moments in marks.items()}


def stretches(own):
    """Divides events into stretches of neighbours of the same step."""
    stretch = []
    for one in own:
        if stretch and stretch[-1]["step"] != one["step"]:
            yield stretch
            stretch = []
        stretch.append(one)
    if stretch:
        yield stretch


def track_of(node, calls, marks):
    """The track of a node with these calls. Notes in `marks` where packets leave and waits end: (node, number of the
    mark), by the identity of the event. What has left before the call, by the clocks, is not noted."""
    track = Track(node)
    for call in calls:
        track.begin(call.begun, call.title(), **({"line": call.place} if call.place else {}))
        for step in stretches(call.events):
            if step[0]["step"]:
                track.begin(begin_of(step[0]), f"step {step[0]['step']}")
            for event in step:
                if event["kind"] == "sent":
                    mark = track.mark(event["time"])
                    if track.shows(mark, event["time"]):
                        marks[id(event)] = node, mark
                    continue
                track.begin(begin_of(event), f"wait for node {peer_of(event)}", bytes=event["bytes"])
                marks[id(event)] = node, track.mark(event["time"])
                track.end(event["time"])
            if step[0]["step"]:
                track.end(max(event["time"] for event in step))
        track.end(call.until)
    return track


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


def link_events(on_link, packets, calls, places):
    """The tracks of the links: packets that are on a link at one time are beside each other. Notes in `places` where
    each packet is on its last link: (track, moment)."""
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
            call = calls.of[id(packet.event)]
            name = (call.name or packet.operation) + (f" step {packet.step}" if packet.step else "")
            meaning = {} if packet.bytes else {"meaning": EMPTIES.get(packet.operation, EMPTY)}
            places[number] = first + lane, begin
            yield slice_of(LINKS, first + lane, begin, end, name, call=call.title(), packet=number,
                           bytes=packet.bytes, path=nodes_of(packet), **meaning)


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

def flows(packets, waits, marks, drawn, on_links):
    """An arrow for each packet that a node with a track has sent: from there to the wait that the packet ends, or to
    the packet on its last link. `waits` has the events of these waits by the packets' numbers, `drawn` where the marks
    of each node are drawn."""
    def on_track(event):
        node, mark = marks[id(event)]
        return {"pid": NODES, "tid": node, "ts": drawn[node][mark]}

    for number, packet in enumerate(packets):
        if id(packet.event) not in marks:
            continue
        same = {"cat": "packet", "name": packet.operation, "id": number}
        begin = on_track(packet.event)
        yield {"ph": "s", **same, **begin}
        if id(waits.get(number)) in marks:
            yield {"ph": "f", "bp": "e", **same, **on_track(waits[number])}
        else:
            track, moment = on_links[number]
            yield {"ph": "f", "bp": "e", **same, "pid": LINKS, "tid": track, "ts": max(moment, begin["ts"])}


def text(description, costs, packets, records, calls):
    """The trace as JSON."""
    from page.record import waiting_of
    nodes = tracks_of(description)
    program = " ".join([description["program"], *description["arguments"]])
    events = [*named("process", NODES, 0, f"nodes: {program}", NODES),
              *named("process", LINKS, 0, links_name(description), LINKS)]
    marks, on_links, tracks = {}, {}, []
    for rank, node in enumerate(nodes):
        is_other = "ranks" in description and rank != node
        events += named("thread", NODES, node, f"node {node}" + (f" (rank {rank})" if is_other else ""), node)
        tracks.append(track_of(node, calls.by_node[node], marks))
    waits = {number: event for event, number in waiting_of(records["event"], packets)}
    drawn = drawn_places(tracks, [(marks[id(packets[number].event)], marks[id(event)]) for number, event in waits.items()
                                  if id(packets[number].event) in marks and id(event) in marks])
    for track in tracks:
        events += track.events(drawn[track.node])
    clocks = {profile["node"]: profile["clock"] for profile in records["profile"]}
    for left in description.get("early", ()):
        events.append({"ph": "i", "s": "t", "pid": NODES, "tid": left["node"], "ts": clocks.get(left["node"], 0),
                       "name": f"ended early: {left['where']}"})
    on_link = passages(packets, costs)
    events += link_events(on_link, packets, calls, on_links)
    events += link_use(on_link)
    events += flows(packets, waits, marks, drawn, on_links)
    head = {"displayTimeUnit": "ns", "otherData": {
        "program": program, "nodes": description["nodes"], "status": description["status"], "costs": costs,
        "unit": "a microsecond is a unit of the nodes' clocks"}}
    lines = ",\n".join(json.dumps(event, separators=(",", ":")) for event in events)
    return json.dumps(head)[:-1] + ', "traceEvents": [\n' + lines + "\n]}\n"
