#!/usr/bin/python3
"""cuberun --profile and --record: times that add up, and the critical path of a chain. Prints TAP."""

import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests")
sys.dont_write_bytecode = True

from tap import finish, ok

START, HOP, BYTE = 1000, 10, 1
PACKET = START + HOP + 8 * BYTE
OUT = os.environ.get("CUBE_OUT") or "build"
CLOCK = f"{OUT}/tests/boot/clock.elf"
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


with tempfile.TemporaryDirectory() as scratch:
    check(scratch)
finish()
