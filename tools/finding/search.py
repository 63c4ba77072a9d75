"""The search: steps from the least number that counting leaves on, and then link words."""

import time

from finding import counting, cuts
from finding.cnf import OutOfTime
from finding.combining import Combining, combined_of
from finding.movement import Movement
from finding.plan import brought, reduced
from finding.shortest import by_shortest_ways
from finding.solver import FOUND, IMPOSSIBLE, UNKNOWN, Searching, solve
from finding.symmetry import orbits
from finding.task import chunks_backwards, chunks_of
from running.failure import STATUS_USAGE, Failure, conflict
from running.numbers import count_of

MOST_SENDS = 1 << 21
SHARE = 0.5  # of the time that is left, for one question


class Search:
    """A search for schedules of a task. Of what is given by options, `seconds` are for all of it, `rounds` how many all steps
    may have together, and `symmetry` is the name of a group."""

    def __init__(self, task, given):
        self.task, self.solver = task, given["solver"]
        self.rounds, self.proof = given.get("rounds"), given.get("proof")
        self.end = time.monotonic() + given["seconds"]
        self.back, self.began = None, 0
        if not task.combines():
            self.chunks = chunks_of(task)
        else:
            self.chunks = None if task.ordered else chunks_backwards(task)
            if self.chunks:  # a reduction is a broadcast backwards
                self.back = task.network.backwards()
        self.combined = None if self.chunks is not None else combined_of(task)
        if self.combined is not None and task.network.multicast:
            raise conflict(task.operation, "switches of multicast", "remove the word multicast: they copy what is combined at one node alone")
        self.orbits = orbits(task, self.combined or self.chunks, given.get("symmetry"))
        self.bound = max(task.bound, counting.least_steps(task, self.rounds))
        if self.chunks is not None and task.dimension is None:
            self.bound = max(self.bound, counting.in_rounds(cuts.least_rounds(self.chunks, self.back or task.network, task.most), self.rounds))
        self.least_words = counting.least_words(task)

    def encoding(self, steps):
        """The formula for N steps, which would take longer than any search if it were too large."""
        ranks = len(self.task.nodes) if self.combined is not None else 1
        size = len(self.task.network.links) * len(self.combined or self.chunks) * ranks * steps // self.orbits.size
        if size > MOST_SENDS:
            raise Failure(STATUS_USAGE, f"search too large: {size} possible moves of a block over a link in {steps} steps (expected: at most "
                                        f"{MOST_SENDS}; use fewer nodes, or --symmetry)")
        if self.combined is not None:
            return Combining(self.task, self.combined, steps, self.orbits, self.end, self.rounds)
        return Movement(self.task, self.back or self.task.network, self.chunks, steps, self.orbits, self.end, self.rounds)

    def ask(self, steps, words=None, share=SHARE):
        """Whether there is a schedule of N steps, with at most N link words: what the solver says, and the plan."""
        self.began = time.monotonic()
        what = count_of(steps, "step") + (f", {words} link words" if words is not None else "")
        try:
            with Searching(what, self.end) as searching:
                encoding = self.encoding(steps)
                formula = encoding.formula
                if words is not None:
                    formula.at_most(encoding.all_sends(), words // self.orbits.size)
                searching.asks(formula.variables)
                left = (self.end - time.monotonic()) * share
                if left <= 0:
                    return UNKNOWN, None
                verdict, true = solve(formula, self.solver, left, self.proof if words is None else None)
                return verdict, self.plan(encoding, true) if verdict == FOUND else None
        except OutOfTime:
            return UNKNOWN, None

    def took(self):
        """The seconds that the last question took, in whole ones."""
        return max(round(time.monotonic() - self.began), 1)

    def plan(self, encoding, true):
        """The plan of a solution."""
        rounds = [1 + sum(literal in true for literal in literals) for literals in encoding.rounds[1:]]
        if self.combined is not None:
            return encoding.plan(true, rounds)
        if self.back:
            return reduced(self.task, self.chunks, self.back, encoding.steps, encoding.kept(true), rounds)
        return brought(self.task, self.chunks, encoding.steps, encoding.kept(true), rounds)

    def fewest_steps(self, first, most):
        """Yields (steps, verdict, plan) for each number of steps from the first on until one is found, or time is over."""
        for steps in range(first, most + 1):
            verdict, plan = self.ask(steps, share=1 if first == most else SHARE)
            yield steps, verdict, plan
            if verdict == FOUND or time.monotonic() >= self.end:
                return

    def without_search(self):
        """A plan that needs no search, if there is a simple one."""
        return by_shortest_ways(self.task, self.chunks, self.back) if self.chunks is not None else None

    def fewest_words(self, plan):
        """A plan with as few link words as can be found, and the number that none goes below."""
        least, best = self.least_words, plan
        ask = least
        while least < best.words():
            verdict, found = self.ask(plan.steps, ask)
            if verdict == FOUND:
                best = found
            elif verdict == IMPOSSIBLE:
                least = ask + 1
            else:
                break
            ask = (least + best.words()) // 2
        return best, least
