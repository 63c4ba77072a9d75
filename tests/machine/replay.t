#!/usr/bin/python3
"""Finds a replay of packets (tools/replay) with other contention, waits or times than the literature. Prints TAP."""

import json
import os
import subprocess
import sys
import tempfile

sys.path[:0] = ["tests", "tools"]
sys.dont_write_bytecode = True

from running.placement import ecube
from tap import finish, ok

MODEL = "build/fast/tools/replaying/replay"
HOP, BYTE, BYTES = 1, 1, 64


def lines(*records, nodes=64, th=HOP, tw=BYTE, **more):
    """The text of a recording of these records."""
    return "".join(json.dumps(line) + "\n" for line in [{"nodes": nodes, "th": th, "tw": tw, **more}, *records])


def model(form, text, *costs):
    """What the model prints of a text."""
    done = subprocess.run([MODEL, form, *(costs or "----")], input=text, capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else f"{done.returncode} {done.stderr}"


def replay(records, **head):
    """The report of the replay of these records."""
    return model("recording", lines(*records, **head))


def tool(text, name="packets", *words):
    """What tools/replay says of a file of that text: (status, its text, the object it writes)."""
    with tempfile.TemporaryDirectory() as folder:
        path, result = os.path.join(folder, name), os.path.join(folder, "result")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run(["tools/replay", path, "--json", result, *words], capture_output=True,
                              text=True, check=False)
        if done.returncode != 0:
            return done.returncode, done.stderr.replace(folder + "/", ""), None
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


def worm(source, links):
    """The records of a packet that takes these links, (node, port) each, in a step of its own."""
    for (node, port), before in zip(links, [None, *links]):
        yield {"node": node, "port": port, "time": 0, "step": source, **({"from": before[1]} if before else {})}


def cycles(flits, target, gap):
    """How long all messages i -> target(i) take. The channel into the network at node i is the link to it from i + 256,
    the one out of it the link to i + 512."""
    records = [{**record, "bytes": 1 + flits} for i in range(256) if target(i) != i
               for record in worm(i, [(i | 256, 8), *ecube(i, target(i)), (target(i), 9)])]
    return replay(records, nodes=1024, gap=gap)["end"] - 1


for flits in 16, 64:
    seen = cycles(flits, reversal, 1), cycles(flits, reversal, 0)
    ok(seen == (8 * flits + 21, 8 * flits + 14), f"bit reversal, {flits} flits: 8 L + 21, or 14", seen)
    seen = cycles(flits, transpose, 1)
    ok(seen in (8 * flits + 21, 10 * flits + 25), f"transposition, {flits} flits: 10 L + 25", seen)
    seen = cycles(flits, lambda i: i ^ 1, 1)
    ok(seen == flits + 3, f"to neighbours, {flits} flits: L + 3", seen)

# Node 0 sends to 3 over 1; node 1 to 3, asking for its link when the first holds it from 1 to 65.
status, text, seen = tool(lines({"node": 0, "to": 3, "bytes": 64, "time": 0},
                                {"node": 1, "to": 3, "bytes": 64, "time": 30}))
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
# A short one has left its first link at 2, long before its head enters the last one at 20.
for time, waited in (0, 2), (1, 1), (2, 0), (15, 0):
    seen = replay([{"node": 0, "to": 7, "bytes": 2, "time": 0}, {"node": 0, "to": 1, "bytes": 30, "time": time}], th=10)
    ok((seen["waits"], seen["waited"], seen["end"]) == (waited > 0, waited, time + waited + 40),
       f"a short packet has left a link by {time + waited}, whatever its head does", seen)
# A path of links as its relays recorded it, not along E-cube: 0 -> 2 -> 3. Where links take no time, the relay's record
# may come first.
step = {"operation": "shift", "step": 1, "bytes": 64}
for time in 0, 1:
    seen = replay([{"node": 2, "port": 0, "from": 1, "time": time, **step}, {"node": 0, "port": 1, "time": 0, **step},
                   {"node": 2, "port": 0, "bytes": 64, "time": 0, "operation": "shift", "step": 2}])
    ok((seen["packets"], seen["links"], seen["waits"]) == (2, 2, 1), "paths that relays recorded", seen)
# Of packets of a step over one link, a relay has passed on the first: a node's own ones, then those of one link, then of
# the next. The last goes the longest way.
for late, end in (1, 19), (20, 30):
    seen = replay([{"node": node, "port": port, "time": time, "bytes": 8, "step": 1, **came} for node, port, time, came in (
        (11, 0, 43, {"from": 3}), (3, 3, 42, {"from": 1}), (3, 2, 31, {"from": 1}), (1, 1, late, {}), (0, 0, 0, {}),
        (1, 1, 2, {"from": 0}))])
    ok((seen["packets"], seen["links"], seen["end"]) == (2, 5, end), "packets of one step keep their order", seen)
seen = replay([{"node": node, "port": port, "time": time, "bytes": size, "step": 1, **({"from": came} if came is not None else {})}
               for node, port, time, size, came in (
                   (0, 0, 0, 8, None), (3, 1, 1, 50, None), (0, 0, 2, 8, None), (1, 2, 1, 0, 0), (1, 2, 2, 0, 1), (1, 2, 3, 0, 0),
                   (5, 0, 11, 0, 2), (5, 1, 12, 0, 2), (5, 3, 13, 0, 2), (13, 0, 14, 0, 3))])
ok(seen["end"] == 69, "    also from two links", seen)
# Of packets that ask at one time the lowest node's comes first, whichever stands first in the file.
seen = replay([{"node": 2, "to": 4, "bytes": 8, "time": 0}, {"node": 1, "to": 4, "bytes": 80, "time": 0}])
ok(seen["waited"] == 80, "the lowest node's packet comes first", seen)

ring = [record for node, ports in ((0, (0, 1)), (1, (1, 0)), (3, (0, 1)), (2, (1, 0)))
        for record in worm(node, [(node, ports[0]), (node ^ 1 << ports[0], ports[1])])]
status, text, _ = tool(lines(*({**record, "bytes": 9, "time": 5} for record in ring)))
ok((status, text) == (1, "replay: packets: deadlock: 4 packets wait for each other's links (first: node 0 at time 5, "
                         "blocked at node 1, port 1)\n"), "a deadlock names packets", text)
own = ({**record, "bytes": 9} for record in worm(0, [(0, 0), (1, 0), (0, 0)]))
ok("1 packet waits for a link that it holds (first: node 0 at time 0, blocked at node 0, port 0)" in replay(own),
   "also one of a single packet")
first = {"node": 0, "port": 0, "bytes": 1, "time": 0}
MOST = (1 << 53) - 1
for records, head, pattern in (
        ([{**step, "node": 2, "port": 0, "from": 1, "time": 1}], {}, "never received"),
        ([{**first, "bytes": None}], {}, "line 2: bytes has to be a whole number from 0 to 9007199254740991"),
        ([{**first, "node": 64}], {}, "line 2: node has to be a whole number from 0 to 63"),
        ([{**first, "from": 6}], {}, "line 2: from has to be a whole number from 0 to 5"),
        ([{**first, "to": 64}], {}, "line 2: to has to be"), ([first], {"nodes": 1}, "port has to be"),
        ([], {"nodes": 1 << 21}, "line 1: nodes has to be a whole number from 0 to 1048576"),
        ([], {"nodes": 0}, "power of two, not 0"), ([], {"gap": -1}, "gap has to be"), ([], {"th": 1.0}, "th has to be"),
        ([{**first, "bytes": MOST + 1}], {}, "bytes has to be"), ([{**first, "time": "1"}], {}, "time has to be"),
        ([{**first, "step": None}], {}, "step has to be"), ([{**first, "operation": 1}], {}, "operation has to be a text"),
        ([{**first, "bytes": MOST}], {"tw": MOST}, "times are too large"),
        ([{**first, "x": []}], {}, "neither a number nor a string")):
    seen = replay(records, **head)
    ok(isinstance(seen, str) and seen.startswith("64 ") and pattern in seen, f"refused: {pattern}", seen)
for text in ("[", "{", '{"nodes" 8}', '{"nodes": 8,}', '{"nodes": 8, "th": 1, "tw": 1} {', '{"nodes": 8, "x": "\n"}', '{"nodes": 08}', '{"x": "\\'):
    seen = model("recording", text)
    ok(isinstance(seen, str) and seen.startswith("64 not a valid recording (line 1: "), f"refused: {text!r}", seen)
seen = replay([{**first, "bytes": MOST, "time": MOST, "x": '{"\\', "y": None}])
ok(seen["end"] == 2 * MOST + HOP, "the largest numbers, and members that it does not know, are taken", seen)
missing = subprocess.run(["tools/replay", "/nowhere"], capture_output=True, text=True,
                         check=False)
ok(missing.returncode != 0 and "/nowhere: cannot be read" in missing.stderr, "and no file is told", missing)

# ---- Programs as GOAL, at ts 100, th 10, tw 1


def goal(*ranks):
    """The text of a program of these ranks, whose statements are separated by semicolons."""
    return f"num_ranks {len(ranks)}\n" + "".join(f"\nrank {rank} {{\n" + "\n".join(statements.split("; ")) + "\n}\n"
                                                for rank, statements in enumerate(ranks))


def allreduce(dimension):
    """Recursive doubling: what a rank sends in a step requires what came in the step before."""
    for rank in range(1 << dimension):
        yield "; ".join(f"s{d}: send 8b to {rank ^ 1 << d} tag {d}; r{d}: recv 8b from {rank ^ 1 << d} tag {d}"
                        + f"; s{d} requires r{d - 1}" * (d > 0) for d in range(dimension))


ONE = 100 + 10 + 8  # 8 bytes to a neighbour
for ranks, end, waited in (
        (list(allreduce(3)), 3 * ONE, 0), (["calc 5 cpu 0", ""], 5, 0), ([""], 0, 0),
        (["calc 50; calc 70 cpu 1", "calc 100"], 120, 0),  # a node has one processor
        (["a: calc 50; b: send 8b to 1 tag 7 cpu 0 nic 1; b requires a", "recv 8b from 0 tag 7"], 50 + ONE, 0),
        (["a: calc 50; b: send 8b to 1; b irequires a", "c: recv 8b from 0; d: calc 3; d requires c"], ONE + 3, 0),
        (["send 8b to 3", "", "", "  // three hops less one\n\trecv 8b from 0 tag 0\r"], ONE + 10, 0),
        (["send 8b to 1; send 8b to 1", "recv 1b from 0; a: recv 1b from 0; b: calc 9; b requires a"], 108 + ONE + 9, 0),
        (["send 100b to 1 tag 1; send 1b to 1 tag 2", "a: recv 1b from 0 tag 2; b: calc 9; b requires a; recv 1b from 0 tag 1"], 320, 0),
        (["send 8b to 0; recv 8b from 0"], 108, 0), (["send 8b to 1; send 8b to 2", "recv 8b from 0", "recv 8b from 0"], ONE, 0),
        (["send 200b to 3", "send 200b to 3", "", "recv 1b from 0; recv 1b from 1"], 100 + 200 + 200 + 10, 200 - 10)):
    seen = model("goal", goal(*ranks), "100", "10", "1", "-")
    ok((seen["end"], seen["waited"]) == (end, waited), f"{str(ranks)[:60]}: ends at {end}", seen)
seen = model("goal", goal("a: calc 10; b: send 8b to 2; b requires a", "send 100b to 2", "recv 8b from 0; recv 8b from 1"), "0", "10", "1", "-")
ok((seen["end"], seen["waited"]) == (128, 8), "of messages that ask for a link at one time the first in the file comes first", seen)
status, text, seen = tool(goal(*allreduce(3)), "own.goal", "--clock", "tw=1,gap=3")
ok(status == 0 and seen["end"] == 24 and "operation ends at 24" in text, "costs of the command line", (status, text))
status, text, _ = tool(lines(), "packets", "--clock", "ts=1")
ok(status == 64 and "--clock ts: cannot be combined with a recording" in text, "but no ts of a recording", text)

for text, status, pattern in (
        ("", 64, "GOAL file (empty)"), ("// none", 64, "line 1: the file ends before num_ranks"), ("num_ranks 0", 64, "num_ranks is 0"), ("num_ranks 1048577", 64, "from 0 to 1048576"),
        ("num_ranks 1\nnum_ranks 1", 64, "line 2: num_ranks is 0, or comes twice"), ("rank 0 {", 64, "outside of a rank"),
        ("num_ranks 1\nrank 1 {", 64, "'1' is not a whole number from 0 to 0"), ("num_ranks 2\nrank 0 {", 64, "before '}'"),
        ("num_ranks 1\nrank 0 {\nrank 0 {", 64, "line 3: rank 0 comes twice"), ("num_ranks 1\ncalc 1", 64, "outside"),
        (goal("calc"), 64, "line 4: '' is not"), (goal("calc 9007199254740992"), 64, "from 0 to 9007199254740991"),
        (goal("send 8 to 0"), 64, "'8' is not a whole number from 0 to 9007199254740991b"),
        (goal("recv 8b from -1"), 64, "'-1' is not"), (goal("recv 8b to 0"), 64, "'from' is missing"),
        (goal("send 8b to 0 tag 4294967295"), 64, "from 0 to 4294967294"), (goal("calc 1 tag 1"), 64, "unknown word 'tag'"),
        (goal("calc 1 }"), 64, "line 4: unknown word '}'"),
        (goal(": calc 1"), 64, "line 4: a label is missing before ':'"),
        (goal("a: calc 1; a: calc 1"), 64, "line 5: label 'a' comes twice"), (goal("a: calc 1; a requires b"), 64, "unknown label 'b'"),
        (goal("a: calc 1", "b: calc 1; b requires a"), 64, "unknown label 'a'"), (goal("a: calc 1; a requires"), 64, "not one label"),
        (goal("1 2 3 4 5 6 7 8 9 10 11 12 13"), 64, "more than 12 words"), (goal("a: jump 1"), 64, "'a': unknown statement"),
        (goal("a: calc 1; b: calc 1; a requires b; b requires a"), 1, "2 operations never end (first: line 4, which requires itself)"),
        (goal("a: calc 1; b: recv 8b from 0; a requires b"), 1, "2 operations never end (first: line 5, which receives no message)"),
        (goal("recv 8b from 0"), 1, "1 operation never ends (first: line 4, which receives no message)"),
        (goal("a: recv 8b from 1; b: send 8b to 1; b requires a", "a: recv 8b from 0; b: send 8b to 0; b requires a"), 1,
         "4 operations never end (first: line 4, which receives no message)"),
        (goal("send 8b to 0"), 1, "line 4: the message is never received"),
        (goal(*["calc 9007199254740991; " * 600 + "calc 1"]), 64, "times are too large")):
    seen = model("goal", text)
    ok(isinstance(seen, str) and seen.startswith(f"{status} ") and pattern in seen, f"refused: {pattern}", seen)

# All-reduce on more ranks than a machine runs; `make soak` takes 16 steps.
steps = int(sys.argv[1]) if len(sys.argv) > 1 else 13
seen = model("goal", goal(*allreduce(steps)), "100", "10", "1", "-")
ok((seen["packets"], seen["end"], seen["waits"]) == (steps << steps, steps * ONE, 0),
   f"{1 << steps} ranks reduce in {steps} steps", seen)

finish()
