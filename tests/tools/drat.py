#!/usr/bin/python3 -I
"""Checks a proof of tools/finding/find: each clause that it adds follows from those before it by propagation of units alone,
and the last is empty. Of DRAT (N. Wetzler, M. Heule and W. Hunt, SAT 2014) that is all that CaDiCaL usually needs; that
clauses are deleted is passed over, for more clauses prove no less.

Usage: tests/tools/drat.py PROOF, with the formula in PROOF.cnf; the proof is in the binary form.
"""

import sys


def formula_of(path):
    """The clauses of a formula in DIMACS CNF."""
    with open(path, encoding="ascii") as file:
        words = file.read().split()[4:]
    clause = []
    for literal in map(int, words):
        if literal:
            clause.append(literal)
        else:
            yield clause
            clause = []


def added_by(path):
    """The clauses that a proof adds."""
    with open(path, "rb") as file:
        data = iter(file.read())
    for kind in data:
        clause, number, shift = [], 0, 0
        for byte in data:
            number |= (byte & 0x7f) << shift
            shift += 7
            if byte & 0x80:
                continue
            if not number:
                break
            clause.append(-(number >> 1) if number & 1 else number >> 1)
            number = shift = 0
        if kind == ord("a"):
            yield clause


class Clauses:
    """Clauses, each watched at two of its literals, and what follows from those with one literal."""

    def __init__(self):
        self.watched, self.true, self.trail, self.contradict = {}, set(), [], False

    def add(self, clause):
        """Adds a clause, and what follows from it."""
        free = [literal for literal in dict.fromkeys(clause) if -literal not in self.true]
        if self.true.isdisjoint(free):
            if len(free) > 1:
                for literal in free[:2]:
                    self.watched.setdefault(literal, []).append(free)
            else:
                self.contradict |= not self.holds(free)
                self.contradict |= bool(free) and self.propagate(len(self.trail) - 1)

    def holds(self, literals):
        """Lets literals be true; returns whether there are any, and none is denied."""
        for literal in literals:
            if -literal in self.true:
                return False
            if literal not in self.true:
                self.true.add(literal)
                self.trail.append(literal)
        return bool(literals)

    def propagate(self, place):
        """Finds what follows from the trail from a place on; returns whether that is a contradiction."""
        while place < len(self.trail):
            denied, place = -self.trail[place], place + 1
            watching, self.watched[denied] = self.watched.get(denied, []), []
            for number, clause in enumerate(watching):
                if clause[0] == denied:
                    clause[:2] = clause[1], denied
                free = next((k for k in range(2, len(clause)) if -clause[k] not in self.true), 0)
                if clause[0] not in self.true and free:
                    clause[1], clause[free] = clause[free], denied
                    self.watched.setdefault(clause[1], []).append(clause)
                    continue
                self.watched[denied].append(clause)
                if not self.holds(clause[:1]):
                    self.watched[denied] += watching[number + 1:]
                    return True
        return False

    def implies(self, clause):
        """Whether a clause follows: if all its literals were false, there would be a contradiction."""
        before = len(self.trail)
        found = self.contradict or not all(self.holds([-literal]) for literal in clause) or self.propagate(before)
        self.true.difference_update(self.trail[before:])
        del self.trail[before:]
        return found


def main(path):
    """Returns the status."""
    clauses, count = Clauses(), 0
    for clause in formula_of(f"{path}.cnf"):
        clauses.add(clause)
    for count, clause in enumerate(added_by(path), 1):
        if not clauses.implies(clause):
            print(f"clause {count} of the proof does not follow: {clause}")
            return 1
        if not clause:
            print(f"proved in {count} clauses")
            return 0
        clauses.add(clause)
    print(f"the proof ends after {count} clauses, and none is empty")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
