"""The required properties of lab 8 (programs/labs/README.md)."""

from grading.figures import Algorithm

TITLE = "a failure survived"
COPIES = 2
BOTH = Algorithm("copies", "bcast", "all-port", "4..32", packets=COPIES)
DEAD = ((0, 0), (5, 1), (3, 2), (12, 3))  # the node and the dimension of each link that is dead in a run of 16 nodes


def delivered(schedule, dead):
    """The nodes that hold a copy at the end of a broadcast from node 0 whose link `dead`, a set of two nodes, is."""
    held = {(0, 0, copy) for copy in range(COPIES)}  # node, area, block
    for step in [*schedule["steps"], {"moves": schedule["close"], "packets": []}]:
        for move in step["moves"]:
            hand_on(held, set(held), [move["node"]], move, dead)
        before = set(held)
        for packet in step["packets"]:
            hand_on(held, before, packet["path"], packet, dead)
    return {node for node, area, _ in held if area == 1} | {0}


def hand_on(held, before, path, what, dead):
    """Adds what the last node of a path holds when the first has sent blocks that it held before."""
    to = what.get("to", what["from"])
    if any({node, other} == dead for node, other in zip(path, path[1:])):
        return
    for block, new in zip(what["from"]["blocks"], to["blocks"]):
        if (path[0], what["from"]["area"], block) in before:
            held.add((path[-1], to["area"], new))


def survives(answer):
    """Each node gets a copy, whichever link is dead."""
    BOTH.proofs(answer)
    for nodes in (4, 8, 16, 32):
        schedule = answer.schedule("copies", "-n", str(nodes), "--packets", str(COPIES))
        for node, bit in ((node, 1 << d) for d in range(nodes.bit_length() - 1) for node in range(nodes)):
            lost = set(range(nodes)) - delivered(schedule, {node, node ^ bit})
            answer.want(not lost, f"on {nodes} nodes, if the link {node} - {node ^ bit} is dead, "
                        f"node {next(iter(lost), 0)} gets no copy")


def steps(answer):
    """Two copies take no more than a step more than one."""
    survives(answer)
    BOTH.has("steps <= n + 2")(answer)


def round_dead(answer):
    """The token comes back, and goes once over each link of a ring, none of which is carried round the dead one."""
    total = sum(secret % 65536 for secret in answer.secrets(16))
    for node, dimension in DEAD:
        run = answer.run("ring", 16, node, dimension, options=("--dead", f"{node}:{dimension}"))
        what = f"with the dead link {node}:{dimension}"
        answer.want(run.lines == [f"the token is back with {total}"], f"ring prints {run.lines[:2]} {what}")
        packets = run.routed + sum(packets for packets, _ in run.links.values())
        answer.want(packets == len(run.links) == 16, f"{packets} packets on {len(run.links)} links {what}: "
                    "a ring of 16 nodes that does without it has one on each of its 16")


PROPERTIES = [
    (1, "copies.c brings two copies to all nodes", BOTH.has()),
    (4, "    of which each node gets one at least, whichever link is dead", survives),
    (2, "    in at most n + 2 steps", steps),
    (3, "ring.c goes round a dead link without a detour", round_dead),
]
