#!/usr/bin/python3
"""The page of the catalogue shows for each schedule the counts and the parallel time that `make table`
finds on the machine, and at the end each node holds what the operation means. Prints TAP."""

import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "tests/page")
from session import equal, ok, test, written

NODES = 8
# All plays, one after the other: the figures that the page shows at the end of each.
ALL = """
(async () => {
  const first = document.getElementById("first");
  const found = [];
  for (const option of [...first.options]) {
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
COSTS = ("--ts", "1000", "--th", "10", "--tw", "1")


def table():
    """The rows of `make table`, by the names that the page has for them."""
    done = subprocess.run(["tools/table", str(NODES), "--replay", "off", *COSTS], check=False,
                          stdout=subprocess.DEVNULL)
    if done.returncode != 0:
        print("Bail out! tools/table fails")
        sys.exit(1)
    with open("build/table.json", encoding="utf-8") as file:
        return {f"{row['algorithm']}, {row['case']}" if row["case"] else row["algorithm"]: row
                for row in json.load(file)}


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


def checks(visit, folder):
    """The checks."""
    page = os.path.join(folder, "catalogue.html")
    print(f"# {written(['tools/page/catalogue', str(NODES), '-o'], page).strip()}")
    print(f"# {os.path.getsize(page)} bytes, open after {visit.browser.open(page):.2f} s")
    rows = table()
    shown = visit.value(ALL)
    equal({play["name"] for play in shown}, set(rows), "the page has a schedule for each row of the table")
    wrong = list(differences(shown, rows))
    ok(not wrong, "all figures are those of the table", "\n".join(wrong))
    check_holdings(visit)
    equal(visit.browser.faults(), [], "no error, and nothing was asked for from elsewhere")


test("counts of the page", checks)
