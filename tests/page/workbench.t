#!/usr/bin/python3
"""Finds a verdict of the page of the workbench that is not the tool's, and an editor that does not prove, show or play what
is typed. Prints TAP."""

import copy
import json
import os
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path[:0] = ["tools", "tests/page"]
from session import equal, finish, ok, test

from running.json_schema import schema, wrong
from workbench import schedule as tool

PAGE = os.path.realpath("build/workbench.html")
CHECK, SCHEDULE, TABLE = (f"build/fast/tools/workbench/{name}" for name in ("check", "schedule", "page/table"))
MUTANTS, SEED = 1000, 48
COMPILED = 6  # mutants that tools/check is asked about itself, which compiles each
BATCH = 20
NAME = "my-own"
MOVES = ("copy", "left", "right")


def ran(words, text=""):
    """The status of a program, and what it prints."""
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    return [done.returncode, done.stdout, done.stderr]


# ---- Verdicts without the page

def table_of(given):
    """A schedule as tools/workbench/page/table.c reads it."""
    return f"{given['name']}\n{given['operation']}\n{given.get('source') or ''}\n{' '.join(map(str, tool.numbers_of(given)))}\n"


def verdict(given):
    """What the tools say of a schedule: status, output, errors."""
    found = wrong(given, schema("schedule"))
    try:
        if found:
            raise tool.Wrong(found)
        tool.check(given)
    except tool.Wrong as error:
        return [64, "", f"not a valid schedule ({error})"]
    dead = ["--avoid", ",".join(given["dead"])] if given.get("dead") else []
    return ran([TABLE, "--apart", "-", *tool.case_words(given), *dead], table_of(given))


# ---- Mistakes in a schedule

def numbers_in(value):
    """All lists and objects with a number in them, and where."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        if type(item) is int:
            yield value, key
        else:
            yield from numbers_in(item)


def mutated(given, dice):
    """A copy of a schedule with a mistake, or with none that matters."""
    other = copy.deepcopy(given)
    steps = [step for step in other["steps"] if step["packets"]]
    step = dice.choice(steps)
    packet = dice.choice(step["packets"])
    kind = dice.randrange(10)
    if kind == 0:
        step["packets"].remove(packet)
    elif kind == 1:
        dice.choice(steps)["packets"].append(copy.deepcopy(packet))
    elif kind == 2:
        dice.shuffle(other["steps"])
    elif kind == 3:
        other["ports"] = dice.choice(("all-port", "one-port", "SIMD", "two"))
    elif kind == 4:
        packet["path"] = [node ^ 1 << dice.randrange(3) for node in packet["path"]]
    elif kind == 5:
        packet["combine"] = dice.choice(("left", "right", "both"))
    elif kind == 6:
        step.setdefault("moves", []).append({"node": dice.randrange(9), "kind": dice.choice(MOVES), "from": packet["from"],
                                             "to": packet.get("to", packet["from"])})
    elif kind == 7:
        name = dice.choice([name for name in other if name != "steps"])
        other[name] = dice.choice((other.pop(name), 1, "own", [], {}))
    elif kind == 8:
        other["dead"] = [f"{dice.randrange(8)}:{dice.randrange(3)}"]
    else:
        place, key = dice.choice(list(numbers_in(step)))
        place[key] = max(0, place[key] + dice.choice((-1, 1, 1, 2, 8)))
    return other


def read(path):
    """The JSON in a file."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def schedules(folder):
    """A schedule on 8 nodes of each algorithm of the catalogue that has one, and of one with an operation of its own."""
    path = os.path.join(folder, "own.json")
    ran(["tools/draw", "tools/workbench/examples/reversal.c", "--json", path])
    plans = [read(path)]
    for line in ran([CHECK, "--list"])[1].splitlines():
        status, output, _ = ran([SCHEDULE, line.split()[0], "-n", "3"])
        if status == 0:
            plans.append(json.loads(output))
    for given in plans:
        given["name"] = NAME
        del given["counts"]
    return plans


# ---- The page

def asked(visit, expression, items):
    """What the page says of each of the items, by an expression of `item` that has status, output and errors."""
    answers = []
    for at in range(0, len(items), BATCH):
        answers += visit.value(
            f"(async () => {{ const said = []; for (const item of {json.dumps(items[at:at + BATCH])}) {{"
            f"const {{ status, output, errors }} = await window.graycube.workbench.{expression};"
            "said.push([status, output, errors]); } return said; })()")
    return answers


def check_verdicts(visit, folder):
    """The page says what the tools say."""
    names = [line.split()[0] for line in ran([CHECK, "--list"])[1].splitlines()]
    said = asked(visit, 'tool(["check", item, "-n", "0..3"])', names)
    differ = [name for name, answer in zip(names, said) if answer != ran([CHECK, name, "-n", "0..3"])]
    ok(len(names) > 100 and not differ, f"the whole catalogue is proved alike: {len(names)} algorithms", differ)

    dice, own = random.Random(SEED), schedules(folder)
    cases = [*own, *(mutated(dice.choice(own), dice) for _ in range(MUTANTS))]
    said = asked(visit, "proved(item)", [json.dumps(given) for given in cases])
    wanted = [verdict(given) for given in cases]
    differ = [(given["name"] if "name" in given else None, one, other) for given, one, other in zip(cases, said, wanted) if one != other]
    ok(not differ, f"{len(own)} schedules and {MUTANTS} mutated ones have the tool's verdict, word for word", differ[:2])
    statuses = [status for status, _, _ in wanted[len(own):]]
    ok(all(status == 0 for status, _, _ in wanted[:len(own)]), "    the schedules are right")
    ok(min(statuses.count(status) for status in (0, 1, 64)) > 30, "    of the others some, some are wrong, and some are none",
       {status: statuses.count(status) for status in set(statuses)})
    for number in range(len(own), len(cases), MUTANTS // COMPILED):
        path = os.path.join(folder, "own.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(cases[number], file)
        status, output, errors = ran(["tools/check", path])
        of_page = said[number]
        ok([status, output] == of_page[:2] and of_page[2].strip() in errors, f"    tools/check says so, too: {of_page[2].strip() or 'right'}"[:90],
           (status, output, errors, of_page))


CHANGED = """(async () => {
    const before = document.documentElement.dataset.proved;
    const field = FIELD;
    field.value = VALUE;
    field.dispatchEvent(new Event("EVENT"));
    while (document.documentElement.dataset.proved === before) await new Promise(requestAnimationFrame);
})()"""


def changed(visit, field, value, event="change"):
    """Changes a field, both given as expressions, and waits until the schedule is proved and drawn."""
    visit.value(CHANGED.replace("FIELD", field).replace("VALUE", value).replace("EVENT", event))


def typed(visit, edit):
    """Changes the text, by an expression of `field.value`."""
    changed(visit, "document.getElementById('text')", edit, "input")


def check_editor(visit, _):
    """What is typed is proved, and what is found is shown where it is."""
    visit.value("window.graycube.workbench.begun")
    ok(visit.shown("verdict").startswith("right: 3 steps (bound 3), 7 packets"), "it begins with a schedule that is right", visit.shown("verdict"))
    equal(visit.value("window.graycube.panels[0].play.name"), "my-bcast-binomial", "    which is drawn")
    visit.picture("workbench-right")
    paths = visit.value("JSON.parse(document.getElementById('text').value).steps[1].packets.map(({path}) => path)")
    typed(visit, "field.value.replace(%r, %r)" % tuple(f'"path":[{one},{other}]' for one, other in paths[1::-1]))
    ok("step 2: node" in visit.shown("verdict"), "a mistake is found", visit.shown("verdict"))
    node = int(visit.shown("verdict").split("step 2: node ")[1].split(":")[0].split()[0])
    equal((visit.shown("place-found"), visit.shown("place"), visit.value("window.graycube.panels[0].selection.node")),
          (f"step 2, node {node}", "step 2 of 3", node), "    and shown at its step and node")
    visit.picture("workbench-wrong")
    changed(visit, "document.querySelectorAll('[aria-label=\"path\"]')[1]", json.dumps(" ".join(map(str, paths[1]))))
    ok(visit.shown("verdict").startswith("right: 3 steps"), "    and mended in the table of its step", visit.shown("verdict"))
    visit.value("document.getElementById('text').focus()")
    before = visit.shown("place")
    visit.press("ArrowLeft")
    equal(visit.shown("place"), before, "keys in the text are its own")
    typed(visit, "'{'")
    ok(visit.shown("verdict").startswith("not a valid schedule ("), "what is no JSON is told", visit.shown("verdict"))


# ---- Labs

def chosen(visit, lab, name):
    """Chooses an algorithm of a lab."""
    changed(visit, "document.getElementById('lab')", json.dumps(f"{lab} {name}"))


def rows(visit, name=None):
    """The points of each property of the lab that is chosen, or of those of one algorithm, and what is missing."""
    return visit.value(
        "(() => { const lab = graycubeLabs.find(({ number }) => document.getElementById('lab').value.startsWith(`${number} `));"
        "return [...document.getElementById('lab-rows').rows].filter((_, k) => NAME === null || lab.properties[k].name === NAME)"
        ".map(({ cells }) => [parseInt(cells[0].textContent, 10), cells[2].textContent]); })()".replace("NAME", json.dumps(name)))


def judged(visit, folder, lab, name, algorithm):
    """The rows of an algorithm of a lab whose schedule on 16 nodes is that of another one."""
    path = os.path.join(folder, "answer.json")
    ran(["tools/draw", algorithm, "-n", "16", *(["--packets", "32"] if name == "pipelined" else []), "--json", path])
    chosen(visit, lab, name)
    typed(visit, repr(json.dumps({**read(path), "name": NAME})))
    return rows(visit, name)


def check_labs(visit, folder):
    """The points of answers are those that tests/tools/class.t and labs.t show of tools/grade."""
    chosen(visit, 8, "copies")
    ok("Lab 8, a failure survived. " in visit.shown("lab-task") and '"packets":2' in visit.value("document.getElementById('text').value"),
       "a lab is offered with its task, areas and case", visit.shown("lab-task"))
    equal([(points, missing) for points, missing in rows(visit)[1:]], [(0, "graded by make grade")] * 3, "    and with what only a run shows")
    with open("tests/tools/labs.t", encoding="utf-8") as file:
        text = file.read()
    for lab in "2456":
        right = re.findall(rf"^catalogue {lab} (\w+) (\S+)$", text.split(f"\npoints 10 {lab}\n")[0], re.M)
        for name, algorithm in right:
            judged(visit, folder, lab, name, algorithm)
        ok(right and visit.shown("lab-points").startswith("points: 10 of 10,"), f"lab {lab}: the right answer", rows(visit))
    visit.picture("workbench-lab")
    typed(visit, "field.value.replace('\"dimension\": 4', '\"dimension\": 3')")
    ok(all(points == 0 for points, _ in rows(visit, "aspc")), "    which a mistake takes away", rows(visit))
    with open("tests/tools/class.t", encoding="utf-8") as file:
        wrong_ones = re.findall(r"^([2456]) (\S+) +([\d ]+?) +(\w+)=(\S+)$", file.read(), re.M)
    for lab, student, points, name, algorithm in wrong_ones:
        names = visit.value(f"graycubeLabs.find(({{ number }}) => number === '{lab}').properties.map((one) => one.name)")
        found = judged(visit, folder, lab, name, algorithm)
        equal([given for given, _ in found], [int(given) for given, of in zip(points.split(), names) if of == name],
              f"lab {lab}, {student}: {name}={algorithm}")
    ok(len(wrong_ones) > 10, "    which are many")
    equal(judged(visit, folder, "6", "aspc", "aspc-one-port")[3][1], "14 steps on 16 nodes (expected: at most 4); step 5, 0>4",
          "what is missing is told with its step and link")
    typed(visit, repr(json.dumps({**json.loads(visit.value("document.getElementById('text').value")), "dead": ["0:1"]})))


def checks(visit, folder):
    """The test."""
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    ok("https:" not in text.split('id="program"')[0].replace("https://json-schema.org", ""), "nothing in the file is at an address elsewhere")
    visit.browser.open(PAGE)
    check_editor(visit, folder)
    check_labs(visit, folder)
    check_verdicts(visit, folder)


if not os.path.exists(PAGE):
    print("1..0 # SKIP the page of the workbench is not built: make setup-page installs what it needs")
    sys.exit(0)
test("the page of the workbench", checks)
