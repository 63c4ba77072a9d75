#!/usr/bin/python3
"""Finds a part of the search for schedules (tools/finding) that is wrong: a refusal of the prover, by a plan that it alone
refuses; counting; which nodes look alike; link words; latencies; schedules by shortest ways. Prints TAP."""

# Reads: tools/finding tools/running tools/workbench tests/tap.py
import itertools
import random
import sys

sys.dont_write_bytecode = True
sys.path[:0] = ["tools", "tests"]

from finding import counting, cuts, search
from finding.network import Network, read
from finding.plan import Packet, Plan
from finding.proving import Wrong, prove
from finding.search import Search
from finding.shortest import by_shortest_ways
from finding.solver import FOUND, IMPOSSIBLE
from finding.symmetry import orbits, ranks_of
from finding.task import Task, chunks_backwards, chunks_of, on_network
from tap import equal, finish, ok


def network(links, capacity=1):
    """The network of links both ways, in words like "01 12"."""
    both = [tuple(map(int, link)) for link in links.split()]
    return Network(1 + max(map(max, both)), {link: capacity for one in both for link in (one, one[::-1])})


def task(operation, links, one_port=False, most=1, ordered=False, capacity=1, **case):
    """An operation on a network."""
    made = on_network(operation, network(links, capacity), one_port, most, case)
    made.ordered = ordered
    return made


# ---- The prover

LINE = "01 12"
STAR = "01 02 03"


def planned(of, steps, packets, results, rounds=None):
    """A plan: packets are (step, "01", blocks), results {(node, block): sources}."""
    made = [Packet(step, of.network.number.get(tuple(map(int, link)), -1), blocks) for step, link, blocks in packets]
    return Plan(steps, made, {(node, 1, block): sources for (node, block), sources in results.items()}, rounds)


def proved(of, *plan):
    """What the prover says."""
    try:
        prove(of, planned(of, *plan))
    except Wrong as wrong:
        return str(wrong)
    return "right"


OWN = [(None, 0)]
OTHER = [(None, 1)]


def came(*numbers):
    """The sources of what came by packets as their block 0."""
    return [(number, 0) for number in numbers]


BCAST = ([(1, "01", [OWN]), (2, "12", [came(0)])], {(1, 0): came(0), (2, 0): came(1)})
GATHER = ([(1, "10", [OWN]), (1, "20", [OWN]), (1, "30", [OWN])],
          {(0, 0): OWN, **{(0, k): came(k - 1) for k in (1, 2, 3)}})
PARTS = ([(1, "01", [OWN]), (2, "01", [OTHER]), (2, "12", [came(0)]), (3, "12", [came(1)])],
         {(1, 0): came(0), (1, 1): came(1), (2, 0): came(2), (2, 1): came(3)})
SUM = ([(1, "21", [OWN]), (2, "10", [OWN + came(0)])], {(0, 0): OWN + came(1)})
SUM_OF_TWO = ([(1, "21", [OWN]), (2, "10", [OWN + came(0)]), (3, "21", [OTHER]), (4, "10", [OTHER + came(2)])],
              {(0, 0): OWN + came(1), (0, 1): OTHER + came(3)})


def results(of, **changes):
    """The plan with other results: n20 is block 0 of node 2."""
    return of[0], {**of[1], **{(int(name[1]), int(name[2])): sources for name, sources in changes.items()}}


bcast, parts = task("bcast", LINE), task("bcast", LINE, packets=2)
total, ordered = task("reduce", LINE), task("reduce", LINE, ordered=True)
wide = task("bcast", LINE, most=2, packets=2)
both = ([(1, "01", [OWN, OTHER]), (2, "12", [came(0), [(0, 1)]])],
        {(1, 0): came(0), (1, 1): [(0, 1)], (2, 0): came(1), (2, 1): [(1, 1)]})
doubled = task("bcast", LINE, capacity=2, packets=2)
for what, of, plan, wanted in (
        ("a broadcast", bcast, (2, *BCAST), "right"),
        ("    in parts", parts, (3, *PARTS), "right"),
        ("    in packets of two blocks", wide, (2, *both), "right"),
        ("    over links that carry two", doubled, (2, *both), "right"),
        ("a gathering", task("gather", STAR), (1, *GATHER), "right"),
        ("a sum", total, (2, *SUM), "right"),
        ("    in order", ordered, (2, *SUM), "right"),
        ("    of two blocks", task("reduce", LINE, packets=2), (4, *SUM_OF_TWO), "right"),
        ("no such link", bcast, (2, [(1, "02", [OWN]), *BCAST[0]], BCAST[1]), "packet 0 has no link or no step"),
        ("a step before the first", bcast, (2, [*BCAST[0], (0, "01", [OWN])], BCAST[1]), "packet 2 has no link or no step"),
        ("a step after the last", bcast, (1, *BCAST), "packet 1 has no link or no step"),
        ("an input that a node lacks", bcast, (2, [*BCAST[0], (2, "21", [OWN])], BCAST[1]),
         "step 2: node 2 has no block 0 in its input"),
        ("    a block beyond its end", bcast, (2, [*BCAST[0], (2, "01", [OTHER])], BCAST[1]),
         "step 2: node 0 has no block 1 in its input"),
        ("    or before its start", bcast, (2, [*BCAST[0], (2, "01", [[(None, -1)]])], BCAST[1]),
         "step 2: node 0 has no block -1 in its input"),
        ("a packet that came to another node", bcast, (2, [*BCAST[0], (2, "21", [came(0)])], BCAST[1]),
         "step 2: node 2 has no block 0 of packet 0 then"),
        ("a packet of the same step", bcast, (1, [(1, "01", [OWN]), (1, "12", [came(0)])], BCAST[1]),
         "step 1: node 1 has no block 0 of packet 0 then"),
        ("a packet that is not there yet", bcast, (2, BCAST[0][::-1], BCAST[1]), "step 2: node 1 has no block 0 of packet 0 then"),
        ("    with a negative number", bcast, (2, [BCAST[0][0], (2, "12", [[(-1, 0)]])], BCAST[1]),
         "step 2: node 1 has no block 0 of packet -1 then"),
        ("a block that its packet lacks", bcast, (2, [BCAST[0][0], (2, "12", [[(0, 1)]])], BCAST[1]),
         "step 2: node 1 has no block 1 of packet 0 then"),
        ("    or a negative one", bcast, (2, [BCAST[0][0], (2, "12", [[(0, -1)]])], BCAST[1]),
         "step 2: node 1 has no block -1 of packet 0 then"),
        ("a contribution twice", total, (2, [SUM[0][0], (2, "10", [OWN + came(0, 0)])], SUM[1]),
         "step 2: node 1 combines a contribution twice"),
        ("two blocks mixed", task("reduce", LINE, packets=2), (4, [*SUM_OF_TWO[0], (3, "10", [OWN + OTHER])], SUM_OF_TWO[1]),
         "step 3: node 1 combines blocks that do not belong together"),
        ("a block of nothing", bcast, (2, [*BCAST[0], (1, "12", [[]])], BCAST[1]), "step 1: node 1 sends a block of nothing"),
        ("a packet of no block", bcast, (2, [*BCAST[0], (1, "12", [])], BCAST[1]),
         "step 1: node 1 sends an empty packet to node 2"),
        ("two packets on a link", bcast, (2, [*BCAST[0], (1, "01", [OWN])], BCAST[1]),
         "step 1: the link from node 0 to node 1 carries 2 blocks, and may carry 1"),
        ("a packet of two blocks", parts, (2, *both), "step 1: the link from node 0 to node 1 carries 2 blocks, and may carry 1"),
        ("two packets in two rounds", parts, (2, *both, [2, 2]), "right"),
        ("    in another step's rounds", parts, (2, *both, [1, 3]),
         "step 1: the link from node 0 to node 1 carries 2 blocks, and may carry 1"),
        ("    or in those of the step before", parts, (2, *both, [3, 1]),
         "step 2: the link from node 1 to node 2 carries 2 blocks, and may carry 1"),
        ("one port that receives three", task("gather", STAR, one_port=True), (1, *GATHER), "step 1: node 0 receives on two ports"),
        ("one port that sends two", task("bcast", STAR, one_port=True),
         (1, [(1, "01", [OWN]), (1, "02", [OWN]), (1, "03", [OWN])], {(k, 0): came(k - 1) for k in (1, 2, 3)}),
         "step 1: node 0 sends on two ports"),
        ("one port that sends and receives", task("bcast", LINE, one_port=True, packets=2), (3, *PARTS), "right"),
        ("a packet in another order", ordered, (2, [SUM[0][0], (2, "10", [came(0) + OWN])], SUM[1]),
         "step 2: node 1: the operands are not in the order of the ranks"),
        ("    which matters where it is kept alone", total, (2, [SUM[0][0], (2, "10", [came(0) + OWN])], SUM[1]), "right"),
        ("a packet with a gap", task("reduce", "01 02", ordered=True),
         (2, [(1, "20", [OWN]), (2, "01", [OWN + came(0)]), (2, "10", [OWN])], {(0, 0): OWN + came(2, 0)}),
         "step 2: node 0: the operands are not in the order of the ranks"),
        ("a result in another order", ordered, (2, SUM[0], {(0, 0): came(1) + OWN}),
         "at the end, node 0: the operands are not in the order of the ranks"),
        ("a result of nothing", bcast, (2, *results(BCAST, n20=[])), "at the end node 2 has a wrong block 0 in output 1: nothing"),
        ("    of too little", total, (2, *results(SUM, n00=OWN)),
         "at the end node 0 has a wrong block 0 in output 1: block 0 of rank 0"),
        ("    of another block", parts, (3, *results(PARTS, n20=came(3))),
         "at the end node 2 has a wrong block 0 in output 1: block 1 of rank 0"),
        ("    of another node", task("allgather", "01"), (1, [(1, "01", [OWN]), (1, "10", [OWN])],
                                                          {(0, 0): OWN, (0, 1): came(1), (1, 0): OWN, (1, 1): OWN}),
         "at the end node 1 has a wrong block 0 in output 1: block 0 of rank 1"),
        ("    that comes in the last step", bcast, (2, *results(BCAST, n20=came(1))), "right")):
    equal(proved(of, *plan), wanted, f"the prover: {what}")

# ---- Switches


def wired(wires, nodes, operation="bcast", multicast=(), one_port=False, most=1, **case):
    """An operation on a network in words like "02 20", with "022" of capacity 2 and "02:3" of latency 3, with its switches of
    multicast."""
    split = [(int(word[0]), int(word[1]), word[2:].partition(":")) for word in wires.split()]
    made = Network(nodes, {(node, after): int(word[0] or 1) for node, after, word in split}, multicast,
                   {(node, after): int(word[2] or 1) for node, after, word in split})
    return on_network(operation, made, one_port, most, case)


HUB = "03 30 13 31 23 32"             # three nodes at a switch
TWO = "03 30 13 31 24 42 34 43"       # two at one, and one at another
for what, of, packets, wanted in (
        ("a switch copies", wired(HUB, 3, multicast=[3]), ["031", "032"], "right"),
        ("    or does not", wired(HUB, 3, multicast=[]), ["031", "032"], "from node 0 to node 3 carries 2 blocks, and may carry 1"),
        ("    where its link is wider", wired(HUB.replace("03", "032"), 3, multicast=[]), ["031", "032"], "right"),
        ("a switch behind one that copies", wired(TWO, 3, multicast=[3]), ["031", "0342"], "right"),
        ("    before one", wired(TWO, 3, multicast=[4]), ["031", "0342"], "from node 0 to node 3 carries 2 blocks, and may carry 1"),
        ("a path through a node", wired(HUB, 3, multicast=[3]), ["0312", "031"], "packet 0 has no link or no step"),
        ("different blocks of one node", wired(HUB, 3, "scatter", [3]), ["031", "032"],
         "from node 0 to node 3 carries 2 blocks, and may carry 1")):
    made = [Packet(1, of.network.number.get(tuple(map(int, path)), -1),
                   [[(None, int(path[-1]) * (of.operation == "scatter"))]]) for path in packets]
    at_ends = {place: [(int(place[0]) - 1, 0)] if place[0] else [(None, 0)] for place, _ in of.wants()}
    try:
        said = prove(of, Plan(1, made, at_ends)) or "right"
    except Wrong as wrong:
        said = str(wrong).removeprefix("step 1: the link ")
    equal(said, wanted, f"the prover: {what}")
equal(Network(2, {(0, 2): 1, (2, 3): 1, (2, 4): 1, (3, 5): 1, (4, 5): 1, (5, 1): 1, (2, 6): 1, (6, 3): 1, (0, 1): 1}).paths,
      [(0, 1), (0, 2, 3, 5, 1), (0, 2, 4, 5, 1)], "a link is a wire, or a shortest path between two switches")

# ---- Counting


def torus(*sides):
    """The network of a torus, whose ranks count fastest along the last side."""
    links = {}
    for at in itertools.product(*map(range, sides)):
        for axis, side in enumerate(sides):
            for way in (1, side - 1):
                near = tuple((k + way) % side if a == axis else k for a, k in enumerate(at))
                rank = [sum(k * u for k, u in zip(place, [1, *itertools.accumulate(sides[:0:-1], int.__mul__)][::-1]))
                        for place in (at, near)]
                links[tuple(rank)] = 1
    return Network(len({node for link in links for node in link}), links)


for operation, one_port, most, rounds, wanted in (
        ("alltoall", False, 1, None, 8), ("alltoall", True, 1, None, 32), ("alltoall", False, 3, None, 4), ("alltoall", False, None, None, 4),
        ("alltoall", False, 1, 8, 4), ("alltoall", False, 1, 7, 8), ("allgather", False, 1, None, 4)):
    made = on_network(operation, torus(4, 4), one_port, most, {})
    equal(counting.least_steps(made, rounds), wanted,
          f"on a torus of 4 x 4 none goes below: {operation}, {'one port' if one_port else 'all ports'}, {most} blocks, {rounds} rounds")

draw, wrong_cuts = random.Random(2), []
for turn in range(40):
    nodes, total = draw.randrange(2, 5), draw.randrange(4, 8)
    wires = {(k, (k + 1) % total): draw.randrange(1, 4) for k in range(total)}
    wires |= {tuple(draw.sample(range(total), 2)): draw.randrange(1, 4) for _ in range(draw.randrange(12))}
    count = draw.randrange(1, 6)
    made = on_network("allgather", Network(nodes, wires), False, 1, {"packets": count})
    sides = [set(side) for size in range(1, total) for side in itertools.combinations(range(total), size)]
    by_force = max(-(-count * len(side & set(range(nodes))) // sum(wires[a, b] for a, b in wires if a in side and b not in side))
                   for side in sides if not side >= set(range(nodes)))
    if cuts.least_rounds(chunks_of(made), made.network, 1) != by_force:
        wrong_cuts.append((wires, nodes, count))
equal(wrong_cuts, [], "the narrowest cut is that of all sets of nodes and switches")
# ForestColl's two boxes: b is the bandwidth between them, and a block takes a time of 1 / b. DGX-2: 15 / 6 rounds a block.
for name, count, wanted in (("two-boxes", 1, 1), ("two-boxes", 7, 7), ("dgx2", 2, 5), ("dgx1", 6, 7), ("dragonfly", 1, 5),
                            ("fat-tree", 1, 7), ("torus", 6, 15)):
    made = on_network("allgather", read(f"tools/finding/networks/{name}.links"), False, 1, {"packets": count})
    equal(cuts.least_rounds(chunks_of(made), made.network, 1), wanted, f"rounds that none goes below: {name}, {count} blocks")

# ---- Which nodes look alike

for sides in ((4, 2), (2, 6), (6,), (2, 4, 2)):
    mesh = Task("mesh-allgather", torus(*sides), list(range(torus(*sides).nodes)), [], [])
    mesh.dimension, mesh.case = 5, {"mesh": list(sides)}
    even = [rank for rank, at in enumerate(itertools.product(*map(range, sides))) if sum(at) % 2 == 0]
    equal(ranks_of(mesh, "even"), even, f"the even ranks of a mesh of {sides}")
    equal(orbits(mesh, [], "even").size, len(even), "    are alike")

# ---- Link words


def solved(formula, *_):
    """What a solver says, by unit propagation and trying both values."""
    clauses, clause = [], []
    for literal in formula.literals:
        if literal:
            clause.append(literal)
        else:
            clauses.append(clause)
            clause = []

    def holds(true):
        while True:
            forced = None
            for clause in clauses:
                if any(literal in true for literal in clause):
                    continue
                free = [literal for literal in clause if -literal not in true]
                if not free:
                    return None
                forced = free if forced is None or len(free) < len(forced) else forced
            if not forced:
                return true
            if len(forced) > 1:
                return holds(true | {forced[0]}) or holds(true | {-forced[0]})
            true = true | {forced[0]}
    true = holds(frozenset())
    return (FOUND, {literal for literal in true if literal > 0}) if true else (IMPOSSIBLE, None)


search.solve = solved
for operation, links, least in (("bcast", "01 12 02", 2), ("reduce", "01 12 02", 2), ("allreduce", "01", 2)):
    found = Search(task(operation, links), {"solver": "", "seconds": 600})
    for words, wanted in ((least - 1, IMPOSSIBLE), (least, FOUND), (least + 1, FOUND)):
        verdict, plan = found.ask(2, words)
        equal((verdict, plan is not None and plan.words() <= words), (wanted, wanted == FOUND),
              f"{operation} in 2 steps with {words} link words")


for what, of, wanted in (
        ("a switch that copies, in one step", wired(HUB, 3, multicast=[3]), FOUND), ("    one that does not", wired(HUB, 3, multicast=[]), IMPOSSIBLE),
        ("    over a wider link", wired(HUB.replace("03", "032"), 3, multicast=[]), FOUND),
        ("    before one that copies", wired(TWO, 3, multicast=[4]), IMPOSSIBLE), ("    behind one", wired(TWO, 3, multicast=[3]), FOUND),
        ("    different blocks", wired(HUB, 3, "scatter", [3]), IMPOSSIBLE),
        ("    backwards, where it would have to combine", wired(HUB, 3, "reduce", [3]), IMPOSSIBLE),
        ("one port whose link carries two blocks", task("bcast", "01", one_port=True, capacity=2, packets=2), FOUND)):
    verdict, plan = Search(of, {"solver": "", "seconds": 600}).ask(1)
    equal((verdict, plan and prove(of, plan)), (wanted, None), f"{what}: {wanted}")


for operation, wires, rounds in (("bcast", "01 122", [2, 1]), ("reduce", "212 10", [1, 2]), ("allreduce", "01 10", [2])):
    of = wired(wires, 1 + len(rounds), operation, packets=2)
    verdict, plan = Search(of, {"solver": "", "seconds": 600, "rounds": sum(rounds)}).ask(len(rounds))
    equal((verdict, plan and prove(of, plan) or plan.rounds), (FOUND, rounds), f"{operation} in steps of several rounds")


class Fewest(Search):
    """A search that counting begins at `floor`, where no schedule has fewer link words than `fewest`."""

    def __init__(self, floor, fewest):  # pylint: disable=super-init-not-called
        self.least_words, self.fewest = floor, fewest

    def ask(self, steps, words=None, share=1):
        return (FOUND, Words(steps, max(self.fewest, words - 1))) if words >= self.fewest else (IMPOSSIBLE, None)


class Words(Plan):
    """A plan of N link words."""

    def __init__(self, steps, many):
        super().__init__(steps, [], {})
        self.many = many

    def words(self):
        return self.many


seen = [(fewest, best.words(), none_below) for floor in range(1, 6) for fewest in range(floor, 9) for first in range(fewest, 12)
        for best, none_below in [Fewest(floor, fewest).fewest_words(Words(3, first))]]
equal([case for case in seen if len(set(case)) > 1], [], "the fewest link words are found, and that none is below them")

# ---- Latencies


def by_force(of):
    """The fewest steps in which sends bring all chunks to their ends, without switches of multicast: in each step each set of
    sends is tried."""
    network, chunks, seen = of.network, chunks_of(of), set()
    ends = {(c, end) for c, chunk in enumerate(chunks) for end in chunk.ends}

    def fits(step, link, used):
        """What is used if a link is used in a step, too: (wire, step): blocks, and (node, way, step): its port. Or None."""
        used, path, at = dict(used), network.paths[link], step
        for wire in zip(path, path[1:]):
            used[wire, at] = used.get((wire, at), 0) + 1
            if used[wire, at] > of.most * network.capacity[wire]:
                return None
            at += network.latency[wire] - 1
        ports = {(path[0], "sends", step): path[:2], (path[-1], "receives", at): path[-2:]} if of.one_port else {}
        return {**used, **ports} if at <= limit and all(used.get(port, wire) == wire for port, wire in ports.items()) else None

    def reaches(step, has, used, offers):
        """Whether all ends can be reached. has[c, node]: the step from which it has the chunk; offers: sends left in this step."""
        for k, (c, link) in enumerate(offers):
            after = network.links[link][1]
            more = fits(step, link, used) if (c, after) not in has else None
            if more and reaches(step, {**has, (c, after): step + network.takes[link]}, more, offers[k + 1:]):
                return True
        state = step, *map(frozenset, (has.items(), (item for item in used.items() if item[0][-1] > step)))
        if step == limit or state in seen:
            return ends <= has.keys()
        seen.add(state)
        return reaches(step + 1, has, used, [(c, link) for link, (node, _) in enumerate(network.links) for c in range(len(chunks))
                                             if has.get((c, node), limit + 1) <= step + 1])

    for limit in range(100):
        seen.clear()
        if reaches(0, {(c, chunk.home): 1 for c, chunk in enumerate(chunks)}, {}, []):
            return limit
    return None


def searched(of):
    """The fewest steps that a search finds, which is proved, and whether counting and a schedule by shortest ways agree."""
    search = Search(of, {"solver": "", "seconds": 600})
    for steps, _, plan in search.fewest_steps(search.bound, 99):
        pass
    simple = search.without_search() or plan
    try:
        for one in (plan, simple):
            prove(of, one)
    except Wrong as wrong:
        return str(wrong), False
    return steps, search.bound <= steps <= simple.steps and search.least_words <= plan.words()



# One port and a link between any two nodes: f(t) = f(t - 1) + f(t - latency) nodes have heard (Bar-Noy and Kipnis, 1994).
for nodes, latency, wanted in ((3, 2, 3), (5, 2, 4), (6, 2, 5), (4, 3, 5), (5, 3, 6)):
    of = wired(" ".join(f"{a}{b}:{latency}" for a in range(nodes) for b in range(nodes) if a != b), nodes, one_port=True)
    equal((by_force(of), counting.least_steps(of), *searched(of)), (wanted, wanted, wanted, True),
          f"a broadcast to {nodes} nodes, one port, latency {latency}")
# By one port node 0 reaches one node of the other island by the end of step 3, not three.
islands = " ".join(f"{a}{b}:{1 if (a < 3) == (b < 3) else 3}" for a in range(6) for b in range(6) if a != b)
for one_port, wanted in ((True, 4), (False, 3)):
    of = wired(islands, 6, one_port=one_port)
    equal((by_force(of), *searched(of)), (wanted, wanted, True), f"a broadcast on two islands, {'one port' if one_port else 'all ports'}")
draw, wrong_steps = random.Random(5), []
for turn in range(80):
    nodes = draw.randrange(2, 4)
    total = nodes + draw.randrange(3)
    words = [f"{k}{(k + 1) % nodes}:{draw.randrange(1, 4)}" for k in range(nodes)]
    words += [f"{wire}:{draw.randrange(1, 4)}" for switch in range(nodes, total) for node in (0, switch - 1, draw.randrange(switch))
              for wire in (f"{node}{switch}", f"{switch}{node}")]
    operation = draw.choice(("bcast", "scatter", "gather", "allgather", "transfer", "reduce"))
    of = wired(" ".join(words), nodes, operation, (), draw.random() < 0.5, draw.choice((1, 2)),
              **({"packets": draw.randrange(1, 4)} if operation in ("bcast", "transfer") else {}))
    least = by_force(of if operation != "reduce" else on_network("bcast", of.network.backwards(), of.one_port, of.most, {}))
    if searched(of) != (least, True):
        wrong_steps.append((operation, words, of.one_port, of.most, of.case, least))
equal(wrong_steps, [], "the fewest steps of random networks with latencies and switches")
of = wired("03:2 30 13 31 23 32", 3, one_port=True, multicast=[3])
equal((*searched(of), counting.least_steps(wired("03 30 13 31 23 32", 3, one_port=True, multicast=[3]))), (2, True, 1),
      "by one port, a switch that copies tells two nodes")
pair = Search(wired("01:3 10:3", 2, "allreduce"), {"solver": "", "seconds": 600})
equal([pair.ask(steps)[0] for steps in (2, 3)], [IMPOSSIBLE, FOUND], "two nodes at a distance of 3 steps sum in 3")

LATE, BEHIND = "01:2 10:2 12 21", "03:2 30 13 31 23 32"
SIDES = {(1, 0): came(0), (1, 1): OWN, (1, 2): came(1)}
for what, of, plan, wanted in (
        ("a broadcast", wired(LATE, 3), (3, [(1, "01", [OWN]), (3, "12", [came(0)])], BCAST[1]), "right"),
        ("    sent on too early", wired(LATE, 3), (3, [(1, "01", [OWN]), (2, "12", [came(0)])], BCAST[1]),
         "step 2: node 1 has no block 0 of packet 0 then"),
        ("    that comes too late", wired(LATE, 3), (2, [(2, "01", [OWN]), (2, "12", [came(0)])], BCAST[1]), "packet 0 arrives after the last step"),
        ("receives in one step", wired(LATE, 3, "gather", one_port=True, root=1), (2, [(1, "01", [OWN]), (2, "21", [OWN])], SIDES),
         "step 2: node 1 receives on two ports"),
        ("    in two", wired(LATE, 3, "gather", one_port=True, root=1), (2, [(1, "01", [OWN]), (1, "21", [OWN])], SIDES), "right"),
        ("blocks that meet behind a switch", wired(BEHIND, 3, "gather", root=1), (2, [(1, "031", [OWN]), (2, "231", [OWN])], SIDES),
         "step 2: the link from node 3 to node 1 carries 2 blocks, and may carry 1"),
        ("    or do not", wired(BEHIND, 3, "gather", root=1), (2, [(1, "031", [OWN]), (1, "231", [OWN])], SIDES), "right")):
    equal(proved(of, *plan), wanted, f"the prover, with latencies: {what}")

# ---- By shortest ways

draw = random.Random(1)
count = 0
for turn in range(60):
    nodes = draw.randrange(2, 8)
    joined = {(min(a, b), max(a, b)) for b in range(1, nodes) for a in [draw.randrange(b)]}
    joined |= {tuple(sorted(draw.sample(range(nodes), 2))) for _ in range(draw.randrange(nodes))}
    links = {link: draw.randrange(1, 3) for one in joined for link in (one, one[::-1])}
    switches = [(draw.randrange(nodes), nodes + k, draw.randrange(nodes)) for k in range(draw.randrange(3))]
    links |= {wire: draw.randrange(1, 3) for one, switch, other in switches
              for wire in ((one, switch), (switch, one), (other, switch), (switch, other))}
    operation = draw.choice(("bcast", "gather", "scatter", "allgather", "alltoall", "reduce", "reduce_scatter", "transfer"))
    made = on_network(operation, Network(nodes, links), draw.random() < 0.5, draw.choice((1, 2, None)),
                      {"root": draw.randrange(nodes), "packets": draw.randrange(1, 4)} if operation in ("bcast", "reduce") else {})
    back = made.network.backwards() if made.combines() else None
    plan = by_shortest_ways(made, chunks_backwards(made) if back else chunks_of(made), back)
    try:
        prove(made, plan)
        count += counting.least_steps(made) <= plan.steps
    except Wrong as mistake:
        ok(False, f"{operation} on {sorted(links)}, {made.case}", mistake)
equal(count, 60, "schedules by shortest ways are right, in no fewer steps than counting leaves")
large = on_network("alltoall", torus(16, 16), False, 1, {})
ok(by_shortest_ways(large, chunks_of(large), None) is None, "one that would take long is not made")
finish()
