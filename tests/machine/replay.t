#!/usr/bin/python3
"""Finds a replay of packets (tools/replay) with other contention, waits or times than the literature. Prints TAP."""

import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests")
sys.dont_write_bytecode = True

from tap import finish, ok

HOP, BYTE, BYTES = 1, 1, 64

loader = importlib.machinery.SourceFileLoader("replay", "tools/replay")
module = importlib.util.module_from_spec(importlib.util.spec_from_loader("replay", loader))
loader.exec_module(module)


def replay(records):
    """The report of the replay of these records."""
    packets = module.join(records)
    total, rows = module.report(packets, module.Replay(packets, HOP, BYTE))
    return {**total, "waiting": rows}


def tool(*records):
    """What tools/replay says of a file of these lines: (status, its text, the object it writes)."""
    with tempfile.TemporaryDirectory() as folder:
        path, result = os.path.join(folder, "packets"), os.path.join(folder, "result")
        with open(path, "w", encoding="utf-8") as file:
            head = {"nodes": 8, "ts": 10, "th": HOP, "tw": BYTE}
            file.writelines(json.dumps(line) + "\n" for line in [head, *records])
        done = subprocess.run(["tools/replay", path, "--json", result], capture_output=True,
                              text=True, check=False)
        if done.returncode != 0:
            return done.returncode, done.stderr, None
        with open(result, encoding="utf-8") as file:
            return 0, done.stdout, json.load(file)


def total_exchange(n):
    """In step j node i sends to i XOR j, all of them when the one before has passed."""
    return [{"node": i, "to": i ^ j, "bytes": BYTES, "time": j * (BYTES + n), "step": j}
            for j in range(1, 1 << n) for i in range(1 << n)]


def shift(n, q, label):
    """Node label(i) sends to label(i + q), all at once."""
    return [{"node": label(i), "to": label((i + q) % (1 << n)), "bytes": BYTES, "time": 0}
            for i in range(1 << n)]


for n in range(1, 7):
    seen = replay(total_exchange(n))
    ok((seen["steps"], seen["waits"], seen["contention"]) == ((1 << n) - 1, 0, 1),
       f"total exchange on {1 << n} nodes: {(1 << n) - 1} steps without a wait", seen)

for n in range(1, 7):
    plain = [replay(shift(n, q, int)) for q in range(1, 1 << n)]
    ok(all(one["waits"] == 0 and one["contention"] == 1 for one in plain),
       f"circular shifts on {1 << n} nodes, node i to i + q: no wait", plain)
    coded = [replay(shift(n, q, lambda i: i ^ i >> 1)) for q in range(1, 1 << n)]
    worst = max(one["contention"] for one in coded)
    ok(worst == (2 if n >= 3 else 1) and (max(one["waits"] for one in coded) > 0) == (n >= 3),
       f"on the ring of Gray codes: at most {worst} on a link", coded)

# The wormhole simulations of Hou et al. (section 6) on 256 nodes: a header flit and `flits` more, a
# flit-cycle a channel, one channel into the network and one out of it at each node; the next header
# two cycles after the tail. What arrives last has passed its last channel a cycle before.
def reversal(i):
    """Bit reversal of 8 bits."""
    return int(f"{i:08b}"[::-1], 2)


def transpose(i):
    """The transposition of a matrix of 16 x 16."""
    return i >> 4 | (i & 15) << 4


def cycles(flits, target, gap):
    """How long all messages i -> target(i) take."""
    packets = [module.Packet({"time": 0, "bytes": 1 + flits},
                             [("in", i), *module.ecube(i, target(i)), ("out", target(i))])
               for i in range(256) if target(i) != i]
    return module.Replay(packets, 1, 1, gap).last - 1


for flits in 16, 64:
    seen = cycles(flits, reversal, 1), cycles(flits, reversal, 0)
    ok(seen == (8 * flits + 21, 8 * flits + 14), f"bit reversal, {flits} flits: 8 L + 21, or 14", seen)
    seen = cycles(flits, transpose, 1)
    ok(seen in (8 * flits + 21, 10 * flits + 25), f"transposition, {flits} flits: 10 L + 25", seen)
    seen = cycles(flits, lambda i: i ^ 1, 1)
    ok(seen == flits + 3, f"to neighbours, {flits} flits: L + 3", seen)

# Node 0 sends to 3 over 1; node 1 to 3, asking for its link when the first holds it from 1 to 65.
status, text, seen = tool({"node": 0, "to": 3, "bytes": 64, "time": 0},
                          {"node": 1, "to": 3, "bytes": 64, "time": 30})
ok(status == 0 and seen["end"] == 65 + 64 + HOP and seen["waiting"] ==
   [{"node": 1, "port": 1, "packets": 2, "bytes": 128, "waits": 1, "waited": 35, "longest": 35}],
   "a wait, link by link", seen)
ok("| 1 | 1 | 3 | 2 | 128 | 1 | 35 | 35 |" in text, "and in words", text)
# A worm that waits holds what is behind it: 0 -> 3 waits at 1 till 80, so 0 -> 1 waits till 79 + 64.
seen = replay([{"node": 1, "to": 3, "bytes": 80, "time": 0},
               {"node": 0, "to": 3, "bytes": 64, "time": 0},
               {"node": 0, "to": 1, "bytes": 8, "time": 64}])
ok([(row["node"], row["port"], row["waited"]) for row in seen["waiting"]]
   == [(0, 0, 79 + 64 - 64), (1, 1, 79)], "what waits holds the links behind it", seen)
# A path of links as its relays recorded it, not along E-cube: 0 -> 2 -> 3.
step = {"operation": "shift", "step": 1, "bytes": 64}
seen = replay([{"node": 0, "port": 1, "time": 0, **step},
               {"node": 2, "port": 0, "from": 1, "time": 1, **step},
               {"node": 2, "port": 0, "bytes": 64, "time": 0, "operation": "shift", "step": 2}])
ok((seen["packets"], seen["links"], seen["waits"]) == (2, 2, 1), "paths that relays recorded", seen)

status, text, _ = tool({"node": 2, "port": 0, "from": 1, "time": 1, **step})
ok(status != 0 and "never received" in text, "a packet from nowhere is an error", text)
status, text, _ = tool({"node": 2})
ok(status != 0 and "not a valid recording" in text, "so is what is no recording", text)
missing = subprocess.run(["tools/replay", "/nowhere"], capture_output=True, text=True,
                         check=False)
ok(missing.returncode != 0 and "/nowhere: cannot be read" in missing.stderr, "and no file", missing)

finish()
