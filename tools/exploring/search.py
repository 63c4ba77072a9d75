"""Searches the orders of a program's messages for one that fails.

Two runs are the same order if all their decisions are the same: independent messages of different receivers may come in any
order. Each order runs once, which is what dynamic partial-order reduction aims at (Flanagan, Godefroid 2005): from each run,
the lists of decisions that lead to others are kept, the last found first; and a list is left out if a run has had all of
its decisions. If r is an order that has not run, take the run that agrees with it in the most decisions, and the first
other decision of r: it is among the alternatives of that run, so that a list leads further towards r."""

import time
from collections import deque

from running.failure import STATUS_DEADLOCK, STATUS_TIMEOUT

from .order import Order
from .service import SERVE

AT_ONCE = 2  # runs; the same number on every host, so that each searches in the same way
LEAST_SECONDS, FIRST_SECONDS = 10, 120  # that a run may take, and the first one


class Search:
    """The search for a program: `start` begins a run with a list of decisions and a limit in seconds; with a third argument,
    true, in a fresh machine. `limits` has the most runs and seconds, and whether output counts ("output": "any": it does not)."""

    def __init__(self, start, nodes, limits, tell=lambda search: None):
        self._start, self.nodes, self._limits, self._tell = start, nodes, limits, tell
        self.begun, self.runs, self.orders = time.monotonic(), 0, set()
        self.first = self.failed = None
        self._seen, self._known, self._sizes = {}, set(), []
        self._pending, self._running, self._seconds = [{}], deque(), FIRST_SECONDS  # lists: a value and its name by decision

    # ---- Runs

    def _ran(self, decisions):
        """Whether a run has had all these decisions."""
        runs = -1 if self.runs else 0
        for _, name in decisions.values():
            runs &= self._seen.get(name, 0)
        return runs != 0

    def _next(self):
        """The next list of decisions to run, or None."""
        while self._pending:
            decisions = self._pending.pop()
            if not self._ran(decisions):
                return decisions
        return None

    def _has_ended(self):
        return (self.runs + len(self._running) >= self._limits["runs"]
                or time.monotonic() - self.begun > self._limits["seconds"])

    def search(self):
        """Runs until one fails, all have run, or a limit has come."""
        while not self.failed:
            while len(self._running) < (AT_ONCE if self.first else 1) and not self._has_ended():
                decisions = self._next()
                if decisions is None:
                    break
                self._running.append((self._start({key: value for key, (value, _) in decisions.items()}, self._seconds), decisions))
            if not self._running:
                break
            run, decisions = self._running.popleft()
            self._take(run.end(), decisions)
            self._tell(self)
        self.end()

    def end(self):
        """Waits for the runs that go on."""
        while self._running:
            self._running.popleft()[0].end()

    def is_complete(self):
        """Whether there is nothing left to run."""
        return self._next() is None

    def estimate(self):
        """How many orders there are: of each run the product of what its decisions could have been, on average (Knuth 1975)."""
        return max(len(self.orders), sum(self._sizes) // max(1, len(self._sizes)))

    def _take(self, run, decisions):
        """Takes in what a run of these decisions has found."""
        order = run.order = Order(run.records, self.nodes)
        missing = {key for key, value in run.decisions.items() if order.choices.get(key) != value}
        self.runs += 1
        if missing and run.status in (STATUS_DEADLOCK, STATUS_TIMEOUT):
            self._add({key: decision for key, decision in decisions.items() if key not in missing})
            return  # it waits for what cannot come
        if self.first and self.fails(run) and not run.fresh:  # what is told has to be what --replay shows
            self._take(self._start(run.decisions, self._seconds, True).end(), decisions)
            return
        if not self.first:
            self.first = run
            self._seconds = max(LEAST_SECONDS, 20 * (time.monotonic() - self.begun))
        for name in order.names.values():
            self._seen[name] = self._seen.get(name, 0) | 1 << self.runs
        self.orders.add(frozenset(order.names.values()))
        if self.fails(run):
            self.failed = run
            return
        size = 1
        for lists in order.alternatives():
            size *= 1 + len(lists)
            for decisions in lists:
                self._add(decisions)
        self._sizes.append(size)

    def _add(self, decisions):
        known = frozenset(decisions.items())
        if known not in self._known:
            self._known.add(known)
            self._pending.append(decisions)

    def fails(self, run):
        """Whether a run counts as failed: by its status, or by lines that the first did not print."""
        return run.status != 0 or (self._limits["output"] != "any" and run.lines != self.first.lines)

    # ---- The shortest list

    def shorten(self):
        """Makes the failed run one with no decision that it does not need."""
        needed, usual = self.failed.decisions, self.first.order.choices
        self._try({key: value for key, value in needed.items() if usual.get(key) != value})
        for key in sorted(self.failed.decisions):
            if key in self.failed.decisions:
                self._try(without(self.failed.decisions, key, key[2] == SERVE))
                self._try(without(self.failed.decisions, key, False))

    def _try(self, decisions):
        if len(decisions) == len(self.failed.decisions):
            return
        run = self._start(decisions, self._seconds, True).end()
        run.order = Order(run.records, self.nodes)
        if self.fails(run) and run.status == self.failed.status and all(
                run.order.choices.get(key) == value for key, value in decisions.items()):
            self.failed = run


def without(decisions, key, moves):
    """Decisions without one; if it `moves` those of later requests for windows of the process, they come one earlier."""
    return {(node, number - 1, call) if moves and (node, call) == (key[0], SERVE) and number > key[1] else (node, number, call): value
            for (node, number, call), value in decisions.items() if (node, number, call) != key}
