"""The required properties of lab 3 (programs/labs/README.md)."""

import re

TITLE = "Gray codes and a mesh"
NUMBER_BYTES = 4  # of what a node sends


LINE = re.compile(r"node (\d+) row (\d+) column (\d+): (\d+)")


def right(rows, columns):
    """Each node adds up the numbers of its neighbours on the mesh."""
    def has(answer):
        run = answer.run("mesh", rows * columns, rows, columns)
        number, found = [secret % 1000 for secret in answer.secrets(rows * columns)], {}
        for line in run.lines:
            match = LINE.fullmatch(line)
            answer.want(match, f"mesh {rows} {columns} prints '{line}'")
            node, row, column, total = map(int, match.groups())
            found[row, column] = (node, total)
        answer.want(len(run.lines) == rows * columns and found.keys() == {(r, c) for r in range(rows) for c in range(columns)}
                    and {node for node, _ in found.values()} == {*range(rows * columns)},
                    f"mesh {rows} {columns} does not print a line for each place and node")
        for (row, column), (node, total) in found.items():
            near = [found[(row + up) % rows, (column + right) % columns][0]
                    for up, right in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            wanted = sum(number[other] for other in near)
            answer.want(total == wanted, f"node {node} adds up {total}: its neighbours {near} have {wanted}")
        return run
    return has


def neighbours(rows, columns):
    """Each message goes over one link, and no two go over the same one."""
    def has(answer):
        run = right(rows, columns)(answer)
        wanted = 4 * rows * columns
        answer.want(not run.routed, f"{run.routed} packets on {rows} x {columns} nodes are routed: "
                    "cube_link_send and its like use one link")
        answer.want(len(run.links) == wanted,
                    f"{len(run.links)} links are used on {rows} x {columns} nodes, not {wanted}")
        for (node, other), (packets, size) in sorted(run.links.items()):
            answer.want((packets, size) == (1, NUMBER_BYTES), f"the link {node} > {other} carries {packets} packets, "
                        f"{size} bytes")
    return has


PROPERTIES = [
    (2, "on 4 x 4 nodes each node adds up what its neighbours on the mesh have", right(4, 4)),
    (4, "    by one message on each of the 64 links", neighbours(4, 4)),
    (2, "on 4 x 8 nodes 128 of the 160 links carry one", neighbours(4, 8)),
    (2, "on 16 x 4 nodes 256 of the 384 links do", neighbours(16, 4)),
]
