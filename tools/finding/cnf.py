"""Formulas in conjunctive normal form: clauses, each of literals, which are numbers of variables from 1 on, negative where
the variable is denied."""

import time
from array import array

from running.failure import STATUS_USAGE, Failure

PAIRS = 5  # of up to this many literals, each pair has a clause; of more there is a counter
MOST_LITERALS = 1 << 26  # of four bytes here, and of several times as much in a solver
LOOK = 1 << 12  # clauses after which we look at the time


class OutOfTime(Exception):
    """A formula was not complete in time."""


class Formula:
    """A formula that grows until a time (time.monotonic)."""

    def __init__(self, end):
        self.end, self.variables, self.count = end, 0, 0
        self.literals = array("i")  # of all clauses, each followed by a 0

    def new(self):
        """A new variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals):
        """One of these literals at least is true. Raises OutOfTime when that is over."""
        self.literals.extend(literals)
        self.literals.append(0)
        self.count += 1
        if self.count % LOOK == 0:
            if time.monotonic() >= self.end:
                raise OutOfTime
            if len(self.literals) > MOST_LITERALS:
                raise Failure(STATUS_USAGE, f"search too large: more than {MOST_LITERALS} literals (fewer nodes, steps or "
                                            "packets, or --symmetry)")

    def at_most(self, literals, most):
        """At most `most` of these literals are true."""
        if most >= len(literals):
            return
        if most == 0:
            for literal in literals:
                self.add(-literal)
        elif most == 1 and len(literals) <= PAIRS:
            for place, one in enumerate(literals):
                for other in literals[place + 1:]:
                    self.add(-one, -other)
        else:
            self.add(-self.counter(literals, most + 1)[most])

    def counter(self, literals, most):
        """Literals of which number k must be true if more than k of the given ones are, k below `most`: the sequential
        counter of C. Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints (CP 2005)."""
        before = []
        for number, literal in enumerate(literals, 1):
            here = [self.new() for _ in range(min(number, most))]
            self.add(-literal, here[0])
            for k, count in enumerate(before):
                self.add(-count, here[k])
                if k + 1 < len(here):
                    self.add(-count, -literal, here[k + 1])
            before = here
        return before

    def is_true(self, true):
        """Whether it is true if these variables are true and all others false."""
        holds = False
        for literal in self.literals:
            if literal:
                holds = holds or (literal > 0) == (abs(literal) in true)
            elif not holds:
                return False
            else:
                holds = False
        return True

    def dimacs(self):
        """The formula in the format of solvers, as pieces of text."""
        yield f"p cnf {self.variables} {self.count}\n"
        for first in range(0, len(self.literals), LOOK):
            yield " ".join(map(str, self.literals[first:first + LOOK])).replace(" 0 ", " 0\n") + "\n"
