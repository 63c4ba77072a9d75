"""The order of a run's messages: what happened before what, and which decisions could have been others.

Event a happens before event b if a process does a before b, if a sends what b takes, or by a chain of these (Lamport 1978);
vector clocks (Fidge, Mattern 1988) tell. A send that waits for its receive ends after that has begun, and a collective
call after those of the processes whose data it needs.

A decision could have been another one if MPI allows it: a receive takes another source's first message that no earlier
receive takes, unless that was sent after the receive had ended (Vo et al. 2010, "A scalable and distributed dynamic formal
verifier for MPI programs"). To try it, a run is given the decisions that do not depend on this one, and the other value."""

from collections import Counter, defaultdict

from .service import SERVE, Services

ANY, NOTHING = -1, -1
RECEIVE, PROBE, LOOK, WAIT, TEST, TEST_ALL = "rpiwta"
# Operations (enum operation_number, mpi/collective/call.h) whose data flow to the root, or from it; and those of which
# nothing is taken to flow: scans, and exchanges with neighbours.
TO_ROOT, FROM_ROOT, FIRST_OF_NONE = {3, 4, 12}, {2, 5, 6}, 16


class Event:
    """A record, on its process `node`, as event number `index` there. `message` is the send that a receive or probe has
    taken, `receiver` the receive that has taken a send, or the match by which a probe has; `ends` those that say it is done."""

    def __init__(self, node, index, record):
        self.node, self.index, self.record = node, index, record
        self.kind = record["kind"]
        self.message, self.receiver, self.ends, self.clock = None, None, [], None

    def fits(self, send):
        """Whether a receive or probe may take the message of a send."""
        mine, its = self.record, send.record
        return (mine["context"] == its["context"] and mine["tag"] in (ANY, its["tag"]) and mine["peer"] in (ANY, send.node)
                and its["peer"] == self.node)

    def is_before(self, other):
        """Whether it is the other event, or happened before it."""
        return other.clock is not None and other.clock[self.node] > self.index


class Order:
    """The events of a run by its records. `choices` has what was decided: a value by (node, number, call). `names` tells
    the order from others: the same, but of requests for windows what does not depend on those without a conflict."""

    def __init__(self, records, nodes):
        self.events = [[] for _ in range(nodes)]
        self.services = Services(self.events)
        listed = defaultdict(list)
        for record in records:
            if record["kind"] == "requests":  # the first ones of the next choice
                listed[record["node"]] += record["requests"]
                continue
            if "requests" in record:
                record = {**record, "requests": listed.pop(record["node"], []) + record["requests"]}
            node = self.services.stream(record) if record["kind"] == "served" else record["node"]
            mine = self.events[node]
            mine.append(Event(node, len(mine), record))
            self.services.add(mine[-1])
        self._by_id = {(event.node, event.record["id"]): event for event in self._all() if event.kind in ("send", "receive")}
        self._match()
        self._together = defaultdict(list)
        for event in self._all():
            if event.kind == "collective":
                self._together[event.record["context"], event.record["number"]].append(event)
        self._set_clocks()
        self.decisions = {self._key(event): event for event in self._all() if "number" in event.record
                          and event.kind in ("receive", "choice")}
        self.choices = {key: value for key, event in self.decisions.items() if (value := self._value(event)) is not None}
        self.names = {**{key: (key, value) for key, value in self.choices.items()}, **self.services.names}
        self.decisions.update(self.services.decided)
        self.choices.update((key, event.record["peer"]) for key, event in self.services.decided.items())

    def _all(self):
        return (event for mine in self.events for event in mine)

    def _match(self):
        """Finds which send each receive and probe has taken: those of one process, context and tag do not overtake."""
        sends = defaultdict(list)
        for event in self._all():
            if event.kind == "send":
                record = event.record
                sends[event.node, record["peer"], record["context"], record["tag"]].append(event)
        for mine in self.events:
            taken = Counter()
            for event in mine:
                record = event.record
                if event.kind == "match":
                    key = record["peer"], event.node, record["context"], record["tag"]
                    if taken[key] < len(sends[key]):
                        event.message = sends[key][taken[key]]
                        receive = self._by_id.get((event.node, record["id"]), event)
                        receive.message, event.message.receiver = event.message, receive
                    taken[key] += 1
                elif "found" in record and record["taken"] != NOTHING:
                    key = record["taken"], event.node, record["context"], record["found"]
                    if taken[key] < len(sends[key]):
                        event.message = sends[key][taken[key]]
                elif event.kind == "done" and (event.node, record["id"]) in self._by_id:
                    self._by_id[event.node, record["id"]].ends.append(event)

    # ---- What happened before what

    def _before(self, event):
        """The events that it comes after, besides those of its own process; of a collective call what came before those of
        the others."""
        if event.kind == "choice" and event.message:
            yield event.message
        elif event.kind == "done":
            transfer = self._by_id.get((event.node, event.record["id"]))
            if transfer and transfer.kind == "receive" and transfer.message:
                yield transfer.message
            elif transfer and transfer.kind == "send" and event.record["waited"] and transfer.receiver:
                yield transfer.receiver
        elif event.kind == "collective":
            operation, root = event.record["operation"], event.record["peer"]
            for other in self._together[event.record["context"], event.record["number"]]:
                if operation in TO_ROOT and event.node != root or operation in FROM_ROOT and other.node != root:
                    continue
                if operation < FIRST_OF_NONE and other.index > 0 and other is not event:
                    yield self.events[other.node][other.index - 1]
        else:
            yield from self.services.before(event)

    def _set_clocks(self):
        """Gives each event its clock. One that waits for an event without a clock gets it later. Collective calls that are
        recorded too late may wait in a circle: one then comes after fewer events."""
        at, forced, blocked = [0] * len(self.events), None, True
        while blocked:
            moved, blocked = False, []
            for node, mine in enumerate(self.events):
                while at[node] < len(mine):
                    event = mine[at[node]]
                    before = [other for other in self._before(event) if event is not forced or other.clock]
                    if any(other.clock is None for other in before):
                        blocked.append(event)
                        break
                    clocks = [other.clock for other in before]
                    clocks.append(mine[event.index - 1].clock if event.index else [0] * len(self.events))
                    event.clock = [max(parts) for parts in zip(*clocks)]
                    event.clock[node] = event.index + 1
                    at[node], moved = at[node] + 1, True
            forced = None if moved or not blocked else min(blocked, key=lambda event: event.kind != "collective")

    # ---- Decisions

    @staticmethod
    def _key(event):
        return event.node, event.record["number"], event.record.get("call", RECEIVE)

    @staticmethod
    def _value(event):
        return event.record["taken"] if event.kind == "choice" else event.message.node if event.message else None

    def asked(self, event, place):
        """The transfer of a request that a wait or test was given."""
        requests = event.record["requests"]
        return self._by_id.get((event.node, requests[place])) if 0 <= place < len(requests) else None

    def _closing(self, event):
        """The events that can only come after this decision: what comes after one of them cannot be decided for. Of a
        receive, those that end it or a later one that has taken a message of its kind; also of the sends of these."""
        if event.kind != "receive":
            return [event]
        later = [other for other in self.events[event.node][event.index:]
                 if other.kind == "receive" and other.message and event.fits(other.message)]
        ended = [*later, *(other.message for other in later)]
        return [end for transfer in ended for end in transfer.ends if transfer.kind == "receive" or end.record["waited"]]

    def _sources(self, event, closing):
        """The other messages that a receive or probe could have taken: the first of each source."""
        for mine in self.events:
            for send in mine:
                if send.kind != "send" or not event.fits(send):
                    continue
                receiver = send.receiver
                if receiver and receiver.node == event.node and receiver.index < event.index:
                    continue
                if send is not event.message and not any(end.is_before(send) for end in closing):
                    yield send.node
                break

    def _completes(self, transfer, event):
        """Whether a transfer could have been done when a wait or test was called."""
        if transfer.kind == "receive":
            return transfer.message is not None and not event.is_before(transfer.message)
        waited = any(end.record["waited"] for end in transfer.ends)
        return bool(transfer.ends) and not (waited and transfer.receiver and event.is_before(transfer.receiver))

    def _others(self, event, closing):
        """The other values of a decision."""
        record, call = event.record, event.record.get("call", RECEIVE)
        if call in (RECEIVE, PROBE, LOOK):
            yield from self._sources(event, closing)
        elif call == TEST_ALL and record["taken"] == NOTHING:
            asked = [self.asked(event, place) for place in range(len(record["requests"]))]
            if all(self._completes(transfer, event) for transfer in asked if transfer):
                yield 0
        elif call != TEST_ALL:
            for place in range(len(record["requests"])):
                transfer = self.asked(event, place)
                if place != record["taken"] and transfer and self._completes(transfer, event):
                    yield place
        if call in (LOOK, TEST, TEST_ALL) and record["taken"] != NOTHING and not self._follows_nothing(event):
            yield NOTHING

    def _follows_nothing(self, event):
        """Whether a test has found nothing just before: then it is told once that it has not, and no more."""
        before = [other.record for other in self.events[event.node][:event.index] if other.kind != "match"]
        return bool(before) and before[-1].get("taken") == NOTHING

    def _depends(self, event, on, closing):
        """Whether what was decided here may be so because of what was decided there."""
        asked = self.asked(event, event.record["taken"]) if "requests" in event.record else None
        messages = [event.message, asked and asked.message]
        if on.kind == event.kind == "receive" and on.node == event.node and event.index > on.index and on.fits(event.message):
            return True
        return any(end.is_before(it) for end in closing for it in [event, *messages] if it)

    def alternatives(self):
        """For each decision that could have been another, and each such value: the decisions that lead there, each with
        its name."""
        for key, event in self.decisions.items():
            if key not in self.choices:
                continue
            closing = self._closing(event)
            if event.kind == "served":
                others = [(other, {}) for other in self.services.others(event)]
            else:
                others = [(None, {key: (value, (key, value))}) for value in self._others(event, closing)]
            if others:
                kept = {other: (self.choices[other], name) for other, name in self.names.items() if other != key
                        and other[2] != SERVE and not self._depends(self.decisions[other], event, closing)}
                yield [{**kept, **dict(self.services.kept(lambda it: not any(end.is_before(it) for end in closing), served)),
                        **changed} for served, changed in others]
