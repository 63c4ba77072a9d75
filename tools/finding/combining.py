"""Blocks that are combined, as a formula. A packet of a block is made of the sender's own and of
packets that it received before; content(l, b, t, r): rank r has contributed to the block that
crosses link l in step t; use(l, b, t, l', t'): it contains the block that crossed l' in step t'.
Each contribution has at most one source. A schedule of N steps exists if and only if the formula
has a solution, as long as the operator has no inverse; where the order is to be kept, contents are
intervals of ranks, for nothing else can be combined in order.

Left out are contributions that cannot have arrived yet or come too late, and, where the order does
not matter, blocks sent back to their sender, which could have combined them itself."""

from finding.cnf import Formula
from finding.plan import Plan, packed
from finding.ports import limit, rounds_of


class Combined:
    """A block that is combined: for each place that has to hold a result, the nodes that contribute."""

    def __init__(self, block):
        self.block, self.results = block, {}

    def kind(self, new):
        """What is wanted of it where each node has become another one."""
        return frozenset((new(place[0]), frozenset(map(new, nodes))) for place, nodes in self.results.items())


def combined_of(task):
    """The blocks of a task."""
    blocks = {}
    for place, (first, last, block) in task.wants():
        blocks.setdefault(block, Combined(block)).results[place] = set(task.nodes[first:last + 1])
    return [blocks[block] for block in sorted(blocks)]


class Combining:
    """The formula for N steps, which have `all_rounds` rounds in all, made until a time `end`."""

    def __init__(self, task, chunks, steps, orbits, end, all_rounds=None):
        self.task, self.chunks, self.steps, self.orbits = task, chunks, steps, orbits
        self.formula, self.known = Formula(end), {}
        self.rounds = rounds_of(self.formula, steps, all_rounds)
        network = task.network
        self.far = [network.distances(node) for node in range(network.nodes)]
        self.useful = [self.places_of(chunk) for chunk in chunks]
        for step in range(1, steps + 1):
            for link in range(len(network.links)):
                if orbits.stands("l", link):
                    for c in range(len(chunks)):
                        self.compose(link, c, step)
        limit(self.formula, task, network, orbits, self.sends, steps, self.rounds)
        for c, chunk in enumerate(chunks):
            for place, nodes in chunk.results.items():
                if orbits.stands("n", place[0]):
                    self.conclude(place[0], c, nodes)

    def places_of(self, chunk):
        """For each contributing node the nodes of the results that it is in."""
        useful = {}
        for place, nodes in chunk.results.items():
            for node in nodes:
                useful.setdefault(node, set()).add(place[0])
        return useful

    def variable(self, kinds, things, *rest):
        """The variable of things that may look like others."""
        key = (kinds, self.orbits.first(kinds, *things), *rest)
        if key not in self.known:
            self.known[key] = self.formula.new()
        return self.known[key]

    def content(self, link, c, step, rank):
        """The variable of a contribution to a packet, or None if it cannot be in it or nobody could use it. Contributions are
        named by their nodes."""
        node, after = self.task.network.links[link]
        last = step - 1 + self.task.network.takes[link]
        if self.far[rank][node] >= step or not any(last + self.far[after][place] <= self.steps
                                                   for place in self.useful[c].get(rank, ())):
            return None
        return self.variable("lcn", (link, c, rank), step)

    def contents(self, link, c, step):
        """The variables of a packet's contributions, by their nodes."""
        found = ((rank, self.content(link, c, step, rank)) for rank in self.useful[c])
        return {rank: literal for rank, literal in found if literal}

    def sent(self, link, c, step):
        """The variable of a block that crosses a link, or None."""
        return self.variable("lc", (link, c), step, "sent") if self.contents(link, c, step) else None

    def sends(self, link, step):
        """All that a link may carry in a step, as (chunk, variable)."""
        return [(c, literal) for c in range(len(self.chunks)) for literal in [self.sent(link, c, step)] if literal]

    def received(self, node, c, step, but=None):
        """What may have come to a node before a step: (link, step), but from a neighbour."""
        for link in self.task.network.into[node]:
            if self.task.network.links[link][0] != but:
                yield from ((link, earlier) for earlier in range(1, step + 1 - self.task.network.takes[link])
                            if self.sent(link, c, earlier))

    def compose(self, link, c, step):
        """What a packet can be made of."""
        contents = self.contents(link, c, step)
        node, after = self.task.network.links[link]
        sources = {rank: [] for rank in contents}
        for rank, literal in contents.items():
            self.formula.add(-literal, self.sent(link, c, step))
            if rank == node:
                sources[rank].append(self.variable("lc", (link, c), step, "own"))
        for source in self.received(node, c, step, None if self.task.ordered else after):
            use = self.variable("llc", (link, source[0], c), step, source[1])
            self.use(use, source, c, sources)
        for rank, literal in contents.items():
            self.gather(literal, sources[rank])
        if self.task.ordered:
            self.keep_order([contents.get(node) for node in self.task.nodes])

    def use(self, use, source, c, sources):
        """Adds what a packet that is used contributes to the sources of each rank."""
        for rank, literal in self.contents(source[0], c, source[1]).items():
            if rank not in sources:
                self.formula.add(-use, -literal)
                continue
            both = self.formula.new()
            self.formula.add(-use, -literal, both)
            self.formula.add(-both, use)
            self.formula.add(-both, literal)
            sources[rank].append(both)

    def gather(self, literal, sources):
        """A contribution is there (literal None: it has to be) just if one source has it."""
        self.formula.add(*sources, *([-literal] if literal else []))
        if literal:
            for source in sources:
                self.formula.add(-source, literal)
        self.formula.at_most(sources, 1)

    def keep_order(self, literals):
        """The ranks of a content follow each other."""
        over = None
        for before, here in zip(literals, literals[1:]):
            if not before and not over:
                continue
            now = self.formula.new()
            if before:
                self.formula.add(-before, now, *([here] if here else []))
            if over:
                self.formula.add(-over, now)
            if here:
                self.formula.add(-now, -here)
            over = now

    def conclude(self, node, c, nodes):
        """What a result is made of."""
        sources = {rank: [] for rank in nodes}
        if node in nodes:
            sources[node].append(self.variable("nc", (node, c), "own"))
        for source in self.received(node, c, self.steps + 1):
            self.use(self.variable("nlc", (node, source[0], c), source[1]), source, c, sources)
        for rank in nodes:
            self.gather(None, sources[rank])

    def all_sends(self):
        """The variables of which each true one stands for as many link words as the group has elements."""
        return [variable for key, variable in self.known.items() if key[-1] == "sent"]

    # ---- A solution

    def made_of(self, true, node, c, before, own, use):
        """The sources of a block, in the order of the ranks: own is (None, block), others (link, step)."""
        found = []
        if own in true:
            found.append((self.task.rank[node], (None, self.chunks[c].block)))
        for source in self.received(node, c, before):
            if use(source) in true:
                ranks = [self.task.rank[rank] for rank, literal in self.contents(source[0], c, source[1]).items()
                         if literal in true]
                found += [(min(ranks), source)] if ranks else []
        return [source for _, source in sorted(found, key=lambda pair: pair[0])]

    def sources_of(self, true, link, c, step):
        """The sources of a packet's block."""
        return self.made_of(true, self.task.network.links[link][0], c, step,
                            self.known.get(("lc", self.orbits.first("lc", link, c), step, "own")),
                            lambda source: self.known.get(("llc", self.orbits.first("llc", link, source[0], c), step,
                                                           source[1])))

    def plan(self, true, rounds):
        """The plan of a solution, with the rounds of its steps: what its results are made of, and nothing else."""
        results, needed, sends = {}, [], {}
        for c, chunk in enumerate(self.chunks):
            for place in chunk.results:
                node = place[0]
                results[place] = c, self.made_of(
                    true, node, c, self.steps + 1, self.known.get(("nc", self.orbits.first("nc", node, c), "own")),
                    lambda source, node=node, c=c: self.known.get(("nlc", self.orbits.first("nlc", node, source[0], c),
                                                                   source[1])))
                needed += [(source[1], source[0], c) for source in results[place][1] if source[0] is not None]
        for send in needed:
            if send not in sends:
                step, link, c = send
                sends[send] = self.sources_of(true, link, c, step)
                needed += [(source[1], source[0], c) for source in sends[send] if source[0] is not None]

        def placed(sources, c, place):
            return [source if source[0] is None else place[source[1], source[0], c] for source in sources]

        packets, place = packed(sends, lambda send, place: placed(sends[send], send[2], place))
        return Plan(self.steps, packets, {where: placed(sources, c, place) for where, (c, sources) in results.items()}, rounds)
