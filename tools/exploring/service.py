"""The order in which processes have served requests for their windows: locks that they granted, operations on their memory.

The requests of one process at another are served in their order: a sequence of events of its own. Two requests of different
processes conflict if it may matter which is first. A request comes after those before it with which it conflicts.

Orders that differ only in requests without a conflict are one (Mazurkiewicz 1977). An order is told by how many conflicting
requests were served before each: two orders of the same numbers could only differ in conflicts that form a circle."""

from collections import Counter, defaultdict

SERVE = "s"
LOCKS, FETCHES = ("lock", "unlock"), ("get", "fetch", "compare-and-swap")
DIFFERS = -1  # as in mpi/window/turn.c


class Services:
    """What a run has served. `events` has a list for each process, and gets one for each process that asks another one.
    `decided` has the requests whose turn was decided, and `names` what tells orders apart, by (process, number, SERVE)."""

    def __init__(self, events):
        self._events, self._streams = events, {}
        self._asked, self._served, self._places = defaultdict(list), defaultdict(list), defaultdict(dict)
        self._numbers, self.decided, self.names = Counter(), {}, {}

    def stream(self, record):
        """The place in `events` for a request that was served."""
        asks = record["peer"], record["node"]
        if asks not in self._streams:
            self._streams[asks] = len(self._events)
            self._events.append([])
        return self._streams[asks]

    def add(self, event):
        """Takes in what was asked, served, or known to be served."""
        record = event.record
        if event.kind in ("asked", "answered"):
            mine = self._asked[event.node, record["peer"]]
            if event.kind == "asked":
                mine.append(event)
            event.count = len(mine)
        elif event.kind == "served":
            self._add_served(event, record)

    def _add_served(self, event, record):
        target, places = record["node"], self._places[record["node"]]
        event.count, event.after, event.place = 0, [], len(self._served[target])
        for count, last in places.values():
            if conflict(event, last):
                event.count += count
                event.after.append(last)
        key = event.node, record["call"] in LOCKS, *(record[word] for word in ("window", "low", "high", "alike", "idle"))
        places[key] = places.get(key, (0,))[0] + record["decided"], event
        self._served[target].append(event)
        event.number = self._numbers[event.node]
        if record["decided"]:
            decision = target, self._numbers[target], SERVE
            self._numbers.update((target, event.node))
            self.decided[decision], self.names[decision] = event, name(event, event.count)

    # ---- What happened before what

    def asked(self, event):
        """Where a request that was served was asked for, or None."""
        mine = self._asked[event.record["peer"], event.record["node"]]
        return mine[event.index] if event.index < len(mine) else None

    def before(self, event):
        """The events that an event comes after."""
        if event.kind == "answered" and (event.node, event.record["peer"]) in self._streams:
            served = self._events[self._streams[event.node, event.record["peer"]]][:event.count]
            yield from [each for each in served if not event.record["fetched"] or each.record["call"] in FETCHES][-1:]
        elif event.kind == "served":
            asked = self.asked(event)
            yield from [*event.after, asked] if asked else event.after

    # ---- Decisions

    def others(self, event):
        """The requests that could have been served in place of this one, and conflict with it: the first of each process.
        One that polls is left out if it would have found again what it found before."""
        seen = {event.node}
        for other in self._served[event.record["node"]][event.place + 1:]:
            if other.node in seen or not conflict(event, other):
                continue
            seen.add(other.node)
            asked, last = self.asked(other), self._events[other.node][other.index - 1] if other.index else None
            causes = [cause for cause in (asked, last) if cause]
            if other.record["decided"] and not any(map(event.is_before, causes)) and not (last and self._polls(last, other, event)):
                yield other

    def _polls(self, last, request, event):
        """Whether a request repeats the last one of its process, which changed nothing, and would find nothing new before an
        event."""
        if not last.record["idle"] or any(last.record[word] != request.record[word] for word in ("call", "window", "low", "high")):
            return False
        between = self._served[event.record["node"]][last.place + 1:request.place]
        return all(event.is_before(other) for other in between if conflict(last, other))

    def kept(self, is_kept, also=None):
        """The decisions of a list that keeps these requests, and then serves another one: values and names."""
        for target, served in self._served.items():
            kept = [event for event in served if event.record["decided"] and is_kept(event)]
            told = [(event, event.count) for event in kept]
            if also and also.record["node"] == target:
                told.append((also, sum(1 for event in kept if conflict(event, also))))
            for number, (event, count) in enumerate(told):
                yield (target, number, SERVE), (event.record["peer"], name(event, count))

    def overtaken(self, event):
        """The next request with which one conflicts, or None."""
        later = self._served[event.record["node"]][event.place + 1:]
        return next((other for other in later if other.record["decided"] and conflict(event, other)), None)


def name(event, count):
    """What tells orders apart of a request before which `count` others were served."""
    return event.record["peer"], event.record["node"], event.number, event.record["idle"], count


def conflict(one, other):
    """Whether it may matter which of two requests at a process is served first."""
    mine, its = one.record, other.record
    return (one.node != other.node and mine["window"] == its["window"] and mine["low"] < its["high"] and its["low"] < mine["high"]
            and (mine["call"] in LOCKS) == (its["call"] in LOCKS) and not DIFFERS != mine["alike"] == its["alike"]
            and not (mine["idle"] and its["idle"]))
