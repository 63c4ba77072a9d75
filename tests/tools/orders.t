#!/usr/bin/python3
"""Finds an order that --explore counts twice or misses among many, and records by which a program stops it. Prints TAP."""

import json
import random
import sys

sys.path[:0] = ["tools", "tests"]
sys.dont_write_bytecode = True

from exploring.order import Order
from exploring.search import Search, without
from exploring.telling import decisions_in, token_of
from running.records import shapes
from tap import finish, ok

LIMITS = {"runs": 10**6, "seconds": 10**6, "output": "same"}


class Master:
    """A run of a master that takes a message of each worker, from anyone, and of which each answer lets that worker send
    again if `again`."""

    status, lines, errors = 0, [], ""

    def __init__(self, nodes, again, decisions):
        self.nodes, self.again, self.decisions = nodes, again, decisions

    def end(self):
        """Its records."""
        records, waiting = [], [*range(1, self.nodes)]

        def note(node, kind, **words):
            records.append({"node": node, "kind": kind, **words})

        def message(node, peer, number):
            note(node, "send", id=number, peer=peer, context=0, tag=0, stack=[])
            note(node, "done", id=number, waited=0)

        for worker in waiting:
            message(worker, 0, 1)
        sent = set()
        for number in range((self.nodes - 1) * (1 + self.again)):
            source = self.decisions.get((0, number, "r"), waiting[0])
            waiting.remove(source)
            note(0, "receive", id=2 * number + 1, peer=-1, context=0, tag=-1, number=number, stack=[])
            note(0, "match", id=2 * number + 1, peer=source, context=0, tag=0)
            note(0, "done", id=2 * number + 1, waited=1)
            if self.again and source not in sent:
                sent.add(source)
                message(0, source, 2 * number + 2)
                note(source, "receive", id=2, peer=0, context=0, tag=0, stack=[])
                note(source, "match", id=2, peer=0, context=0, tag=0)
                note(source, "done", id=2, waited=1)
                message(source, 0, 3)
                waiting.append(source)
        self.records = records
        return self


def explored(nodes, again):
    """How many orders of the master are found, and in how many runs."""
    search = Search(lambda decisions, seconds: Master(nodes, again, decisions), nodes, LIMITS)
    search.search()
    return len(search.orders), search.runs, search.is_complete()


for nodes, again, count in ((2, 0, 1), (4, 0, 6), (7, 0, 720), (3, 1, 6), (4, 1, 90)):
    found = explored(nodes, again)
    ok(found == (count, count, True), f"{nodes - 1} workers, {'two messages' if again else 'a message'} each: {count} orders, {found}")


class Spoiled(Master):
    """A run of the master that fails, but not in a machine that has run nothing before."""

    def __init__(self, decisions, fresh):
        super().__init__(4, 0, decisions)
        self.fresh, self.status = fresh, 0 if fresh or not decisions else 1


search = Search(lambda decisions, seconds, fresh=False: Spoiled(decisions, fresh), 4, LIMITS)
search.search()
ok((len(search.orders), search.failed) == (6, None), "an order that fails only after others is none that fails")


MANY = {(0, 0, "r"): 1, (0, 0, "s"): 2, (0, 1, "r"): 3, (0, 2, "s"): 4, (1, 2, "s"): 5}
ok(without(MANY, (0, 0, "s"), True) == {(0, 0, "r"): 1, (0, 1, "r"): 3, (0, 1, "s"): 4, (1, 2, "s"): 5},
   "without the turn of a request, those after it in its window's process are one earlier")
ok(without(MANY, (0, 0, "r"), False) == {key: value for key, value in MANY.items() if value != 1},
   "    and without a choice of a message, no other decision changes")


class Owner:
    """A run of rank 0, which serves requests for its window that other ranks have sent: (low, high, alike) each."""

    status, lines, errors = 0, [], ""

    def __init__(self, asked, decisions):
        self.decisions, self._asked, self.records = decisions, asked, []

    def end(self):
        """Its records."""
        waiting, number = [(rank, [*mine]) for rank, mine in enumerate(self._asked, 1) if mine], 0
        for rank, mine in waiting:
            self.records += [{"node": rank, "kind": "asked", "peer": 0, "stack": []}] * len(mine)
        while waiting:
            rank, mine = next(each for each in waiting if each[0] == self.decisions.get((0, number, "s"), each[0]))
            low, high, alike = mine.pop(0)
            self.records.append({"node": 0, "kind": "served", "call": "put", "peer": rank, "window": 1, "low": low, "high": high,
                                 "alike": alike, "decided": 1, "idle": 0})
            waiting, number = [each for each in waiting if each[1]], number + 1
        return self


def all_orders(asked):
    """The orders of the requests by all interleavings: which of two that conflict is first."""
    found = set()

    def go(left, done):
        if not any(left):
            found.add(frozenset((one[:2], other[:2]) for at, one in enumerate(done) for other in done[at + 1:]
                                if one[0] != other[0] and one[2] < other[3] and other[2] < one[3] and (one[4] != other[4] or one[4] < 0)))
        for rank, mine in enumerate(left):
            if mine:
                go([*left[:rank], mine[1:], *left[rank + 1:]], [*done, (rank, len(mine), *mine[0])])
    go(asked, [])
    return len(found)


def served(asked):
    """How many orders are explored, and whether these are all."""
    search = Search(lambda decisions, seconds: Owner(asked, decisions), len(asked) + 1, LIMITS)
    search.search()
    return len(search.orders), search.is_complete()


found = served([[(0, 1, -1)]] * 5)
ok(found == (120, True), f"5 ranks put to the same bytes: 120 orders, {found}")
found = served([[(0, 4, 7), (rank * 8, rank * 8 + 8, -1)] for rank in range(1, 5)])
ok(found == (1, True), f"what does not conflict has one order, {found}")
wrong = []
for seed in range(40):
    dice = random.Random(seed)
    asked = [[(low, low + dice.randrange(1, 3), dice.choice((-1, -1, 0, 7))) for low in dice.choices(range(4), k=dice.randrange(4))]
             for _ in range(3)]
    if served(asked) != (all_orders(asked), True):
        wrong.append((asked, served(asked), all_orders(asked)))
ok(not wrong, "all orders of any requests are explored, each counted once", wrong)


def answered(waits):
    """Rank 0 takes rank 1's message and tells rank 2, which then sends; or rank 1, whose send waits, tells it."""
    told_by = 1 if waits else 0
    return [{"node": node, "kind": kind, **({"id": number, "peer": peer, "context": 0, "tag": 0, "stack": []} if kind != "done" else
                                            {"id": number, "waited": peer}), **({"number": number} if peer == -1 else {})}
            for node, kind, number, peer in (
                (0, "receive", 1, -1), (1, "send", 1, 0), (0, "match", 1, 1), (0, "done", 1, 1), (1, "done", 1, waits),
                (told_by, "send", 2, 2), (2, "receive", 1, told_by), (2, "match", 1, told_by), (2, "done", 1, 0),
                (2, "send", 2, 0), (0, "receive", 3, -1), (0, "match", 3, 2))]


for waits in (0, 1):
    found = list(Order(answered(waits), 3).alternatives())
    ok(not found, f"what is sent after a receive has ended is not for it ({'told by the sender' if waits else 'told by it'})", found)


def forged(dice, nodes):
    """Records that a program may write."""
    def small():
        return dice.choice((0, 0, 1, 2, 3, (1 << 64) - 1))

    def place():
        return {"context": small(), "tag": dice.randrange(-1, 3), "peer": dice.randrange(-1, nodes)}

    def choice(calls):
        return {"kind": "choice", "call": dice.choice(calls), "number": small(), "taken": dice.randrange(-1, 4), "stack": [small()]}

    kind = dice.randrange(7)
    if kind == 0:
        return {"kind": dice.choice(("send", "receive", "match")), "id": small(), **place(),
                **({"number": small()} if dice.random() < 0.5 else {})}
    return [{"kind": "done", "id": small(), "waited": dice.randrange(2)},
            {"kind": "collective", "context": small(), "number": small(), "operation": dice.randrange(24),
             "peer": dice.randrange(-1, nodes)},
            {**choice("wta"), "requests": [small() for _ in range(dice.randrange(4))]},
            {**choice("pi"), "found": dice.randrange(-1, 3), **place()},
            {"kind": "served", "call": dice.choice(("put", "get", "fetch", "lock", "unlock")), "peer": dice.randrange(nodes),
             "window": small(), "low": small(), "high": small(), "alike": dice.randrange(-1, 2), "decided": dice.randrange(2),
             "idle": dice.randrange(2)},
            {"kind": "asked", "peer": dice.randrange(nodes), "stack": []} if dice.random() < 0.5 else
            {"kind": "answered", "peer": dice.randrange(nodes), "fetched": dice.randrange(2), "stack": []}][kind - 1]


taken, lists = 0, 0
check = shapes(4)["order"]
for seed in range(600):
    dice = random.Random(seed)
    records = [forged(dice, 4) for _ in range(dice.randrange(60))]
    taken += all(map(check, records))
    order = Order([{"node": dice.randrange(4), **record} for record in json.loads(json.dumps(records))], 4)
    lists += sum(map(len, order.alternatives()))
ok(taken == 600 and lists > 0, f"any records that a program writes are taken: {taken}, {lists} lists")

refused = ["", "0:0r", "0:0r=", "0:0r=-2", "4:0r=1", "0:0q=1", "0:0r=1,", "0:0r=1,0:0r=1", "0:0r=1 ", "0:0r=1\n", "0:0s=s", "Default", "٣:0r=1"]
ok(all(decisions_in(token, 4) is None for token in refused), "malformed tokens are refused")
tokens = ["default", "0:0r=1", "0:0r=1,3:12a=-1", "0:0r=1,0:0s=2"]
ok([token_of(decisions_in(token, 4)) for token in tokens] == tokens, "tokens mean the same when read again")
finish()
