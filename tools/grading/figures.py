"""Properties of algorithms that the checker's figures decide. tools/grade asks for them, and so does the page of the
workbench (tools/page/labs.py)."""

import math

PORTS = ("SIMD", "one-port", "all-port")  # each allows those before it
NAMES = ("n", "N", "k", "steps", "packets", "link_words")  # in conditions: dimension, nodes, packets of a message, figures


class Algorithm:
    """An algorithm that an answer has in NAME.c: its operation, the most ports that it may need, the cubes on which it is
    proved, what it has to vary with, and the number of packets of a message for which steps are counted."""

    def __init__(self, name, operation, ports, cubes="2..64", varies=(), packets=1):
        self.name, self.operation, self.ports = name, operation, ports
        self.cubes, self.varies, self.packets = cubes, varies, packets

    def proofs(self, answer):
        """What is proved of it: a Proof of tools/grade for each cube."""
        asked = self.name, self.operation, self.ports, "-n", self.cubes
        if self.varies:
            proof = answer.proofs(*asked)[2]
            answer.want(proof.cases >= len(self.varies) * proof.nodes,
                        f"too few cases: {proof.cases} (expected: .varies names {' and '.join(self.varies)})")
        return answer.proofs(*asked, *(["--packets", str(self.packets)] if self.packets > 1 else []))

    def has(self, *conditions):
        """The property that it is proved, and that its figures fulfil conditions such as "steps <= N - 1"."""
        return Property(self, [Condition(text) for text in conditions])


class Property:
    """See Algorithm.has. tools/grade calls it with an answer."""

    def __init__(self, algorithm, conditions):
        self.algorithm, self.conditions = algorithm, conditions

    def __call__(self, answer):
        for proof in self.algorithm.proofs(answer):
            figures = proof._asdict() | {"n": proof.dimension, "N": proof.nodes, "k": self.algorithm.packets}
            for condition in self.conditions:
                lack = condition.lack(figures)
                answer.want(not lack, lack)


class Condition:
    """A figure that has to be at most or equal to a limit. The limit is an expression of NAMES and ceil that means the same
    in Python and in JavaScript. `told` says what is wrong: figures and limit stand in it in braces."""

    def __init__(self, text):
        self.figure, self.relation, self.limit = text.split(" ", 2)
        limit = self.limit.replace(" * ", " ").replace("_", " ")
        self.told = (f"{{{self.figure}}} {self.figure.replace('_', ' ')} on {{N}} nodes (expected: "
                     f"{'at most ' if self.relation == '<=' else ''}{limit}{'' if limit.isdigit() else ' = {limit}'})")

    def lack(self, figures):
        """What is wrong with the figures, or None."""
        limit = round(eval(self.limit, {"ceil": math.ceil}, figures))  # all limits are whole
        right = figures[self.figure] <= limit if self.relation == "<=" else figures[self.figure] == limit
        return None if right else self.told.format(**figures, limit=limit)
