"""The meaning of operations on a network of any number of nodes, whose ranks are their numbers. On
cubes and meshes it comes from collectives/check/meaning.c, by tools/workbench/operation."""

from running.failure import invalid

OPERATIONS = ("allgather", "allreduce", "alltoall", "bcast", "exscan", "gather", "reduce", "reduce_scatter", "scan", "scatter",
              "transfer")
DEPEND = {"root": ("bcast", "gather", "reduce", "scatter", "transfer"), "target": ("transfer",)}


def contents(operation, nodes, root, target, parts):
    """The number of blocks of each node's input, and of each node's output the contents of its blocks, (FIRST, LAST,
    BLOCK): block BLOCK of the nodes FIRST to LAST combined. Each message has N parts, one block each."""
    if operation not in OPERATIONS:
        raise invalid("operation with --network", operation, ", ".join(OPERATIONS))
    every, last, message = range(nodes), nodes - 1, range(parts)
    of_each = [(v, v, b) for v in every for b in message]
    brought = {
        "bcast": [[(root, root, b) for b in message] * (v != root) for v in every],
        "transfer": [[(root, root, b) for b in message] * (v == target != root) for v in every],
        "scatter": [[(root, root, v * parts + b) for b in message] for v in every],
        "gather": [of_each * (v == root) for v in every],
        "allgather": [of_each] * nodes,
        "alltoall": [[(v, v, w * parts + b) for v in every for b in message] for w in every]}
    combined = {
        "reduce": [[(0, last, b) for b in message] * (v == root) for v in every],
        "allreduce": [[(0, last, b) for b in message]] * nodes,
        "reduce_scatter": [[(0, last, v * parts + b) for b in message] for v in every],
        "scan": [[(0, v, b) for b in message] for v in every],
        "exscan": [[(0, v - 1, b) for b in message] * (v > 0) for v in every]}
    many = parts * (nodes if operation in ("scatter", "alltoall", "reduce_scatter") else 1)
    inputs = [many if operation not in ("bcast", "transfer", "scatter") or v == root else 0 for v in every]
    return inputs, {**brought, **combined}[operation]
