#!/usr/bin/python3
"""Finds times of --profile and --callgrind that do not add up by node, link and function, a wrong critical path, and an
observer that changes the parallel time. Prints TAP."""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests")
sys.dont_write_bytecode = True

from tap import finish, ok

START, HOP, BYTE = 1000, 10, 1
PACKET = START + HOP + 8 * BYTE
OUT = os.environ.get("CUBE_OUT") or "build"
CLOCK, WHERE = (f"{OUT}/tests/boot/{name}.elf" for name in ("clock", "where"))
CHOICES = f"{OUT}/programs/choices.elf"
FAR = 4096  # instructions: several of the first distances between samples (kernel/timer/sample.c)
COSTS = ["--ts", str(START), "--th", str(HOP), "--tw", str(BYTE)]


def run(*words):
    """What cuberun says."""
    done = subprocess.run(["tools/cuberun", "--timeout", "60", *words], capture_output=True,
                          text=True, check=False, stdin=subprocess.DEVNULL)
    return done.stdout if done.returncode == 0 else f"status {done.returncode}: {done.stderr}"


def adds_up(profile):
    """Clock = work + receiving + waiting."""
    return profile["clock"] == profile["work"] + sum(
        link["receiving"] + link["waiting"] for link in profile["links"])


def check(folder):
    """All tests."""
    stats, packets = os.path.join(folder, "stats"), os.path.join(folder, "packets")
    text = run("-n", "4", *COSTS, "--profile", "--record", packets, "--stats", stats, CLOCK,
               "chain", "0")
    hops = [line.split() for line in text.splitlines() if " after " in line]
    ok([int(hop[4]) for hop in hops] == [3 * PACKET, 2 * PACKET, PACKET],
       "a chain's critical path goes over all its packets, each a packet's time apart", text)
    ok([hop[1] for hop in hops] == ["2", "3", "1"], "    from the last node back to the first", text)
    ok("node 0 works until 0" in text, "    which waited for nobody", text)
    with open(stats, encoding="utf-8") as file:
        profiles = json.load(file)["profile"]
    ok(len(profiles) == 4 and all(map(adds_up, profiles)), "clock = work + receiving + waiting",
       profiles)
    last = profiles[2]["links"][0]
    ok((last["receiving"], last["waiting"]) == (PACKET, 2 * PACKET),
       "the last node received one packet, and waited while two were sent", last)
    with open(packets, encoding="utf-8") as file:
        head, *rows = map(json.loads, file)
    ok(head == {"nodes": 4, "ts": START, "th": HOP, "tw": BYTE, "ti": 0}, "a record begins with "
       "the costs", head)
    ok([(row["node"], row["port"], row["bytes"], row["time"]) for row in rows] ==
       [(0, 0, 8, START), (1, 1, 8, PACKET + START), (3, 0, 8, 2 * PACKET + START)],
       "    and has each packet with the time at which its first byte left", rows)

    text = run("-n", "8", *COSTS, "--ports", "one", "--record", packets,
               f"{OUT}/programs/alltoall.elf", "-r", "1")
    with open(packets, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file][1:]
    relayed = [row for row in rows if "from" in row and row["operation"] == "alltoall"]
    ok(relayed and all(row["from"] != row["port"] for row in relayed),
       "what nodes between pass on is recorded with where it came from", text)

    text = run("-n", "8", "--exact", "--profile", "--stats", stats, CLOCK, "traffic", "5")
    with open(stats, encoding="utf-8") as file:
        profiles = json.load(file)["profile"]
    ok(all(map(adds_up, profiles)) and all(profile["work"] > 1000 for profile in profiles),
       "with instructions too clocks add up", profiles)


def graph(path):
    """What a file of callgrind says: by function its own costs, the costs of what it calls, and the sum of all."""
    own, calls = collections.defaultdict(lambda: [0, 0, 0]), collections.defaultdict(lambda: [0, 0, 0])
    function, called, totals = None, None, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, equals, value = line.rstrip().partition("=")
            if line.startswith("totals:"):
                totals = [int(cost) for cost in line.split()[1:]]
            elif equals and name == "fn":
                function, called = value, None
            elif equals and name == "cfn":
                called = value
            elif line[:1].isdigit():
                costs = calls[function, called] if called else own[function]
                costs[:] = [cost + int(more) for cost, more in zip(costs, line.split()[1:])]
                called = None
    return own, calls, totals


def columns(text, title):
    """The rows of a table of --profile below its title: by name, the numbers."""
    rows = {}
    for line in text[text.index(title):].splitlines()[2:]:
        numbers, _, name = line.partition(" %  ")
        if not name:
            break
        rows[name] = [int(number) for number in numbers.split()[:-1]]
    return rows


RECURSIVE = """
#include <cube.h>
static int down(int depth) {
    if (depth > 0)
        return down(depth - 1);
    cube_work(1000);
    return 0;
}
int main(void) { return down(3); }
"""


def check_places(folder):
    """Functions and lines."""
    stats, first, second = (os.path.join(folder, name) for name in ("stats", "first", "second"))
    text = run("-n", "8", "--exact", "--profile", "--time", "--stats", stats, "--callgrind", first, WHERE, "100000")
    again = run("-n", "8", "--exact", "--time", "--callgrind", second, WHERE, "100000")
    with open(first, encoding="utf-8") as one, open(second, encoding="utf-8") as two:
        ok(one.read() == two.read(), "two runs have the same call graph, to the digit", text)
    with open(stats, encoding="utf-8") as file:
        profiles = json.load(file)["profile"]
    sums = [sum(profile["work"] for profile in profiles),
            *(sum(link[kind] for profile in profiles for link in profile["links"]) for kind in ("receiving", "waiting"))]
    own, calls, totals = graph(first)
    ok(totals == sums == [sum(column) for column in zip(*own.values())],
       "    and its costs add up to the work and the waits of all nodes", [totals, sums])
    for title in ("by function", "by line"):
        rows = columns(text, title)
        ok(rows.pop("all") == sums == [sum(column) for column in zip(*rows.values())],
           f"    and so do the columns {title}", text)
    rows = columns(text, "by function")
    # A sample may meet the call itself, and then stands for what came before it, too.
    twice = columns(run("-n", "8", "--exact", "--profile", WHERE, "200000"), "by function")
    ok(0 <= rows["cube_work"][0] - 100000 < FAR and 0 <= twice["cube_work"][0] - 200000 < FAR
       and twice["all"][0] - rows["all"][0] == 100000,
       "declared work is told to the digit", [rows, twice])
    ok(rows["cube_bcast"][2] == sums[2] > 0, "    and so are waits, by the call that waits", rows)
    short, long = (calls[name, "mix"][0] for name in ("short_loop", "long_loop"))
    ok(2.7 < long / short < 3.3, "a function that works three times as long has so many more samples", [short, long])
    ok(any(name.startswith("mix (where.c:") for name in columns(text, "by line")), "lines have file and number", text)
    ok(re.search("works until [1-9]", text) and " % in mix" in text, "the critical path says where a node works", text)
    path = columns(text, "critical path by function")
    time = int(text[text.index("parallel time: "):].split()[2])
    ok(path.pop("all") == [time] == [sum(row[0] for row in path.values())],
       "    and by function it adds up to the parallel time", text)
    ok(f"parallel time: {time}\n" in again, "samples move no clock that their printing could", again)
    text = run("-n", "4", *COSTS, "--profile", WHERE, "100000")
    ok(columns(text, "by function")["cube_work"][0] == 100000, "declared work has its place without --exact, too", text)
    subprocess.run(["tools/cubecc", "-O0", "-x", "c", "-", "-o", f"{first}.elf"], input=RECURSIVE, text=True, check=True)
    run("-n", "1", *COSTS, "--callgrind", first, f"{first}.elf")
    calls = {names: costs[0] for names, costs in graph(first)[1].items()}
    ok(calls["main", "down"] == calls["down", "down"] == 1000, "a function that calls itself is counted once", calls)


# Its first block of the heap, its first print and its first calls come after whatever the library has noted or told.
SHORT = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int rank, size, left, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char *volatile block = malloc(1000);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &left, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Allreduce(&left, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("%d\\n", sum);
    free(block);
    return MPI_Finalize();
}
"""


def check_observing(folder):
    """What looks at a run leaves its parallel time, as far as docs/guide/measuring.md says."""
    path, source, short = (os.path.join(folder, name) for name in ("observed", "short.c", "short.elf"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(SHORT)
    subprocess.run(["tools/mpicc", source, "-o", short], check=True)

    def time(*words):
        text = run("-n", "16", "--exact", "--time", *words)
        return int(text[text.index("parallel time: "):].split()[2])

    for program, costs, limit in (CHOICES, (), 0.01), (short, COSTS, 0):
        plain = time(*costs, program)
        seen = time(*costs, "--tag", "--links", "--stats", path, "--explain", program)
        ok(seen == plain, "--tag, --links, --stats and --explain leave the parallel time", [plain, seen])
        noted = {time(*costs, *words, program) for words in (["--profile"], ["--callgrind", path], ["--record", path],
                                                             ["--trace", f"{path}.csv"], ["--page", f"{path}.html"])}
        ok(len(noted) == 1, "    all that notes packets shows the same one", noted)
        ok(abs(max(noted) - plain) <= limit * plain, f"    and that is as without notes, but for {limit}", [plain, noted])


with tempfile.TemporaryDirectory() as scratch:
    check(scratch)
    check_observing(scratch)
    check_places(scratch)
finish()
