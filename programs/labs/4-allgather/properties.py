"""The required properties of lab 4 (programs/labs/README.md)."""

TITLE = "an all-gather in three ways, proved"
CUBES = ("-n", "2..64")


def ring(answer):
    """What is proved of ring.c."""
    return answer.proofs("ring", "allgather", "one-port", *CUBES)


def exchange(answer):
    """What is proved of exchange.c."""
    return answer.proofs("exchange", "allgather", "one-port", *CUBES)


def all_port(answer):
    """What is proved of all_port.c."""
    return answer.proofs("all_port", "allgather", "all-port", *CUBES)


def at_bound(answer):
    """N - 1 blocks come to a node that has n ports."""
    answer.steps_within(all_port(answer), lambda proof: -(-(proof.nodes - 1) // proof.dimension), "the bound",
                        single=True)


PROPERTIES = [
    (1, "ring.c is an all-gather, one packet at a time", ring),
    (2, "    in N - 1 steps, one block a packet",
     lambda answer: answer.steps_within(ring(answer), lambda proof: proof.nodes - 1, "N - 1", single=True)),
    (1, "exchange.c is an all-gather, one packet at a time", exchange),
    (2, "    in n steps, with packets of any size",
     lambda answer: answer.steps_within(exchange(answer), lambda proof: proof.dimension, "n")),
    (1, "all_port.c is an all-gather on all ports", all_port),
    (1, "    in at most N / 2 steps, one block a packet",
     lambda answer: answer.steps_within(all_port(answer), lambda proof: proof.nodes // 2, "N / 2", single=True)),
    (2, "    in ceil((N - 1) / n) steps, the bound", at_bound),
]
