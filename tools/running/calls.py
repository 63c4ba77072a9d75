"""The program's call of each packet of a run, from the nodes' journals (net/clock/journal.h)."""

import collections
import re

from .sampling import INSTRUCTION_BYTES, Places
from .symbols import Symbols

# Of these a call sends one message, receives one, or first sends and then receives one.
SINGLE = re.compile(r"cube_(link_)?(send|recv)\w*$|MPI_(I?[bsr]?send|I?m?recv|wait|test)$", re.IGNORECASE)


class Call:
    """A call of a program at one node: its name, with arguments where they are known, the place in the source that
    has called it, and what was noted in it."""

    def __init__(self, number, node, event, name, place):
        self.number, self.node, self.name, self.place = number, node, name, place
        self.key = key_of(event)
        self.text, self.operation = event.get("call"), event["operation"]
        self.events, self._seen, self.begun, self.until = [], set(), None, None

    def add(self, event, now):
        """Adds what was noted next; before that the node's clock has shown `now`. A message may have left before that by
        the clocks: an answer to one that had come while the node computed, or one that costs nothing."""
        self.events.append(event)
        self._seen.add(link_of(event))
        begun = max(now, begin_of(event))
        self.begun = begun if self.begun is None else self.begun
        self.until = max(begun, event["time"], self.until or 0)

    def goes_on(self, event):
        """Whether what was noted next at this node belongs to this call."""
        if key_of(event) != self.key:
            return False
        if "number" in event:
            return True
        last = self.events[-1]
        if event.get("piece"):
            return True
        if event["step"] or last["step"]:  # a schedule, in which a link has a packet a step
            return (event["operation"] == last["operation"] and event["step"] >= last["step"]
                    and link_of(event) not in self._seen)
        if self.name and not SINGLE.match(self.name):
            return True
        return event["kind"] == "taken" and last["kind"] == "sent" and bool(self.name)

    def title(self):
        """What it is called, with arguments: those that MPI tells of collective calls, or those of its only packet."""
        packets = [event for event in self.events if not event.get("piece")]
        if self.text:
            return self.text
        if not self.name:
            return self.operation
        if len(packets) == 1 and not packets[0]["step"] and packets[0]["operation"] != "acknowledge":
            way = "to" if packets[0]["kind"] == "sent" else "from"
            return f"{self.name}({way} node {peer_of(packets[0])}, {packets[0]['bytes']} B)"
        return self.name

    def label(self):
        """What it is called, with the arguments that all nodes give alike."""
        return self.text or self.name or self.operation


def key_of(event):
    """What all events of a call have in common."""
    return event.get("back"), event.get("call"), event.get("number")


def begin_of(event):
    """When what was noted began."""
    return min(event.get("begun", event["time"]), event["time"])


def link_of(event):
    """On which link a packet has left or come, in which step."""
    return event["kind"], event["port"], event.get("peer"), event["step"]


def peer_of(event):
    """The node that a packet goes to or comes from."""
    return event.get("peer", event["node"] ^ 1 << event["port"])


class Calls:
    """All calls of a run, by their nodes, each in the order of its node; `of` has that of each event, by its
    identity."""

    def __init__(self, events, program):
        self.by_node, self.of, self._names = collections.defaultdict(list), {}, {}
        now = collections.Counter()
        self.outside = set()  # events by their identity: packets that left at no time of the clocks, such as MPI_Finalize's
        is_known = any("back" in event for event in events) and Symbols(program).values
        self._places = Places(program) if is_known else None
        for event in events:
            if event["kind"] == "passed":
                continue
            own = self.by_node[event["node"]]
            if not own or not own[-1].goes_on(event):
                own.append(Call(len(own), event["node"], event, *self._name(event.get("back"))))
            own[-1].add(event, now[event["node"]])
            if event["kind"] == "sent" and event["time"] == 0 < now[event["node"]]:
                self.outside.add(id(event))
            now[event["node"]] = own[-1].until
            self.of[id(event)] = own[-1]

    def _name(self, back):
        """The function that the instruction before an address has called, and the place of that in the source."""
        if back not in self._names:
            self._names[back] = (None, None)
            if back and self._places:
                call = back - INSTRUCTION_BYTES
                called = self._places.called(call)
                name = called and self._places.function(called)
                place = self._places.at(call)[0]
                if name and name.startswith("PMPI_"):
                    name = name.removeprefix("P")
                self._names[back] = name, f"{place[1].rpartition('/')[2]}:{place[2]}" if place[2] else None
        return self._names[back]
