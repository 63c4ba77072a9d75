"""The required properties of lab 7 (programs/labs/README.md)."""

import functools
import re

TITLE = "a computation with a measured speed-up"
SIZE, COLDEST, DEGREES = 64, 50, 51
LEAST = 0.25
MORE_SWEEPS = 15  # than are needed, for those who do not ask after each
MOST_A_POINT = 25  # units of time that one node takes for a point: the skeleton takes 17
LINE = re.compile(r"(\d+) sweeps, the last changed no point by more than (\d+\.\d{6})")


@functools.cache
def changes(seed):
    """The largest change of each sweep, beginning with none, up to MORE_SWEEPS beyond what are needed."""
    edge = [float(COLDEST + ((seed + j) * 2654435761 >> 24 & 255) % DEGREES) for j in range(SIZE + 2)]
    plate = [edge] + [[0.0] * (SIZE + 2) for _ in range(SIZE + 1)]
    found, needed = [max(edge)], None
    while needed is None or len(found) <= needed + MORE_SWEEPS:
        inner = [[(up + down + left + right) / 4 for up, down, left, right
                  in zip(above[1:-1], below[1:-1], here[:-2], here[2:])]
                 for above, here, below in zip(plate, plate[1:], plate[2:])]
        found.append(max(max(map(float.__sub__, new, old[1:-1])) for new, old in zip(inner, plate[1:-1])))
        plate[1:-1] = [[0.0, *new, 0.0] for new in inner]
        if needed is None and found[-1] < LEAST:
            needed = len(found) - 1
    return found


def right(*cubes):
    """On each of these numbers of nodes the program does what the sweeps do."""
    def has(answer):
        for nodes in cubes:
            lines = answer.run("heat", nodes, LEAST, answer.drawn).lines
            match = len(lines) == 1 and LINE.fullmatch(lines[0])
            answer.want(match, f"heat {LEAST} on {nodes} nodes prints {lines[:2]}, not one line as the skeleton's")
            sweeps, change = int(match[1]), match[2]
            needed = len(changes(answer.drawn)) - 1 - MORE_SWEEPS
            answer.want(needed <= sweeps <= needed + MORE_SWEEPS,
                        f"{sweeps} sweeps on {nodes} nodes: it takes {needed}, and may take {MORE_SWEEPS} more")
            wanted = f"{changes(answer.drawn)[sweeps]:.6f}"
            answer.want(change == wanted, f"on {nodes} nodes sweep {sweeps} changes a point by {change}, not by {wanted}")
    return has


def faster(nodes, times):
    """`nodes` nodes are at least `times` times as fast as one."""
    def has(answer):
        right(1, nodes)(answer)
        alone, together = (answer.run("heat", count, LEAST, answer.drawn) for count in (1, nodes))
        a_point = max(alone.time, alone.instructions) / (SIZE * SIZE * (len(changes(answer.drawn)) - 1 - MORE_SWEEPS))
        answer.want(a_point <= MOST_A_POINT, f"one node takes {a_point:.1f} units for a point, more than {MOST_A_POINT}")
        for what, one, many in (("the speed-up", alone.time, together.time),
                                ("by the kernel's count of instructions, that", alone.instructions, together.instructions)):
            answer.want(one >= times * many,
                        f"{what} on {nodes} nodes is {one / many:.2f}, {one} to {many}: at least {times}")
    return has


PROPERTIES = [
    (2, "heat.c finds the same on 1, 2, 4 and 16 nodes", right(1, 2, 4, 16)),
    (3, "4 nodes are 3 times as fast as one", faster(4, 3)),
    (3, "16 nodes are 6 times as fast", faster(16, 6)),
    (2, "16 nodes are 9 times as fast", faster(16, 9)),
]
