"""The required properties of lab 4 (programs/labs/README.md)."""

from grading.figures import Algorithm

TITLE = "an all-gather in three ways, proved"
RING = Algorithm("ring", "allgather", "one-port")
EXCHANGE = Algorithm("exchange", "allgather", "one-port")
ALL_PORT = Algorithm("all_port", "allgather", "all-port")
SINGLE = "packets == link_words"  # one block a packet

PROPERTIES = [
    (1, "ring.c is an all-gather, one packet at a time", RING.has()),
    (2, "    in N - 1 steps, one block a packet", RING.has(SINGLE, "steps <= N - 1")),
    (1, "exchange.c is an all-gather, one packet at a time", EXCHANGE.has()),
    (2, "    in n steps, with packets of any size", EXCHANGE.has("steps <= n")),
    (1, "all_port.c is an all-gather on all ports", ALL_PORT.has()),
    (1, "    in at most N / 2 steps, one block a packet", ALL_PORT.has(SINGLE, "steps <= N / 2")),
    # N - 1 blocks come to a node that has n ports.
    (2, "    in ceil((N - 1) / n) steps, the bound", ALL_PORT.has(SINGLE, "steps <= ceil((N - 1) / n)")),
]
