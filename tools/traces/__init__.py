"""Traces of a run, of its packets and the waits of its nodes by their clocks: for viewers of traces,
for LogGOPSim, and as a table (cuberun --trace)."""

import os

from running.failure import problem, shown

FORMS = {".json": "viewer", ".goal": "goal", ".csv": "packets"}  # modules of this folder


def form_of(path):
    """The form of a trace by the end of its file's name, or a failure."""
    suffix = os.path.splitext(path)[1]
    if suffix not in FORMS:
        raise problem(f"--trace {shown(path)}", "unknown form", "expected: a name that ends in .html, .json, .goal, .csv, "
                                                                ".callgrind or .packets")
    return suffix


def trace_text(path, description, costs, records):
    """The trace as text, in the form that the name of its file asks for. `description` says what ran,
    `costs` what a packet took, `records` are what the machine has recorded."""
    from page.record import packets_of
    from running.calls import Calls
    from . import goal, packets, viewer
    calls = Calls(records["event"], description["program"])
    write = {".json": viewer.text, ".goal": goal.text, ".csv": packets.text}[form_of(path)]
    return write(description, costs, packets_of(records["event"], costs), records, calls)


def tracks_of(description):
    """The nodes that have a rank, by their physical numbers, in the order of ranks: all nodes, unless the program has
    fewer ranks than there are nodes."""
    from running.placement import physical
    nodes = description["nodes"]
    order = description.get("map") or range(nodes.bit_length() - 1)
    return [physical(order, rank) for rank in range(description.get("ranks", nodes))]
