"""The required properties of lab 6 (programs/labs/README.md)."""

from grading.figures import Algorithm

TITLE = "all-to-some personalized communication, from the paper"
ASPC = Algorithm("aspc", "aspc", "all-port", "4..64")

PROPERTIES = [
    (2, "aspc.c brings all elements where they belong", ASPC.has()),
    (2, "    over (4 n - 2) N links", ASPC.has("link_words == (4 * n - 2) * N")),  # Hu, Theorem 1: each passes one or two
    (2, "    in at most 4 n - 2 steps, those of one port", ASPC.has("steps <= 4 * n - 2")),
    (4, "    in 4 steps (Theorem 5)", ASPC.has("steps <= 4")),
]
