"""The moves of a node, its internal copies and combinations, spread over the steps: a step has a limit
(STEP_MOVES in collectives/schedule/step.h)."""

from running.failure import Failure
from running.tool import STATUS_FAILED
from workbench.schedule import runs_of_move

ROOM = 24  # moves of a node in a step


class Move:
    """One block that is copied to `to`, or combined into it if `level` is above 0, from a place that has it before step
    `first`; it is needed in step `last`. Places are (area, block)."""

    def __init__(self, source, to, level, first, last):
        self.source, self.to, self.level, self.first, self.last = source, to, level, first, last


def chain(sources, to, last):
    """The moves that make a block of sources, which are (place, step before which it is there)."""
    first = 1
    for level, (place, ready) in enumerate(sources):
        first = max(first, ready)
        yield Move(place, to, level, first, last)


def spread(moves, steps):
    """A list of moves for each step 1 .. steps + 1, the last for those that close the operation. Each comes as early as
    there is room, the most urgent ones first; those of one chain keep their order."""
    waiting, by_step = list(moves), []
    for step in range(1, steps + 2):
        waiting.sort(key=lambda move: (move.last, move.to, move.level))
        now, later, held_up = [], [], set()
        for move in waiting:
            if move.last > step and (len(now) >= ROOM or move.first > step or move.to in held_up):
                held_up.add(move.to)
                later.append(move)
            else:
                now.append(move)
        by_step.append(now)
        waiting = later
    return by_step


def grouped(node, moves):
    """Moves of one step as a schedule in JSON has them: as few as follow from sorting."""
    found, key_before = [], None
    for move in sorted(moves, key=lambda move: (move.level, move.source[0], move.to)):
        key = move.level, move.source[0], move.to[0]
        if key != key_before:
            found.append({"node": node, "kind": "right" if move.level else "copy",
                          "from": {"area": move.source[0], "blocks": []}, "to": {"area": move.to[0], "blocks": []}})
        found[-1]["from"]["blocks"].append(move.source[1])
        found[-1]["to"]["blocks"].append(move.to[1])
        key_before = key
    if sum(1 for move in found for _ in runs_of_move(move)) > ROOM:
        raise Failure(STATUS_FAILED, f"schedule too large for the machine: node {node} combines or copies more than {ROOM} times in "
                                     "a step (fewer --blocks, or more steps)")
    return found
