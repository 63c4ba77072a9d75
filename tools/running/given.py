"""Rerouted schedules for a program, in the format of formats/schedules.h: those in a folder that
graycube reroute has written for the same dead links (--schedules), or has kept for them (--keep).
"""

import hashlib
import os
import struct

from . import CACHE, ROOT, host
from .dead import named
from .failure import problem, shown, unreadable
from .options import DEAD_OPTIONS
from .standard import complain
from .whole import whole

KEPT = os.path.join(CACHE, "schedules")
MAKER = os.path.join(ROOT, "build/fast/tools/workbench/schedule")
SUFFIX = "-rerouted"  # of a schedule's name, behind that of the algorithm that it is of
NAME_BYTES, SIDES = 64, 13


def kept_for(nodes, links):
    """The folder of what is kept for a cube of `nodes` nodes with these dead links, by whatever catalogue."""
    names = hashlib.sha256(",".join(sorted(links)).encode()).hexdigest()[:16]
    return os.path.join(KEPT, f"{nodes}-{names}")


def kept_now(folder):
    """The part of it that is for the catalogue as it is: a schedule of another one may be for other blocks."""
    with open(MAKER, "rb") as maker:
        return os.path.join(folder, hashlib.sha256(maker.read()).hexdigest()[:16])


def case_of(schedule):
    """Its case, in words for the name of a file."""
    for name, value in sorted(schedule.get("case", {}).items()):
        yield f"-{name}-{'x'.join(map(str, value)) if isinstance(value, list) else value}"


def keep(schedule, text):
    """Keeps a schedule, whose text is given, too. Returns the path."""
    import shutil
    if not schedule["name"].endswith(SUFFIX):
        raise problem("--keep", f"{schedule['name']} needs no schedule of its own", "it uses none of the dead links")
    all_kept = kept_for(1 << schedule["dimension"], schedule.get("dead", []))
    folder = kept_now(all_kept)
    if not os.path.isdir(folder):
        shutil.rmtree(all_kept, ignore_errors=True)
        os.makedirs(folder)
    path = os.path.join(folder, f"{schedule['name']}{''.join(case_of(schedule))}.json")
    with whole(path) as new, open(new, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def kept(nodes, dead):
    """The folder of the schedules that are kept for a cube with these dead links (dead.py), or None."""
    all_kept = kept_for(nodes, named(dead))
    if not os.path.isdir(all_kept) or not os.path.exists(MAKER):
        return None
    folder = kept_now(all_kept)
    return folder if os.path.isdir(folder) else None


def schedules(options, nodes, dead):
    """What the program is given of schedules round dead links: those of --schedules, or else those that are kept. Hosts
    would have to keep the same."""
    if not DEAD_OPTIONS & options.keys():
        raise problem("--schedules", "requires dead links", "use --dead")
    folder = options.get("--schedules")
    if folder is None and dead and host.launched()[1] == 1:
        folder = kept(nodes, dead)
        if folder and {"--explain", "--show"} & options.keys():
            complain(f"--dead: using the schedules that graycube reroute saved in {folder} (--schedules none: not)")
    return given(folder, nodes, dead) if folder not in (None, "none") else b""


def given(folder, nodes, dead):
    """The schedules for a cube of `nodes` nodes with these dead links (dead.py), as the program reads them."""
    from workbench.schedule import read
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".json"))
    except OSError as error:
        raise unreadable("--schedules", folder, error) from error
    found = [(name, read(os.path.join(folder, name))) for name in names]
    links = set(named(dead))
    taken = {}  # by what tells schedules apart: name of the file, and schedule
    for name, schedule in found:
        if 1 << schedule["dimension"] != nodes or set(schedule.get("dead", ())) != links:
            continue
        if not schedule["name"].endswith(SUFFIX) or schedule.get("relay") == "whole":
            raise problem(f"--schedules: {shown(name)}", "not written by graycube reroute",
                          "expected: a file of graycube reroute --json")
        key = schedule["name"], repr(sorted(schedule.get("case", {}).items()))
        if key in taken:
            raise problem("--schedules", f"{shown(taken[key][0])} and {shown(name)} are for the same calls", "remove one")
        taken[key] = name, schedule
    if not taken:
        raise problem(f"--schedules {shown(folder)}", f"none of {len(found)} schedules is for these dead links on {nodes} nodes",
                      "write one with graycube reroute --json")
    return b"".join(data_of(schedule) for _, schedule in taken.values())


def data_of(schedule):
    """A schedule as struct given_schedule."""
    from workbench.schedule import parts_of
    nodes, steps = 1 << schedule["dimension"], len(schedule["steps"])
    parts, begin, body = parts_of(schedule), [0], []
    for node in range(nodes):
        for step in range(steps + 1):
            body += (struct.pack("<11I", *part) for part in parts.get((step, node), []))
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

