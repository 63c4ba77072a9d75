#!/usr/bin/python3
"""Finds a schedule of which the page shows other counts or times than `make table` finds on the machine, or another result
than the operation means. Prints TAP."""

import importlib.machinery
import importlib.util
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "tests/page")
from session import equal, ok, test, written

NODES = 8
SHOWN = 20  # of the figures that differ
OUT = os.environ.get("CUBE_OUT", "build")
# The plays whose labels begin with one of these, one after the other: what the page shows at their ends.
FIGURES = """
(async () => {
  const first = document.getElementById("first");
  const found = [];
  const names = %s;
  for (const option of [...first.options]) {
    if (!names.some(name => option.textContent.startsWith(name))) continue;
    first.value = option.value;
    first.dispatchEvent(new Event("change"));
    document.querySelector('[data-command="last"]').click();
    await new Promise(requestAnimationFrame); // the page has asked for this frame before us
    const text = name => document.querySelector(`[data-part="${name}"]`).textContent;
    found.push(Object.fromEntries(["name", "step", "steps", "bound", "packets-now", "packets",
      "words-now", "words", "use", "time"].map(name => [name, text(name)])));
  }
  return found;
})()
"""
# What the page takes if nobody says otherwise.
COSTS = ("--ts", "1000", "--th", "10", "--tw", "1", "--ti", "0")


def table(ports):
    """The rows of `make table`, by the names that the page has for them."""
    command = ["tools/cuberun", "-n", str(NODES), "--exact", "--timeout", "60", *COSTS, "--ports", ports,
               f"{OUT}/programs/collectives.elf"]
    status, _, rows = load("tools/table").measure(command, NODES)
    if status != 0 or not rows:
        print("Bail out! collectives fails")
        sys.exit(1)
    return {f"{row['algorithm']}, {row['case']}" if row["case"] else row["algorithm"]: row
            for row in rows}


def load(path):
    """A tool as a module: its name has no suffix."""
    loader = importlib.machinery.SourceFileLoader(os.path.basename(path), path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def figures_of(row):
    """What the page has to show for a row of the table."""
    return {"step": f"{row['steps']} of", "steps": str(row["steps"]),
            "bound": f"bound {row['bound']}{' ?' if row['open'] else ''}",
            "words-now": str(row["link_words"]), "words": str(row["link_words"]),
            "use": f"{row['link_use']} %", "time": str(row["clock"])}


def differences(shown, rows):
    """Lines: where the page and the table do not say the same."""
    for play in shown:
        for name, wanted in figures_of(rows[play["name"]]).items():
            if play[name] != wanted:
                yield f"{play['name']}: {name}: the page {play[name]}, the table {wanted}"
        if play["packets-now"] != play["packets"]:
            yield f"{play['name']}: {play['packets-now']} packets of {play['packets']} at the end"


def check_holdings(visit):
    """What nodes hold at the end is what operations mean."""
    for name, node, wanted in (("allgather-all-port", 3, "0..7"), ("reduce-binomial", 0, "0-7"),
                               ("scatter-binomial", 5, "0.5"), ("scan-exchange", 4, "0-4"),
                               ("alltoall-exchange", 6, "0.6..7.6")):
        visit.choose("first", name)
        visit.press("End")
        visit.focus("canvas")
        for _ in range(node + 1):
            visit.press("n")
        equal(visit.rows().get("output"), wanted, f"node {node} holds {wanted} after {name}")
        visit.press("Escape")
    visit.choose("first", "allgather-exchange")
    visit.press("ArrowRight")
    visit.press("ArrowRight")
    visit.focus("canvas")
    visit.press("n")
    equal(visit.rows().get("output"), "0..1", "in the second step node 0 holds what the first has brought")
    visit.press("Escape")


def check_one_port(visit):
    """The times of algorithms that use one port, where a node has one. Those for all ports receive in any
    order there, so that the table has other times."""
    rows = table("one")
    visit.set("ports", "one")
    names = {row["algorithm"] for row in rows.values() if row["ports"] != "all-port"}
    wrong = [f"{play['name']}: the page {play['time']}, the table {rows[play['name']]['clock']}"
             for play in visit.value(FIGURES % json.dumps(sorted(names)))
             if rows[play["name"]]["algorithm"] in names
             and play["time"] != str(rows[play["name"]]["clock"])]
    ok(not wrong, "with one port times are those of the table, too", "\n".join(wrong[:SHOWN]))
    visit.set("ports", "all")


def checks(visit, folder):
    """The checks."""
    page = os.path.join(folder, "catalogue.html")
    print(f"# {written(['tools/page/catalogue', str(NODES), '-o'], page).strip()}")
    print(f"# {os.path.getsize(page)} bytes, open after {visit.browser.open(page):.2f} s")
    rows = table("all")
    shown = visit.value(FIGURES % '[""]')
    equal({play["name"] for play in shown}, set(rows), "the page has a schedule for each row of the table")
    wrong = list(differences(shown, rows))
    ok(not wrong, "all figures are those of the table", "\n".join(wrong[:SHOWN]))
    check_holdings(visit)
    check_one_port(visit)
    equal(visit.browser.faults(), [], "no error, and nothing was asked for from elsewhere")


test("counts of the page", checks)
