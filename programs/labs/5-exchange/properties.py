"""The required properties of lab 5 (programs/labs/README.md)."""

from grading.figures import Algorithm

TITLE = "a total exchange by E-cube, then on all ports"
ECUBE = Algorithm("ecube", "alltoall", "one-port")
ALL_PORT = Algorithm("all_port", "alltoall", "all-port")
SINGLE = "packets == link_words"  # one block a packet

PROPERTIES = [
    (2, "ecube.c is a total exchange, one packet at a time", ECUBE.has()),
    (2, "    in N - 1 steps, one block a packet", ECUBE.has(SINGLE, "steps <= N - 1")),
    # All blocks together pass as many links as their nodes are apart.
    (1, "    on shortest ways", ECUBE.has("link_words == N * N * n / 2")),
    (1, "all_port.c is a total exchange on all ports", ALL_PORT.has()),
    (2, "    in at most N - 1 steps, one block a packet", ALL_PORT.has(SINGLE, "steps <= N - 1")),
    (2, "    in N / 2 steps, the bound", ALL_PORT.has(SINGLE, "steps <= N / 2")),
]
