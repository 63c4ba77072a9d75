"""The required properties of lab 2 (programs/labs/README.md)."""

TITLE = "a broadcast by a tree, then at the bound"
PACKETS = 32
CUBES = ("-n", "2..64")


def varies(answer, proofs, most, words):
    """The checker has tried what the algorithm varies with: more cases than `most` times the nodes of a 3-cube."""
    answer.want(proofs[2].cases >= most * proofs[2].nodes, f"only {words} is proved: .varies has to name the others")
    return proofs


def tree(answer):
    """What is proved of tree.c, for all roots."""
    return varies(answer, answer.proofs("tree", "bcast", "one-port", *CUBES), 1, "root 0")


def tree_packets(answer):
    """Each node receives the message once."""
    for proof in tree(answer):
        answer.want(proof.packets == proof.nodes - 1,
                    f"{proof.packets} packets on {proof.nodes} nodes, where {proof.nodes - 1} do")


def pipelined(answer):
    """What is proved of pipelined.c with many packets, if it is right for all roots and numbers of packets."""
    varies(answer, answer.proofs("pipelined", "bcast", "one-port", *CUBES), 2, "root 0, or one packet,")
    return answer.proofs("pipelined", "bcast", "one-port", *CUBES, "--packets", str(PACKETS))


PROPERTIES = [
    (1, "tree.c is a broadcast from any root, one packet at a time", tree),
    (1, "    in n steps",
     lambda answer: answer.steps_within(tree(answer), lambda proof: proof.dimension, "n")),
    (1, "    with N - 1 packets", tree_packets),
    (1, "pipelined.c is a broadcast of k packets from any root, one at a time", pipelined),
    (2, "    in at most k + N - 2 steps",
     lambda answer: answer.steps_within(pipelined(answer), lambda proof: PACKETS + proof.nodes - 2, "k + N - 2")),
    (2, "    in at most k + n steps",
     lambda answer: answer.steps_within(pipelined(answer), lambda proof: PACKETS + proof.dimension, "k + n")),
    (2, "    in k + n - 1 steps, the bound",
     lambda answer: answer.steps_within(pipelined(answer), lambda proof: PACKETS + proof.dimension - 1, "k + n - 1")),
]
