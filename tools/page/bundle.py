"""Makes one HTML file of the page's modules, its style and its data, which opens from disk and loads
nothing."""

import base64
import json
import os
import re

from running.json_schema import schema

from .layout import MOST_DIMENSION, layouts

FOLDER = os.path.dirname(os.path.realpath(__file__))
MAIN = "main.js"
EDITOR = "editor.js"  # the main module of the workbench's page
IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"\./(?P<name>[a-z]+\.js)";\n', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) )", re.M)
TOP = re.compile(r"^(?:async )?(?:function\*?|class|const|let) (?P<name>\w+)", re.M)
PART = re.compile(r"\{(?P<name>style|index|plays|script)\}")


def contents(name):
    """A file beside this one."""
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


def modules(name, seen):
    """The sources of a module and of all that it imports, each once and before those that import it."""
    seen.add(name)
    text = contents(name)
    for place in IMPORT.finditer(text):
        if place["name"] not in seen:
            yield from modules(place["name"], seen)
    yield name, EXPORT.sub("", IMPORT.sub("", text))


def script(main=MAIN):
    """All modules that the main one needs as one script. A name that two of them have at their top level would be one name
    there, so it is a mistake."""
    owner, parts = {}, []
    for name, text in modules(main, set()):
        for place in TOP.finditer(text):
            other = owner.setdefault(place["name"], name)
            if other != name:
                raise ValueError(f"{name} and {other} both have {place['name']}")
        parts.append(f"// ---- {name}\n{text}")
    return '(() => {\n"use strict";\n' + "".join(parts) + "})();\n"


def inline(value):
    """JSON that no text in it ends the script element around it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True).replace("<", "\\u003c")


def summary(play):
    """What the page shows of a play before it is opened: all but its long lists."""
    return {key: value for key, value in play.items() if key not in ("texts", "sent", "held",
                                                                     "sends", "waits", "ends")}


def workbench(play, program, labs):
    """The HTML of the workbench's page: that of a play, with all layouts, the editor, the schema of schedules, the labs
    (labs.py), and the tools as a program of WebAssembly, which the page may compile."""
    whole = page("workbench", [play], EDITOR)
    shapes = [(dimension, *sides) for dimension in range(MOST_DIMENSION + 1) for sides in
              ((), (1 << dimension,), *((1 << rows, 1 << dimension - rows) for rows in range(dimension + 1)))]
    index = json.loads(re.search(r'id="index">(.*?)</script>', whole)[1])
    more = {",".join(map(str, shape)): layouts(shape[0], shape[1:]) for shape in shapes}
    parts = {"schema": inline(schema("schedule")), "program": base64.b64encode(program).decode(), "labs": labs}
    editor = re.sub(r"\{(schema|program|labs)\}", lambda place: parts[place[1]], contents("editor.html"))
    for old, new in ((inline(index), inline({**index, "layouts": more})), ("<main ", editor + "<main "),
                     ("script-src 'unsafe-inline'", "script-src 'unsafe-inline' 'wasm-unsafe-eval'")):
        whole = whole.replace(old, new, 1)
    return whole


def page(title, plays, main=MAIN):
    """The HTML of a page with these plays. Each has an element of its own, so that the page reads one
    only when it is opened."""
    shapes = {(play["dimension"], *play["sides"]): play for play in plays}
    index = {"version": 1, "title": title, "plays": [summary(play) for play in plays],
             "layouts": {",".join(map(str, shape)): layouts(play["dimension"], play["sides"])
                         for shape, play in shapes.items()}}
    data = "".join(f'<script type="application/json" id="play-{number}">{inline(play)}</script>\n'
                   for number, play in enumerate(plays))
    parts = {"style": contents("page.css"), "index": inline(index), "plays": data, "script": script(main)}
    return PART.sub(lambda place: parts[place["name"]], contents("page.html"))
