#!/usr/bin/python3 -I
"""Finds a rule of the grader, of a class or of budgets that figures do not obey, without any run: each by cases that it alone
decides."""

import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import signal
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tools"), os.path.join(ROOT, "tests")]
sys.dont_write_bytecode = True

from grading import students
from grading.figures import Condition
from grading.near import near
from grading.students import Students, groups
from running import budget, options
from running.failure import Failure
from tap import equal, finish, ok

loader = importlib.machinery.SourceFileLoader("grade", os.path.join(ROOT, "tools/grade"))
grade = importlib.util.module_from_spec(importlib.util.spec_from_loader("grade", loader))
loader.exec_module(grade)


class Done:
    """A process that has ended with a status."""

    def __init__(self, status=0, stdout=""):
        self.returncode, self.stdout, self.stderr = status, stdout, ""


def stats(*links, nodes=2, instructions=1, time=1):
    """What --stats says of nodes, each with one link: what its receiver has counted, and what the kernel has seen."""
    names = ("packets", "bytes", "slots", "routed_packets"), ("sent", "taken", "routed", "barriers")
    records = [{"node": node, "links": [{"dimension": 0, **dict(zip(names[0], link[0]))}],
                "rings": {"instructions": instructions + node, "links": [dict(zip(names[1], link[1]))]}}
               for node, link in enumerate(links)]
    return {"nodes": nodes, "time": time, "records": records}


def missing(ask):
    """What is missing in what ask() says, or None."""
    try:
        ask()
        return None
    except grade.Missing as lack:
        return str(lack)


# ---- The grader: what the receivers count, and what the kernel sees

NONE = (0, 0, 0, 0), (0, 0, 0, 0)
FITS = [("one message", (1, 4, 1, 0), (1, 1, 0, 0)), ("three slots", (2, 100, 3, 0), (3, 3, 0, 0)),
        ("a barrier, which has no slot", (1, 0, 0, 0), (0, 0, 0, 1)),
        ("messages to any node, whose acknowledgements nobody counts", (0, 0, 1, 1), (0, 0, 2, 0))]
LIES = [("a message that nobody sent", (1, 4, 1, 0), (0, 0, 0, 0)),
        ("one message for two", (1, 4, 1, 0), (2, 2, 0, 0)),
        ("a message that was not taken", (1, 4, 1, 0), (1, 0, 0, 0)),
        ("nothing for one", (0, 0, 0, 0), (1, 1, 0, 0)),
        ("more bytes than slots have", (1, 33, 1, 0), (1, 1, 0, 0)),
        ("more headers than slots have", (3, 0, 1, 0), (1, 1, 0, 0))]
for what, counted, seen in FITS:
    equal(missing(lambda: grade.Run(Done(), stats(NONE, (counted, seen)))), None, f"fits: {what}")
for what, counted, seen in LIES:
    found = missing(lambda: grade.Run(Done(), stats(NONE, (counted, seen))))
    ok(found and "the kernel has seen" in found, f"is found out: {what}", found)
run = grade.Run(Done(0, "b\na\n"), stats(NONE, FITS[1][1:], time=5, instructions=7))
equal((run.lines, run.time, run.instructions, run.links, run.slots, run.routed),
      (["a", "b"], 5, 8, {(0, 1): (2, 100)}, {(0, 1): 3}, 0), "what a run has left")
equal(grade.Run(Done(), stats(NONE, ((0, 0, 0, 0), (0, 0, 1, 0)))).routed, 1, "what is sent to any node is no secret")
equal(grade.Run(Done(), stats(NONE, FITS[2][1:])).links, {(0, 1): (1, 0)}, "a barrier uses a link")
ok(missing(lambda: grade.Run(Done(), stats(NONE))), "a node that has counted nothing is missing")

# ---- How a run has ended

answer = grade.Answer("/", "/", 1)
equal((answer.secrets(2), grade.Answer("/", "/", 2).secrets(2) == answer.secrets(2)), (grade.Answer("/", "/", 1).secrets(3)[:2], False),
      "a seed draws the same again, another one others")
for status, verdict in ((75, grade.Missing), (78, grade.Missing), (124, Failure)):
    grade.call = lambda command, status=status: Done(status)
    try:
        answer.boot("x.elf", 2, [], ())
        equal(None, verdict, f"status {status}")
    except (grade.Missing, Failure) as error:
        equal(type(error), verdict, f"status {status}: " + ("the host's" if verdict is Failure else "the answer's"))
loader.exec_module(grade)
equal(len(grade.call(["sh", "-c", "yes | head -c 8000000; echo end >&2"]).stdout) <= 2 * grade.OUTPUT, True,
      "what prints more than is read finds its end")


# ---- The properties of labs that figures decide

class Fake(grade.Answer):
    """An answer whose runs are given."""

    def __init__(self, runs):
        super().__init__("/", "/", 1)
        self.runs = runs

    def run(self, name, nodes, *words, options=()):
        return self.runs(nodes)


def made(lines, **members):
    """A run."""
    run = grade.Run(Done(0, "\n".join(lines)), stats(NONE, NONE))
    run.__dict__.update(members)
    return run


figures = {"n": 3, "N": 8, "k": 5, "steps": 4, "packets": 24, "link_words": 96}
for condition, wanted in (("steps <= ceil((N + 2) / n)", None), ("steps == N / 2", None), ("steps <= 4", None), ("packets == n * N", None),
                          ("steps <= 3", "4 steps on 8 nodes (expected: at most 3)"), ("steps == k", "4 steps on 8 nodes (expected: k = 5)"),
                          ("packets == link_words", "24 packets on 8 nodes (expected: link words = 96)"),
                          ("link_words == (4 * n - 2) * N", "96 link words on 8 nodes (expected: (4 n - 2) N = 80)")):
    equal(Condition(condition).lack(figures), wanted, f"a figure and its limit: {condition}")

labs = {number: grade.asks(folder) for number, folder in grade.find_labs().items()}
heat = labs["7"]
found = heat.changes(1)
line = f"{len(found) - 1 - heat.MORE_SWEEPS} sweeps, the last changed no point by more than {found[-1 - heat.MORE_SWEEPS]:.6f}"
for what, together, wanted in (("as fast by both", (1000, 1000), None), ("by its clock alone", (1000, 5000), "kernel"),
                               ("by instructions alone", (5000, 1000), "the speed-up on 4")):
    runs = {1: made([line], time=4000, instructions=4000), 4: made([line], time=together[0], instructions=together[1])}
    lack = missing(lambda: heat.faster(4, 3)(Fake(runs.get)))
    ok(lack is None if wanted is None else lack and wanted in lack, f"lab 7, {what}", lack)
slow = {1: made([line], time=4000, instructions=10 ** 9), 4: made([line], time=1000, instructions=10)}
ok("units for a point" in (missing(lambda: heat.faster(4, 3)(Fake(slow.get))) or ""), "lab 7, one node is slow on purpose")

mesh, numbers = labs["3"], [number % 1000 for number in Fake(None).secrets(4)]
right = [f"node {node} row {node // 2} column {node % 2}: {2 * (numbers[node ^ 1] + numbers[node ^ 2])}" for node in range(4)]
for what, lines, wanted in (("all places", right, None), ("a place twice", right[:3] + right[:1], "for each place"),
                            ("another sum", [right[0] + "0", *right[1:]], "adds up"), ("a line more", right + right[:1], "for each"),
                            ("a node twice", [line.replace("node 3", "node 0") for line in right], "for each place")):
    lack = missing(lambda: mesh.right(2, 2)(Fake(lambda nodes: made(lines))))
    ok(lack is None if wanted is None else lack and wanted in lack, f"lab 3, {what}", lack)

ring, order = labs["1"], labs["1"].ring(16)
sums = [ring.checksum(number, ring.LONG) for number in Fake(None).secrets(16)]
lines = [f"node {node} sent {sums[node]:08x}, got {sums[before]:08x}" for before, node in zip(order, order[1:])]
links = {link: (1, ring.LONG) for link in zip(order, order[1:])}
for what, slots, wanted in (("a slot for each 64 bytes and a header", 16385, None), ("headers of pieces of 4 KiB", 16512, None),
                            ("a ring that was used for more", 16514, "carries 16514 slots"), ("for less", 16384, "carries 16384 slots")):
    lack = missing(lambda: ring.one_each(Fake(lambda nodes: made(lines, links=links, slots=dict.fromkeys(links, slots)))))
    ok(lack is None if wanted is None else lack and wanted in lack, f"lab 1, {what}", lack)

# ---- A class: when an answer is graded again, and which are nearly equal

def write(*path, text):
    """Makes a file, and its folder."""
    os.makedirs(os.path.dirname(os.path.join(*path)), exist_ok=True)
    with open(os.path.join(*path), "w", encoding="ascii") as file:
        file.write(text)


with tempfile.TemporaryDirectory() as top:
    folder = grade.find_labs()["3"]

    def key(student="ann", seed=1, lab="3"):
        """What decides a student's points, or why there is nothing to grade."""
        found, wrong = Students(top, "", lab, folder, seed).key(student)
        return found or wrong

    for student in ("ann", "bob"):
        write(top, student, "mesh.c", text="one")
    keys = [key(), key("bob"), key(seed=2), key(lab="4")]
    equal(key(), keys[0], "the same answer is not graded again")
    write(top, "ann", "mesh.c", text="two")
    keys.append(key())
    write(top, "ann", "deep", "mesh.h", text="")
    keys.append(key())
    equal(len(set(keys)), 6, "    but with another name, seed, lab, text or file")
    os.symlink("mesh.c", os.path.join(top, "ann", "ring.c"))
    os.symlink("/etc", os.path.join(top, "bob", "etc"))
    os.mkdir(os.path.join(top, "cat"))
    os.mkfifo(os.path.join(top, "cat", "mesh.c"))
    equal([key(), key("bob"), key("cat")], [f"{name}: not a regular file" for name in ("ring.c", "etc", "mesh.c")],
          "    and no link and no pipe is")

    # A grading that never ends, and tells by a pipe that it has begun: all that hold the pipe open are of it.
    pipe = os.path.join(top, "pipe")
    os.mkfifo(pipe)
    write(top, "tools", "grade", text=f"#!/bin/sh\nexec 3>{pipe}\necho begun >&3\nsleep 1000\n")
    os.chmod(os.path.join(top, "tools", "grade"), 0o755)
    write(top, "answers", "dan", "mesh.c", text="")
    teacher = os.fork()
    if teacher == 0:
        students.ROOT = top
        students.grade_class(Students(os.path.join(top, "answers"), os.path.join(top, "results"), "3", folder, 7), ring, 1)
        os._exit(0)
    with open(pipe, encoding="ascii") as reader:
        begun = reader.readline()
        os.kill(teacher, signal.SIGINT)
        equal((begun, reader.read(), os.WTERMSIG(os.waitpid(teacher, 0)[1])), ("begun\n", "", signal.SIGINT),
              "a class that is interrupted ends its gradings")
    with open(os.path.join(top, "results", "class.json"), encoding="utf-8") as file:
        equal(json.load(file)["seed"], 7, "    and keeps its seed")
    students.ROOT, students.LONGEST = top, 0
    equal(Students(os.path.join(top, "answers"), top, "3", folder, 1).graded_apart("dan"),
          {"error": "not graded after 0 seconds", "status": 124}, "    and one that takes too long is ended")

    with open(os.path.join(ROOT, "tools/workbench/examples/allgather_both_ways.c"), encoding="ascii") as file:
        text = file.read()
    write(top, "near", "one", "mesh.c", text=text)
    write(top, "near", "renamed", "mesh.c", text=re.sub(r"\bplace\b", "spot", text).replace("2)", "3) /* mine */"))
    write(top, "near", "other", "mesh.c", text="".join(f"int f{k}(int a) {{ while (a > {k}) a {op}= {k}; return a; }}\n"
                                                       for k, op in enumerate("+-*/%&|^")))
    for student in ("skeleton", "same"):
        shutil.copytree(folder, os.path.join(top, "near", student))
    equal(near({entry.name: entry.path for entry in os.scandir(os.path.join(top, "near"))}, folder), [(100, "one", "renamed")],
          "renamed answers are pointed out, skeletons and others are not")
    equal(groups([(99, "a", "b"), (90, "c", "d"), (80, "b", "e")]), [["a", "b", "e"], ["c", "d"]], "    in groups")

# ---- Budgets

# The options that no figure depends on: what is left over shapes a run.
UNSHAPED = {"-n", "--timeout", "--stats", "--budget", "--budget-write", "--core", "--accel", "--serial", "--memory", "--heap", "--exact",
            "--links", "--time", "--gdb", "--show", "--host", "--limit"}
flags = options.FLAGS | {name for name, way in options.OLD.items() if "{}" not in way}
every = options.VALUED | flags | options.REPEATED | options.OLD.keys()
equal(set(budget.SHAPING), every - UNSHAPED, "an option shapes a run, or is named here")
NAMES_OF_FILES = {"--profile", "--record", "--trace", "--page", "--callgrind", "--file", "--dir"}
for name in sorted(budget.SHAPING):
    some, other = ((True, True) if name in flags else (["a"], ["b"]) if name in options.REPEATED else ("a", "b"))
    shapes = [budget.shape(given, 2, [])["options"] for given in ({}, {name: some}, {name: other})]
    ok(shapes[0] == [] and shapes[1] and (shapes[1] != shapes[2]) == (name not in flags | NAMES_OF_FILES),
       f"{name} shapes a run", shapes)
for was, now, limit, wanted in ((3, 4, 33.3, True), (3, 4, 33.4, False), (5, 6, 20, False), (1000, 1001, 0, True), (0, 1, 99, True),
                                (0, 0, 0, False), (9, 8, 0, False), (9, None, 0, False), (9, 99, None, False)):
    equal(budget.beyond(was, now, limit), wanted, f"{now} is {'' if wanted else 'not '}{limit} percent beyond {was}")
link = dict.fromkeys(("packets", "bytes", "routed_packets", "routed_bytes"), 0)
meters = [{"node": node, "cycles": 9 - node, "links": [{**link, "dimension": 0, **counted}],
           "rings": {"instructions": 5 + node, "links": [{"sent": 2 + node, "routed": 1}]}}
          for node, counted in enumerate(({"packets": 1}, {"routed_packets": 2, "routed_bytes": 30}))]
equal(budget.figures(meters, (), 1), {"instructions": 9, "packets": 3, "bytes": 30, "links": 2, "busiest": 30, "slots": 7, "node": 6},
      "the figures of a run: a link of empty packets is used, and rings are the kernel's")
equal(budget.figures(meters, ("0:0",), 2), {"packets": 0, "bytes": 0, "links": 0, "busiest": 0, "slots": 7},
      "    of several parts, and with a dead link")
finish()
