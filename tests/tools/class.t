#!/usr/bin/python3 -I
"""Finds a lab that gives a wrong answer of the usual kinds other points, and a class that is graded twice, half, by another
seed or in another form than autograders read. Prints TAP."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tools"), os.path.join(ROOT, "tests")]
sys.dont_write_bytecode = True

from grading.labs import find_labs
from running.json_schema import schema, wrong
from tap import equal, finish, ok

# Lab, student, the points of each property, and the answer's file: an algorithm of the catalogue, a file, or the skeleton
# with some words changed. tests/tools/labs.t has right answers, skeletons and adversaries.
ANSWERS = r"""
1 crashes    0 0 0 0 0      ring:s/ *cube_link_recv(.*/*(volatile int *)8 = 1;/
1 no-code    0 0 0 0 0      ring:s/cube_link_recv(/cube_link_take(/
1 sends-first 2 0 0 0 0     ring:/cube_link_recv/{h;d};/cube_link_send/G
2 one-by-one 1 0 0 0 0 0 0  tree=bcast-one-by-one
2 all-ports  0 0 0 0 0 0 0  tree=bcast-esbt-all-port
2 scatters   0 0 0 0 0 0 0  tree=scatter-binomial
2 esbt       0 0 0 1 2 2 0  pipelined=bcast-esbt
4 exchanges  1 0 0 0 0 0 0  ring=allgather-exchange
4 rings      0 0 1 0 0 0 0  exchange=allgather-ring
4 all-ports  0 0 0 0 0 0 0  ring=allgather-all-port
4 classes    0 0 0 0 1 1 0  all_port=allgather-classes
4 both-ways  0 0 0 0 1 1 0  all_port=tools/workbench/examples/allgather_both_ways.c
5 exchanges  2 0 1 0 0 0    ecube=alltoall-exchange
5 all-ports  0 0 0 0 0 0    ecube=alltoall-all-port
5 one-port   0 0 0 1 2 0    all_port=alltoall-ecube
5 rotated    0 0 0 1 0 0    all_port=alltoall-rotated
6 right      2 2 2 4        aspc=aspc
6 one-port   2 2 2 0        aspc=aspc-one-port
6 copies     2 0 2 4        aspc=aspc-copies
6 broadcasts 0 0 0 0        aspc=bcast-binomial
8 one-copy   0 0 0 0        copies=bcast-binomial
8 pipelined  1 0 0 0        copies=bcast-pipelined-all-port
8 scatters   0 0 0 0        copies=scatter-binomial
8 no-code    0 0 0 0        ring:s/cube_gray(/gray_code(/
"""
GRADESCOPE = {  # gradescope-autograders.readthedocs.io, Autograder Specifications: what we write of it
    "type": "object", "required": ["score", "tests"], "additionalProperties": False, "properties": {
        "score": {"type": "number"}, "output": {"type": "string"},
        "visibility": {"enum": ["hidden", "after_due_date", "after_published", "visible"]},
        "tests": {"type": "array", "items": {
            "type": "object", "required": ["score", "max_score", "name", "output"], "additionalProperties": False, "properties": {
                "score": {"type": "number"}, "max_score": {"type": "number"}, "status": {"enum": ["passed", "failed"]},
                "name": {"type": "string"}, "number": {"type": "string"}, "output": {"type": "string"}}}}}}
CLASSROOM = {  # what src/ of github-education-resources/autograding-grading-reporter reads
    "type": "object", "required": ["version", "status", "max_score", "tests"], "properties": {
        "version": {"const": 1}, "status": {"enum": ["pass", "fail", "error"]}, "max_score": {"type": "number"},
        "tests": {"type": "array", "items": {
            "type": "object", "required": ["name", "status", "score"], "properties": {
                "name": {"type": "string"}, "status": {"enum": ["pass", "fail", "error"]}, "score": {"type": "number"},
                "message": {"type": "string"}}}}}}


def make(folder, lab, name, kind, value):
    """An answer with one file."""
    os.makedirs(folder)
    path = os.path.join(folder, f"{name}.c")
    if kind == ":":
        with open(path, "wb") as file:
            subprocess.run(["sed", value, os.path.join(find_labs()[lab], f"{name}.c")], stdout=file, check=True)
    elif value.endswith(".c"):
        shutil.copy(os.path.join(ROOT, value), path)
    else:
        with open(os.path.join(ROOT, "tests/tools/answer.c"), encoding="ascii") as source, open(path, "w", encoding="ascii") as file:
            file.write(f'#define OF "{value}"\n{source.read()}')


def tool(name, *words):
    """What a tool prints, and its status."""
    done = subprocess.run([os.path.join(ROOT, "tools", name), *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def points(results):
    """The points of each property by student, and the seeds."""
    with open(os.path.join(results, "points.csv"), encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {row[0]: " ".join(row[4:]) for row in rows}, {row[0]: row[3] for row in rows}


def read(*path):
    """The JSON in a file."""
    with open(os.path.join(*path), encoding="utf-8") as file:
        return json.load(file)


def check_labs(top):
    """The points of all answers."""
    wanted = {}
    for row in ANSWERS.strip().splitlines():
        lab, student, given, *file = re.fullmatch(r"(\d) (\S+) +([\d ]+?) +(\w+)([:=])(.*)", row).groups()
        wanted.setdefault(lab, {})[student] = given
        make(os.path.join(top, lab, student), lab, *file)
    for lab, students in wanted.items():
        status, told = tool("grade", "--class", os.path.join(top, lab), "--seed", "5", lab)
        ok(status == 0 and f"graded: {len(students)}; unchanged: 0" in told, f"a class is graded in lab {lab}", told)
        equal(points(os.path.join(top, f"{lab}-results"))[0], students, "    with these points")
    for lab, student, evidence in (("1", "crashes", r"main \(ring.c:\d+\)"), ("1", "no-code", r"ring.c:\d+"),
                                   ("2", "one-by-one", "3 steps on 4 nodes .expected: at most n = 2"), ("4", "exchanges", "8 packets on 4 nodes .expected: link words = 12")):
        with open(os.path.join(top, f"{lab}-results", student, "report.txt"), encoding="utf-8") as file:
            told = file.read()
        ok(re.search(evidence, told), f"lab {lab} tells {student} why: {evidence}", told)


def check_class(top):
    """What is kept and written of a class: that of lab 6."""
    answers, results = os.path.join(top, "6"), os.path.join(top, "6-results")
    for student in points(results)[0]:
        for name, rules in (("grade.json", schema("grade")), ("results.json", GRADESCOPE), ("classroom.json", CLASSROOM)):
            equal(wrong(read(results, student, name), rules), None, f"{student}/{name} has the form that is documented")
    right, half = (read(results, student, "results.json") for student in ("right", "one-port"))
    equal(([right["score"], half["score"]], [item["status"] for item in half["tests"]], bool(half["tests"][3]["output"])),
          ([10, 6], ["passed", "passed", "passed", "failed"], True), "Gradescope gets points and reasons")
    half = read(results, "one-port", "classroom.json")
    equal((half["status"], half["max_score"], sum(item["score"] for item in half["tests"])), ("fail", 10, 6), "so does GitHub")
    seeds = points(results)[1]
    equal(len(set(seeds.values())), 4, "each student has a seed")

    os.makedirs(os.path.join(answers, "late\udcff\n"))  # a name that is neither text nor a line
    os.makedirs(os.path.join(answers, "linked"))
    os.symlink("/etc/passwd", os.path.join(answers, "linked", "aspc.c"))
    os.remove(os.path.join(results, "broadcasts", "grade.json"))  # as if the first grading had been interrupted
    before = os.stat(os.path.join(results, "right", "report.txt")).st_mtime_ns
    status, told = tool("grade", "--class", answers, "--jobs", "1", "6")
    ok(status == 1 and "graded: 2; unchanged: 3" in told, "what is new or unfinished is graded", told)
    ok(re.search("^linked +-  not graded: aspc.c: not a regular file$", told, re.M), "    but no link to a file of the teacher's", told)
    equal(os.stat(os.path.join(results, "right", "report.txt")).st_mtime_ns, before, "    nor what is unchanged")
    again = points(results)
    equal({student: again[1][student] for student in seeds}, seeds, "    from the same seeds")
    equal(again[0]["late\\udcff\n"] + again[0]["linked"].strip(), "0 0 0 0", "    where nothing is given there are no points")
    for words, message in ((["--class", os.path.join(answers, "right"), "6"], "no answers"),
                           (["--class", answers, "--results", os.path.join(answers, "x"), "6"], "is in the folder of the answers"),
                           (["--class", answers, "5"], "holds results of lab 6"), (["--jobs", "2", "6"], "--jobs: requires --class"),
                           (["--form", "xml", "6"], "invalid value 'xml'"), (["--class", answers, "--form", "json", "6"], "cannot be combined")):
        status, told = tool("grade", *words)
        ok(status == 64 and message in told, f"grade refuses {' '.join(words[::2])}", told)


def check_hand_outs(top):
    """What students get."""
    for lab, folder in find_labs().items():
        out = os.path.join(top, "out", lab)
        status, told = tool("lab", "new", lab, out)
        equal((status, sorted(os.listdir(out))), (0, sorted(set(os.listdir(folder)) - {"properties.py", "__pycache__"})),
              f"lab {lab} is handed out without its properties")
        with open(os.path.join(out, "README.md"), encoding="utf-8") as file:
            ok(not re.search(r"\]\(\.\.|<!--", file.read()), "    its page has no link out of the folder")
    status, told = tool("lab", "new", "3", out)
    ok(status == 64 and "already exists" in told, "a folder that is there stays", told)


with tempfile.TemporaryDirectory() as scratch:
    check_labs(scratch)
    check_class(scratch)
    check_hand_outs(scratch)
finish()
