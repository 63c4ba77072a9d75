#!/usr/bin/python3
"""Finds a file of a command that violates its schema (formats/*.schema.json), or a schema that no page
lists. tests/tools/table.t and tests/tools/speedup.t check their own files. Prints TAP."""

import copy
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path[:0] = ["tools", "tests"]
sys.dont_write_bytecode = True

from bench.report import Report
from running.json_schema import schema, wrong
from tap import finish, ok

OUT = os.environ.get("CUBE_OUT") or "build"
PAGE = "docs/guide/measuring.md"
COMMANDS = (
    "tools/cuberun -n 8 --profile --map bit-reverse --stats stats.json PROGRAM",
    "tools/cuberun -n 8 --exact --budget-write budget.json PROGRAM",
    "tools/cuberun -n 8 --exact --ts 1000 --th 10 --tw 1 --record packets.json PROGRAM",
    "tools/replay packets.json --json waits.json",
    "tools/cuberun -n 8 --exact --trace trace.json PROGRAM",
    "tools/draw bcast-binomial -n 8 --json schedule.json",
    "tools/graycube find --prove tools/finding/found/dgx1-1-2-2.json",
    "tools/cuberun -n 8 --exact --page run.html PROGRAM",
    "tools/draw bcast-binomial -n 8 --page schedule.html",
)


def carry_out(folder):
    """Runs the commands in a folder, each of which has to succeed."""
    os.symlink(os.path.realpath("tools"), os.path.join(folder, "tools"))
    program = os.path.realpath(os.path.join(OUT, "programs/tree.elf"))
    for command in COMMANDS:
        done = subprocess.run(command.replace("PROGRAM", program), shell=True, cwd=folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              env={**os.environ, "CUBERUN": "--timeout 60"})
        ok(done.returncode == 0, command, done.stderr)


def read(path, lines=False):
    """The JSON in a file, or that of its lines."""
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file] if lines else json.load(file)


def play_of(path):
    """The first play of a page."""
    with open(path, encoding="utf-8") as file:
        return json.loads(re.search(r'id="play-0">(.*?)</script>', file.read())[1])


def waits_of(recording, folder):
    """What tools/replay writes of a recording."""
    path, result = os.path.join(folder, "own.json"), os.path.join(folder, "own-waits.json")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in recording)
    subprocess.run(["tools/replay", path, "--json", result], stdout=subprocess.DEVNULL, check=True)
    return read(result)


MOST = 13  # dimensions of a cube


def largest(value, dimension):
    """The same on a cube of that dimension: its last node, and the last dimension of a link."""
    if isinstance(value, list):
        return [largest(item, dimension) for item in value]
    if not isinstance(value, dict):
        return value
    nodes = 1 << dimension
    most = {"nodes": nodes, "ranks": nodes, "node": nodes - 1, "to": nodes - 1, "peer": nodes - 1, "port": dimension - 1}
    other = {key: most[key] if key in most and type(item) is int else largest(item, dimension) for key, item in value.items()}
    if "dimension" in value:
        other["dimension"] = dimension - 1 if "slots" in value else dimension
    if type(value.get("path", [""])[0]) is int:
        other["path"] = [nodes - 1] * nodes
    return other


def check(name, value, member, dimension):
    """A value has the form of the schema of that name, also on the largest cube; without a member that it always has,
    which is looked for in the first item of a list, it has not, nor with another one in its place."""
    rules = schema(name)
    found = wrong(value, rules)
    ok(found is None, f"{name}: what is written has the form that is documented", found)
    found = wrong(largest(value, dimension), rules) if dimension else None
    ok(found is None, "    on the largest cube, too", found)
    other = copy.deepcopy(value)
    item = other[0] if isinstance(other, list) else other
    item["surplus"] = item.pop(member)
    ok(wrong(other, rules), "    and another form is noticed")


def main():
    """The tests."""
    with open(PAGE, encoding="utf-8") as page:
        text = page.read()
    with tempfile.TemporaryDirectory() as folder:
        def file(name):
            return os.path.join(folder, f"{name}.json")
        carry_out(folder)
        check("stats", read(file("stats")), "records", MOST)
        check("budget", read(file("budget")), "figures", MOST)
        packets = read(file("packets"), lines=True)
        kinds = ["to" in packet for packet in packets[1:]]
        ok(True in kinds and False in kinds, "the recording has packets to neighbours and to others")
        check("record", packets, "nodes", MOST)
        check("replay", read(file("waits")), "waiting", MOST)
        waits = waits_of([packets[0], *[{"node": 0, "to": 3, "bytes": 64, "time": 1}] * 2], folder)
        ok(waits["waiting"], "two packets that leave at once wait for each other", waits)
        check("replay", waits, "waiting", MOST)
        check("trace", read(file("trace")), "traceEvents", MOST)
        check("schedule", read(file("schedule")), "steps", MOST)
        check("found", read("tools/finding/found/debruijn8-allreduce.json"), "results", 0)  # the tool is for 512 nodes
        check("page", play_of(os.path.join(folder, "run.html")), "sends", MOST)
        check("page", play_of(os.path.join(folder, "schedule.html")), "sent", MOST)

        report = Report([8])
        report.add("half a round trip", 80.5, "instructions", "bare flag", 20, value_at_most=96)
        report.add("a figure of its own", 1, "instructions", None, None)
        report.add("    more than that", 2, "instructions", None, None)
        report.add_table("sizes", {"8": {"instructions": {"bcast": {"64": 1.5}}}}, [])
        report.add_table("policies", [{"nodes": 8, "accelerator": "multi", "picked_spins": None, "nanoseconds_by_spins": {"10": 7}}], [])
        report.write(file("bench"))
        check("bench", read(file("bench")), "figures", MOST)

        budget = read(file("budget"))["figures"]
        done = subprocess.run(["docs/ci/bencher", file("bench"), file("budget")], capture_output=True, text=True, check=True)
        found = json.loads(done.stdout)
        ok(wrong(found, schema("bencher")) is None, "Bencher reads its form", wrong(found, schema("bencher")))
        ok(found == {"half a round trip": {"instructions": {"value": 80.5}}, "a figure of its own": {"instructions": {"value": 1}},
                     "a figure of its own: more than that": {"instructions": {"value": 2}},
                     "sizes 8 bcast 64": {"instructions": {"value": 1.5}},
                     "policies 8 nodes multi 10": {"nanoseconds_by_spins": {"value": 7}},
                     "budget": {name: {"value": figure["value"]} for name, figure in budget.items()}},
           "    with each figure, also of tables and budgets", found)
        for name in ("stats", "packets", "none"):
            done = subprocess.run(["docs/ci/bencher", file(name)], capture_output=True, text=True, check=False)
            ok(done.returncode == 64 and done.stderr.startswith("bencher: "), f"    and {name}.json has none", done.stderr)

    for path in sorted(glob.glob("formats/*.schema.json")):
        ok(f"`{path}`" in text, f"{PAGE} has {path}")
    finish()


main()
