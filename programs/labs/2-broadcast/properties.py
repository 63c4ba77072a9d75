"""The required properties of lab 2 (programs/labs/README.md)."""

from grading.figures import Algorithm

TITLE = "a broadcast by a tree, then at the bound"
TREE = Algorithm("tree", "bcast", "one-port", varies=("root",))
PIPELINED = Algorithm("pipelined", "bcast", "one-port", varies=("root", "packets"), packets=32)

PROPERTIES = [
    (1, "tree.c is a broadcast from any root, one packet at a time", TREE.has()),
    (1, "    in n steps", TREE.has("steps <= n")),
    (1, "    with N - 1 packets", TREE.has("packets == N - 1")),  # each node receives the message once
    (1, "pipelined.c is a broadcast of k packets from any root, one at a time", PIPELINED.has()),
    (2, "    in at most k + N - 2 steps", PIPELINED.has("steps <= k + N - 2")),
    (2, "    in at most k + n steps", PIPELINED.has("steps <= k + n")),
    (2, "    in k + n - 1 steps, the bound", PIPELINED.has("steps <= k + n - 1")),
]
