"""The required properties of lab 6 (programs/labs/README.md)."""

TITLE = "all-to-some personalized communication, from the paper"
STEPS = 4  # Hu, Theorem 5


def aspc(answer):
    """What is proved of aspc.c."""
    return answer.proofs("aspc", "aspc", "all-port", "-n", "4..64")


def shortest(answer):
    """Each element passes one link or two (Hu, Theorem 1)."""
    for proof in aspc(answer):
        least = (4 * proof.dimension - 2) * proof.nodes
        answer.want(proof.link_words == least,
                    f"{proof.link_words} links are passed on {proof.nodes} nodes, where Theorem 1 says {least}")


PROPERTIES = [
    (2, "aspc.c brings all elements where they belong", aspc),
    (2, "    over (4 n - 2) N links", shortest),
    (2, "    in at most 4 n - 2 steps, those of one port",
     lambda answer: answer.steps_within(aspc(answer), lambda proof: 4 * proof.dimension - 2, "4 n - 2")),
    (4, "    in 4 steps (Theorem 5)",
     lambda answer: answer.steps_within(aspc(answer), lambda proof: STEPS, "the paper's number")),
]
