#!/usr/bin/python3
"""Finds a file of the page that lacks a part, or that the name of a run breaks. Prints TAP."""

import base64
import json
import re
import sys

sys.dont_write_bytecode = True
sys.path[:0] = ["tools", "tests/page"]
from session import equal, finish, ok

from page import bundle
from page.packing import packed, unpacked
from page.record import run_of

COSTS = {"ts": 1, "th": 0, "tw": 0, "ti": 0}
NAMES = ("</script><script>alert(1)</script>", "<!--", "a & b \" ' \u2028 é", "{plays} {index}")


def play(name):
    """A run in which nothing happens."""
    return {"kind": "run", "name": name, "dimension": 1, "sides": [], "status": 0, "steps": 0, "packets": 0,
            "bytes": 0, "time": 0, "costs": COSTS, "ports": "all",
            "ranks": 2, "operations": [], "sends": {"count": 0}, "waits": {"count": 0}, "ends": [0, 0]}


def check_text():
    """Texts stay texts."""
    plain = bundle.page("plain", [play("plain")])
    elements = len(re.findall(r"<script", plain))
    for name in NAMES:
        html = bundle.page(name, [play(name)])
        found = re.search(r'id="play-0">(.*?)</script>', html)
        equal((json.loads(found[1])["name"], len(re.findall(r"<script", html))), (name, elements),
              f"a run can be called {name!r}")
    ok(not re.search(r"(?:src|href)=\"(?!data:)|https?:|@import|url\(", plain),
       "nothing in the file is at an address elsewhere")


def check_modules():
    """Modules become one script, each before those that import it."""
    names = [name for name, _ in bundle.modules(bundle.MAIN, set())]
    ok(names[-1] == bundle.MAIN and len(names) == len(set(names)) > 5, "each module is there once", names)
    for name, text in bundle.modules(bundle.MAIN, set()):
        if re.search(r"^(?:import|export)\b", text, re.M):
            ok(False, f"{name}: an import or export is left")
    real = bundle.contents
    bundle.contents = lambda name: real(name) + ("const SIZE = 1;\n" if name in ("play.js", "clock.js") else "")
    try:
        bundle.script()
        ok(False, "a name in two modules is noticed")
    except ValueError as error:
        ok("play.js" in str(error) and "SIZE" in str(error), "a name in two modules is noticed", error)
    bundle.contents = real


def check_packing():
    """Packed lists come back as they were."""
    numbers = [0, 5, -3, 63, 64, -64, -65, 1 << 53, 7, 7, -(1 << 40)]
    equal(unpacked(packed(numbers)), numbers, "a list that is packed can be unpacked")
    equal((packed([]), packed([1, 3, 2])), ("", base64.b64encode(bytes([2, 4, 1])).decode()), "    and is short")


def check_records():
    """What programs record need not make sense. It makes a page all the same."""
    event = {"node": 0, "port": 0, "operation": "link", "step": 0, "bytes": 1, "stamp": 5}
    sent = {**event, "kind": "sent", "time": 2}
    taken = {**event, "node": 1, "kind": "taken", "time": 9}
    passed = {**event, "node": 1, "kind": "passed", "from": 0}
    description = {"program": "forged", "arguments": [], "nodes": 2, "status": 0}
    for what, events, packets, waits in (
            ("nothing", [], 0, 0), ("a wait without its beginning", [sent, taken], 1, 1),
            ("a packet that nobody has sent", [taken], 0, 0),
            ("one that is passed on and was not sent", [passed], 0, 0),
            ("one that is passed on without end", [sent, *[passed] * 9], 2, 0),
            ("a message to oneself", [{**sent, "peer": 0}], 0, 0)):
        run = run_of(description, COSTS, "all", {"event": events, "profile": []})
        equal((run["packets"], run["waits"]["count"]), (packets, waits), what)
        bundle.page("forged", [run])


check_text()
check_packing()
check_records()
check_modules()
finish()
