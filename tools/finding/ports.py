"""The capacities of links and ports in a step, as clauses, for moved and for combined blocks."""


def crossing(formula, network, sends):
    """Of each wire the literals of the blocks that cross it in a step, one for each copy. A switch of `multicast` has come to
    know a block by one copy, if it passes any on; to others each comes by itself."""
    longer, on_wire = {}, {wire: [] for wire in network.capacity}
    for path in network.paths:
        for end in range(2, len(path)):
            longer.setdefault(path[:end], {})[path[:end + 1]] = True

    def cross(path):
        if path in network.number:
            copies = sends(network.number[path])
        else:
            copies = [copy for further in longer[path] for copy in cross(further)]
            if path[-1] in network.multicast:
                copies = any_of(formula, copies)
        on_wire[path[-2:]] += [literal for _, literal in copies]
        return copies

    for path in dict.fromkeys(path[:2] for path in network.paths):
        cross(path)
    return on_wire


def any_of(formula, copies):
    """For each chunk of (chunk, literal) a literal that is true if one of its literals is."""
    by_chunk = {chunk: formula.new() for chunk, _ in copies}
    for chunk, literal in copies:
        formula.add(-literal, by_chunk[chunk])
    return list(by_chunk.items())


def limit(formula, task, orbits, sends, rounds=None):
    """Keeps to what links and ports carry in a step. `sends(link)` are all blocks that a link may carry then, as (chunk,
    literal). `rounds` are literals: the first of them is true if links carry a second packet in the step, and so on."""
    network = task.network
    on_wire = crossing(formula, network, sends)
    for wire, literals in on_wire.items():
        if not orbits.stands("l", network.number.get(wire)) or not literals or task.most is None:
            continue
        most = task.most * network.capacity[wire]
        if not rounds:
            formula.at_most(literals, most)
            continue
        counter = formula.counter(literals, most * (len(rounds) + 1) + 1)
        for number, literal in enumerate([*rounds, None], 1):
            if most * number < len(counter):
                formula.add(-counter[most * number], *([literal] if literal else []))
    if task.one_port:
        single = task.most == 1 and not rounds and max(network.capacity.values()) == 1
        for node in network.used:
            if orbits.stands("n", node):
                for side in (0, 1):
                    one_of(formula, [literals for wire, literals in on_wire.items() if wire[side] == node], single)


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
