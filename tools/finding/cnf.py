"""Formulas in conjunctive normal form: a list of clauses, each a list of literals, which are numbers of variables from 1
on, negative where the variable is denied."""

PAIRS = 5  # of up to so many literals, each pair has a clause; of more there is a counter


class Formula:
    """A formula that grows."""

    def __init__(self):
        self.variables, self.clauses = 0, []

    def new(self):
        """A new variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals):
        """One of these literals at least is true."""
        self.clauses.append(literals)

    def at_most(self, literals, most):
        """At most so many of these literals are true."""
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
        return all(any((literal > 0) == (abs(literal) in true) for literal in clause) for clause in self.clauses)

    def dimacs(self):
        """The formula in the format of solvers, as pieces of text."""
        yield f"p cnf {self.variables} {len(self.clauses)}\n"
        for first in range(0, len(self.clauses), 1000):
            yield "".join(" ".join(map(str, clause)) + " 0\n" for clause in self.clauses[first:first + 1000])
