"""A schedule in JSON (formats/schedule.schema.json, docs/guide/algorithms.md) as C that describes the
same algorithm by include/cube_algorithm.h. Anything that C cannot express is refused here, with its
step and node; the checker finds all other errors."""

import itertools
import json

from running.failure import problem, shown, unreadable
from running.json_schema import schema, wrong

# In the order of tools/workbench/table.h.
VARIES = ("root", "target", "packets", "shift", "mesh")
PORTS = ("all-port", "one-port", "SIMD")
KINDS = ("SEND", "RECEIVE", "LEFT", "RIGHT", "RELAY", "MOVE_COPY", "MOVE_LEFT", "MOVE_RIGHT")
PART, AXES = 11, 13  # numbers of a part, and of a mesh (formats/schedules.h)
OWN = "own"  # CUBE_OWN_OPERATION
MOST_BYTES = 256 << 20  # of a file: a total exchange on 512 nodes has less


class Wrong(Exception):
    """What is wrong with a schedule."""


def read(path):
    """The schedule in a file, checked as far as that goes without walking it."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES)
    except OSError as error:
        raise unreadable("", path, error) from error
    try:
        schedule = json.loads(data)
        found = wrong(schedule, schema("schedule"))
        if found:
            raise Wrong(found)
        check(schedule)
        return schedule
    except (Wrong, ValueError, RecursionError) as error:
        raise problem(shown(path), "not a valid schedule", error) from error


# ---- What a schema cannot say

def check(schedule):
    """Checks nodes, links and blocks of all steps."""
    nodes = 1 << schedule["dimension"]
    for number, area in enumerate(schedule["areas"]):
        if isinstance(area, list) and len(area) != nodes:
            raise Wrong(f"areas[{number}] has blocks for {len(area)} nodes, and there are {nodes}")
    check_content(schedule, nodes)
    steps = schedule["steps"]
    for number, step in enumerate(steps, 1):
        check_moves(f"step {number}", step.get("moves", []), nodes)
        for packet in step["packets"]:
            check_packet(f"step {number}", packet, schedule)
    check_moves("at the end", schedule.get("close", []), nodes)


def blocks_of(schedule, area, node):
    """How many blocks a node has in an area."""
    count = schedule["areas"][area]
    return count[node] if isinstance(count, list) else count


def check_content(schedule, nodes):
    """Checks what is to come of an operation of its own."""
    content, areas = schedule.get("content"), len(schedule["areas"])
    if (schedule["operation"] == OWN) != (content is not None):
        raise Wrong(f'"content" is required with the operation "{OWN}", and only there')
    for area, of_nodes in enumerate(content or [], 1):
        if area >= areas or len(of_nodes) != nodes:
            raise Wrong(f"content has an output {area} for {len(of_nodes)} nodes; there are {areas - 1} areas besides "
                        f"the input, and {nodes} nodes")
        for node, blocks in enumerate(of_nodes):
            if len(blocks) != blocks_of(schedule, area, node):
                raise Wrong(f"content has {len(blocks)} blocks of area {area} of node {node}, which has there "
                            f"{blocks_of(schedule, area, node)}")


def check_moves(where, moves, nodes):
    """Checks the moves before a step."""
    for move in moves:
        if move["node"] >= nodes:
            raise Wrong(f"{where}: unknown node {move['node']} in a move")
        if len(move["from"]["blocks"]) != len(move["to"]["blocks"]):
            raise Wrong(f"{where}: node {move['node']} moves {len(move['from']['blocks'])} blocks to the "
                        f"places of {len(move['to']['blocks'])}")


def check_packet(where, packet, schedule):
    """Checks the path and the blocks of a packet."""
    path = packet["path"]
    for node, after in zip(path, path[1:]):
        away = node ^ after
        if away == 0 or away & (away - 1) or away >> schedule["dimension"]:
            raise Wrong(f"{where}: node {node} has no link to node {after}")
    runs = {"from": packet["from"], "to": packet.get("to", packet["from"])}
    stored = packet.get("stored", [])
    if schedule.get("relay") == "whole" and len(stored) != len(path) - 2:
        raise Wrong(f"{where}: the packet of node {path[0]} is relayed by {len(path) - 2} nodes, and "
                    f"\"stored\" tells of {len(stored)} where they store it")
    runs |= {f"stored {number}": place["at"] for number, place in enumerate(stored)}
    for end, blocks in runs.items():
        node = path[0] if end == "from" else path[-1]
        run_of(f"{where}: the packet from node {path[0]} to node {path[-1]}, {end}, node {node}",
               blocks)


def run_of(where, blocks):
    """The blocks as cube_blocks has them: area, first, count, free."""
    numbers = blocks["blocks"]
    if not numbers:
        return blocks["area"], 0, 0, 0
    first, count = numbers[0], len(numbers)
    if numbers == list(range(first, first + count)):
        return blocks["area"], first, count, 0
    free = 0
    for number in numbers:
        free |= number ^ first
    if free & first == 0 and numbers == sorted(first | part for part in subsets(free)):
        return blocks["area"], first, count, free
    raise Wrong(f"{where}: blocks {', '.join(map(str, numbers[:8]))}"
                f"{', ...' if count > 8 else ''} of area {blocks['area']} are neither consecutive "
                "nor all that differ in the same bits, in ascending order")


def part_of(blocks, first, end):
    """The blocks from one place in the list up to another, as run_of has them; None if they are no
    run."""
    try:
        return run_of("", {"area": blocks["area"], "blocks": blocks["blocks"][first:end]})
    except Wrong:
        return None


def runs_of_move(move):
    """The blocks of a move as pairs of runs, from and to: as few as a search from the front finds."""
    first, count = 0, len(move["from"]["blocks"])
    while first < count:
        end = count
        while not (part_of(move["from"], first, end) and part_of(move["to"], first, end)):
            end -= 1
        yield part_of(move["from"], first, end), part_of(move["to"], first, end)
        first = end


def subsets(bits):
    """All subsets of a set of bits."""
    part = bits
    while True:
        yield part
        if part == 0:
            return
        part = (part - 1) & bits


# ---- As a table

def parts_of(schedule):
    """What each node does in each step: by (number of the step from 0, node), a list of parts, each
    of the PART numbers that the table has of it."""
    parts = {}

    def add(step, node, kind, port, leave, run, to=(0, 0, 0, 0)):
        parts.setdefault((step, node), []).append((KINDS.index(kind), port, leave, *run, *to))

    def add_moves(step, moves):
        for move in moves:
            kind = "MOVE_" + move.get("kind", "copy").upper()
            for source, target in runs_of_move(move):
                add(step, move["node"], kind, 0, 0, source, target)

    for number, step in enumerate(schedule["steps"]):
        add_moves(number, step.get("moves", []))
        for packet in step["packets"]:
            path, sent = packet["path"], run_of("", packet["from"])
            ports = [(node ^ after).bit_length() - 1 for node, after in zip(path, path[1:])]
            add(number, path[0], "SEND", ports[0], 0, sent)
            stored = [run_of("", place["at"]) for place in packet.get("stored", [])]
            for relay, node in enumerate(path[1:-1]):
                run = stored[relay] if stored else (0, 0, sent[2], 0)
                add(number, node, "RELAY", ports[relay], ports[relay + 1], run)
            kind = {"left": "LEFT", "right": "RIGHT"}.get(packet.get("combine"), "RECEIVE")
            add(number, path[-1], kind, ports[-1], 0, run_of("", packet.get("to", packet["from"])))
    add_moves(len(schedule["steps"]), schedule.get("close", []))
    return parts


def combines(schedule):
    """Whether it combines blocks."""
    moves = [move for step in schedule["steps"] for move in step.get("moves", [])] + schedule.get("close", [])
    return any("combine" in packet for step in schedule["steps"] for packet in step["packets"]) or \
        any(move.get("kind", "copy") != "copy" for move in moves)


def numbers_of(schedule):
    """The table of a schedule (tools/workbench/table.h)."""
    nodes, case, steps = 1 << schedule["dimension"], schedule.get("case", {}), len(schedule["steps"])
    mesh, content = case.get("mesh", []), schedule.get("content", [])
    parts, begin, all_parts = parts_of(schedule), [0], []
    for place in itertools.product(range(steps + 1), range(nodes)):
        for part in parts.get(place, []):
            all_parts += part
        begin.append(len(all_parts) // PART)
    contents = [blocks for of_nodes in content for blocks in of_nodes]
    return [PORTS.index(schedule["ports"]), int(schedule.get("relay") == "whole"), int(schedule.get("ordered", False)),
            sum(1 << VARIES.index(name) for name in case), schedule["dimension"], len(schedule["areas"]),
            sum(1 << area for area in set(schedule.get("accumulators", []))), steps, len(content), int(combines(schedule)),
            *(case.get(name, 0) for name in VARIES[:-1]), len(mesh), *mesh, *[0] * (AXES - len(mesh)),
            *(blocks_of(schedule, area, node) for area in range(len(schedule["areas"])) for node in range(nodes)),
            *begin, *all_parts, *itertools.accumulate(map(len, contents[:-1]), initial=0), *itertools.chain(*itertools.chain(*contents))]


def as_c(schedule):
    """The C source of a schedule."""
    source = json.dumps(schedule["source"]) if schedule.get("source") else "NULL"
    return f"""\
/* The schedule {schedule['name']} as C: tools/workbench/schedule.py has made it of JSON. */
#include "tools/workbench/table.h"

static const uint32_t numbers[] = {{{', '.join(map(str, numbers_of(schedule)))}}};

__attribute__((constructor)) static void add(void) {{
    cube_algorithm_require(table_algorithm("{schedule['name']}", "{schedule['operation']}", {source}, numbers));
}}
"""


def case_words(schedule):
    """The words that ask a tool of the workbench for the schedule's case."""
    given = schedule.get("case", {})
    words = ["-n", str(schedule["dimension"])]  # of dead links, own.py tells
    for name in ("root", "target", "packets", "shift"):
        if name in given:
            words += [f"--{name}", str(given[name])]
    if "mesh" in given:
        words += ["--mesh", "x".join(map(str, given["mesh"]))]
    return words
