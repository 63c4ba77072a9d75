"""Schedules round dead links that a program is given (--schedules): those in a folder that graycube reroute has
written for just these links, as formats/schedules.h has them."""

import os
import struct

from .dead import named
from .failure import STATUS_USAGE, Failure, shown

SUFFIX = "-rerouted"  # of a schedule's name, behind that of the algorithm that it is of
NAME_BYTES, SIDES = 64, 12
KINDS = ("SEND", "RECEIVE", "LEFT", "RIGHT", "RELAY", "MOVE_COPY", "MOVE_LEFT", "MOVE_RIGHT")


def given(folder, nodes, dead):
    """The schedules for a cube of so many nodes with these dead links (dead.py), as the program reads them."""
    from workbench.schedule import read
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".json"))
    except OSError as error:
        raise Failure(STATUS_USAGE, f"--schedules: cannot read the folder {shown(folder)}: {error.strerror}") from error
    found = [(name, read(os.path.join(folder, name))) for name in names]
    links = set(named(dead))
    taken = {}  # by what tells schedules apart: name of the file, and schedule
    for name, schedule in found:
        if 1 << schedule["dimension"] != nodes or set(schedule.get("dead", ())) != links:
            continue
        if not schedule["name"].endswith(SUFFIX) or schedule.get("relay") == "whole":
            raise Failure(STATUS_USAGE, f"--schedules: {shown(name)} is none that graycube reroute has written: the name "
                                        f"of such a schedule ends with {SUFFIX}, and its relays pass on pieces")
        key = schedule["name"], repr(sorted(schedule.get("case", {}).items()))
        if key in taken:
            raise Failure(STATUS_USAGE, f"--schedules: {shown(taken[key][0])} and {shown(name)} are for the same calls: "
                                        "move one of them elsewhere")
        taken[key] = name, schedule
    if not taken:
        raise Failure(STATUS_USAGE, f"--schedules: of {len(found)} schedules in {shown(folder)} none is for these dead links "
                                    f"on {nodes} nodes: graycube reroute --json writes one")
    return b"".join(data_of(schedule) for _, schedule in taken.values())


def data_of(schedule):
    """A schedule as struct given_schedule."""
    from workbench.schedule import parts_of
    nodes, steps = 1 << schedule["dimension"], len(schedule["steps"])
    parts, begin, body = parts_of(schedule), [0], []
    for node in range(nodes):
        for step in range(steps + 1):
            for kind, port, leave, *runs in parts.get((step, node), []):
                body.append(struct.pack("<11I", KINDS.index(kind), port, leave, *runs))
            begin.append(len(body))
    passed = [(len(packet["path"]) - 1, len(packet["from"]["blocks"])) for step in schedule["steps"]
              for packet in step["packets"]]
    case = schedule.get("case", {})
    mesh = case.get("mesh", [])
    bound = schedule.get("counts", {}).get("bound")
    bound = bound if isinstance(bound, int) and 0 <= bound < 1 << 32 else 0  # the form does not tell what it is
    head = struct.pack(f"<{NAME_BYTES}s{NAME_BYTES}s6I{SIDES}I4I", schedule["name"].encode(),
                       schedule["name"].removesuffix(SUFFIX).encode(), schedule["dimension"],
                       *(case.get(name, 0) for name in ("root", "target", "packets", "shift")), len(mesh),
                       *mesh, *[0] * (SIDES - len(mesh)), steps, sum(links for links, _ in passed),
                       sum(links * blocks for links, blocks in passed), bound)
    rest = struct.pack(f"<{len(begin)}I", *begin) + b"".join(body)
    return struct.pack("<I", 4 + len(head) + len(rest)) + head + rest

