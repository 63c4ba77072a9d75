"""Blocks that are brought, as a formula: has(v, c, t), node v has chunk c after step t, and send(l, c,
t), chunk c crosses link l in step t. A schedule of N steps exists if and only if the formula has a
solution. Left out are sends that no schedule needs: to a node that has the chunk already, to a node
too far from the chunk's home, and sends too late to reach an end; and detours where links have no
spare capacity. Each node gets a chunk at most once, because all but the first arrival can be struck
from a schedule."""

from finding.cnf import Formula
from finding.counting import least_words
from finding.plan import trees
from finding.ports import limit, rounds_of


class Movement:
    """The formula for N steps on a network, which is that of the task, or goes backwards, made until a time `end`. With
    `all_rounds` the steps have N rounds in all (ports.py)."""

    def __init__(self, task, network, chunks, steps, orbits, end, all_rounds=None):
        self.task, self.network, self.chunks, self.steps, self.orbits = task, network, chunks, steps, orbits
        self.formula = Formula(end)
        self.rounds = rounds_of(self.formula, steps, all_rounds)
        self.near = [network.distances(chunk.home) for chunk in chunks]
        self.left = [network.nearest(chunk.ends, backwards=True) for chunk in chunks]
        self.longest = self.ways()
        self.has_of, self.send_of = {}, {}
        for node in network.used:
            if orbits.stands("n", node):
                for c in range(len(chunks)):
                    self.hold(node, c)
        limit(self.formula, task, network, orbits, self.sends, steps, self.rounds)

    def ways(self):
        """How long the way of each chunk to a single end may be, as links have to carry all the others, too. Each link of it
        is counted as one step."""
        if self.task.most is None or any(self.rounds) or self.network.is_late:
            return [self.steps] * len(self.chunks)
        at_once = sum(self.network.capacity.values())
        if self.task.one_port:
            at_once = min(at_once, len(self.network.used) * max(self.network.capacity.values()))
        spare = self.steps * at_once * self.task.most - least_words(self.task)
        return [near[min(chunk.ends)] + spare // self.orbits.size if len(chunk.ends) == 1 else self.steps
                for near, chunk in zip(self.near, self.chunks)]

    def send(self, link, c, step):
        """The variable of a send, or None if no schedule needs it."""
        node, after = self.network.links[link]
        takes = self.network.takes[link]
        if (self.near[c][node] >= step or step - 1 + takes + self.left[c][after] > self.steps or after == self.chunks[c].home
                or self.near[c][node] + takes + self.left[c][after] > self.longest[c]):
            return None
        key = (*self.orbits.first("lc", link, c), step)
        if key not in self.send_of:
            self.send_of[key] = self.formula.new()
        return self.send_of[key]

    def sends(self, link, step):
        """All that a link may carry in a step, as (chunk, variable)."""
        return [(c, literal) for c in range(len(self.chunks)) for literal in [self.send(link, c, step)] if literal]

    def arrivals(self, node, c, step):
        """The variables of the sends of a chunk that come to a node in a step."""
        return list(filter(None, (self.send(link, c, step + 1 - self.network.takes[link]) for link in self.network.into[node])))

    def has(self, node, c, step):
        """The variable of a node that has a chunk. That it has not yet, or has at its home, is no variable, but None, True."""
        if node == self.chunks[c].home:
            return True
        key = (*self.orbits.first("nc", node, c), step)
        if key not in self.has_of:
            before = step > 0 and self.has(node, c, step - 1)
            self.has_of[key] = self.formula.new() if before or step > 0 and self.arrivals(node, c, step) else None
        return self.has_of[key]

    def hold(self, node, c):
        """What it means that a node has a chunk."""
        add, chunk, all_arrivals = self.formula.add, self.chunks[c], []
        for step in range(1, self.steps + 1):
            arrivals, has = self.arrivals(node, c, step), self.has(node, c, step)
            before = self.has(node, c, step - 1)
            all_arrivals += arrivals
            for link in self.network.out[node]:
                send = self.send(link, c, step)
                if send and before is not True:
                    add(-send, *([before] if before else []))
            if has is None or has is True:
                continue
            add(-has, *([before] if before else []), *arrivals)
            for literal in [*arrivals, *([before] if before else [])]:
                add(-literal, has)
        self.formula.at_most(all_arrivals, 1)
        if node in chunk.ends:
            has = self.has(node, c, self.steps)
            add(*([has] if has else []))

    def all_sends(self):
        """The variables of which each true one stands for as many link words as the group has elements."""
        return list(self.send_of.values())

    def kept(self, true):
        """What is sent in a solution, without what no end needs: a set of (step, link, chunk)."""
        came = [{} for _ in self.chunks]
        for step in range(1, self.steps + 1):
            for link, (_, after) in enumerate(self.network.links):
                for c in range(len(self.chunks)):
                    if self.send(link, c, step) in true:
                        came[c].setdefault(after, (step, link))
        return trees(self.network, self.chunks, came)
