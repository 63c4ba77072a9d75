"""The required properties of lab 5 (programs/labs/README.md)."""

TITLE = "a total exchange by E-cube, then on all ports"
CUBES = ("-n", "2..64")


def ecube(answer):
    """What is proved of ecube.c."""
    return answer.proofs("ecube", "alltoall", "one-port", *CUBES)


def shortest(answer):
    """All blocks together pass as many links as their nodes are apart."""
    for proof in ecube(answer):
        least = proof.nodes * proof.nodes * proof.dimension // 2
        answer.want(proof.link_words == least,
                    f"{proof.link_words} links are passed on {proof.nodes} nodes, where shortest ways pass {least}")


def all_port(answer):
    """What is proved of all_port.c."""
    return answer.proofs("all_port", "alltoall", "all-port", *CUBES)


PROPERTIES = [
    (2, "ecube.c is a total exchange, one packet at a time", ecube),
    (2, "    in N - 1 steps, one block a packet",
     lambda answer: answer.steps_within(ecube(answer), lambda proof: proof.nodes - 1, "N - 1", single=True)),
    (1, "    on shortest ways", shortest),
    (1, "all_port.c is a total exchange on all ports", all_port),
    (2, "    in at most N - 1 steps, one block a packet",
     lambda answer: answer.steps_within(all_port(answer), lambda proof: proof.nodes - 1, "N - 1", single=True)),
    (2, "    in N / 2 steps, the bound",
     lambda answer: answer.steps_within(all_port(answer), lambda proof: proof.nodes // 2, "N / 2", single=True)),
]
