"""The capacities of links and ports in a step, as clauses, for moved and for combined blocks."""

from collections import defaultdict


def crossing(formula, network, sends, steps):
    """Of each wire and step the literals of the blocks that enter it, one for each copy. A switch of `multicast` has come to
    know a block by one copy, if it passes any on; to others each comes by itself."""
    longer, entering = {}, defaultdict(list)
    for path in network.paths:
        for end in range(2, len(path)):
            longer.setdefault(path[:end], {})[path[:end + 1]] = True

    def cross(path, step):
        if path in network.number:
            copies = sends(network.number[path], step)
        else:
            copies = [copy for further in longer[path] for copy in cross(further, step)]
            if path[-1] in network.multicast:
                copies = any_of(formula, copies)
        entering[path[-2:], step + network.delay(path[:-1])] += [literal for _, literal in copies]
        return copies

    for step in range(1, steps + 1):
        for path in dict.fromkeys(path[:2] for path in network.paths):
            cross(path, step)
    return entering


def any_of(formula, copies):
    """For each chunk of (chunk, literal) a literal that is true if one of its literals is."""
    by_chunk = {chunk: formula.new() for chunk, _ in copies}
    for chunk, literal in copies:
        formula.add(-literal, by_chunk[chunk])
    return list(by_chunk.items())


def rounds_of(formula, steps, all_rounds):
    """Literals, by step: the first is true if links carry a second packet in the step, one after the other, and so on; the steps
    have that many rounds in all, or one each (Z. Cai et al., Synthesizing Optimal Collective Algorithms, PPoPP 2021)."""
    more = (all_rounds or steps) - steps
    rounds = [[formula.new() for _ in range(more if step else 0)] for step in range(steps + 1)]
    for literals in rounds:
        for one, other in zip(literals, literals[1:]):
            formula.add(one, -other)
    formula.at_most([literal for literals in rounds for literal in literals], more)
    return rounds


def limit(formula, task, network, orbits, sends, steps, rounds):
    """Keeps to what links and ports carry in each step. `sends(link, step)` are all blocks that a link may carry, as (chunk,
    literal); `rounds` are those of rounds_of."""
    entering = crossing(formula, network, sends, steps)
    for (wire, step), literals in entering.items():
        if not orbits.stands("l", network.number.get(wire)) or not literals or task.most is None:
            continue
        most = task.most * network.capacity[wire]
        if not rounds[step]:
            formula.at_most(literals, most)
            continue
        counter = formula.counter(literals, most * (len(rounds[step]) + 1) + 1)
        for number, literal in enumerate([*rounds[step], None], 1):
            if most * number < len(counter):
                formula.add(-counter[most * number], *([literal] if literal else []))
    if task.one_port:
        single = task.most == 1 and not any(rounds) and max(network.capacity.values()) == 1
        busy = defaultdict(list)  # a node with one port sends as a block enters its wire, and receives as one leaves it
        for (wire, step), literals in entering.items():
            busy[wire[0], 0, step].append(literals)
            busy[wire[1], 1, step + network.latency[wire] - 1].append(literals)
        for (node, _, _), of_links in busy.items():
            if node < network.nodes and orbits.stands("n", node):
                one_of(formula, of_links, single)


def one_of(formula, of_links, single):
    """At most one of several links carries something; `single`: one block alone."""
    if single:
        formula.at_most([literal for literals in of_links for literal in literals], 1)
        return
    busy = []
    for literals in filter(None, of_links):
        busy.append(formula.new())
        for literal in literals:
            formula.add(-literal, busy[-1])
    formula.at_most(busy, 1)
