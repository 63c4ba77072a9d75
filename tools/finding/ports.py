"""The capacities of links and ports in a step, as clauses, for moved and for combined blocks."""


def limit(formula, task, orbits, sends, rounds=None):
    """Keeps to what links and ports carry in a step. `sends(link)` are the literals of all blocks that a link may carry then.
    `rounds` are literals: the first of them is true if links carry a second packet in the step, and so on."""
    network = task.network
    for link in range(len(network.links)):
        literals = sends(link)
        if not orbits.stands("l", link) or not literals or task.most is None:
            continue
        most = task.most * network.capacity[network.links[link]]
        if not rounds:
            formula.at_most(literals, most)
            continue
        counter = formula.counter(literals, most * (len(rounds) + 1) + 1)
        for number, literal in enumerate([*rounds, None], 1):
            if most * number < len(counter):
                formula.add(-counter[most * number], *([literal] if literal else []))
    if task.one_port:
        for node in network.used:
            if orbits.stands("n", node):
                for links in (network.out[node], network.into[node]):
                    one_of(formula, [sends(link) for link in links], task.most)


def one_of(formula, of_links, most):
    """At most one of several links carries something."""
    if most == 1:
        formula.at_most([literal for literals in of_links for literal in literals], 1)
        return
    busy = []
    for literals in filter(None, of_links):
        busy.append(formula.new())
        for literal in literals:
            formula.add(-literal, busy[-1])
    formula.at_most(busy, 1)
