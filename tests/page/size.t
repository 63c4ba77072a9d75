#!/usr/bin/python3
"""Finds a page of many nodes and packets that does not open, or is drawn so that links lead through nodes. The runs are
exchanges along all dimensions, over and over, which no machine has to run for this. Prints TAP."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "tests/page")
from session import FRAMES as DRAWN, equal, ok, test

from page.bundle import page
from page.record import run_of

COSTS = {"ts": 1000, "th": 10, "tw": 1, "ti": 0}
BYTES = 64
PACKET = COSTS["ts"] + COSTS["th"] + BYTES * COSTS["tw"]  # how long one takes
NUMBERED = 7  # pixels of a node's radius, from which its number is in it (tools/page/network.js)
MOST_OPENING = 20  # seconds, on the slowest host


def exchanges(dimension, times):
    """The records of a run in which each node exchanges a packet along each dimension, so many times."""
    events, moment = [], 0
    for _ in range(times):
        for port in range(dimension):
            event = {"port": port, "operation": "allreduce", "step": port + 1, "bytes": BYTES,
                     "stamp": moment + COSTS["ts"] + COSTS["th"]}
            for node in range(1 << dimension):
                events.append({**event, "node": node, "kind": "sent", "time": moment})
                events.append({**event, "node": node, "kind": "taken", "time": moment + PACKET,
                               "begun": moment})
            moment += PACKET
    profiles = [{"node": node, "clock": moment} for node in range(1 << dimension)]
    return {"event": events, "profile": profiles}


def check(visit, folder, dimension, times, name):
    """One page: opens it."""
    nodes = 1 << dimension
    packets = nodes * dimension * times
    description = {"program": "exchanges", "arguments": [], "nodes": nodes, "status": 0}
    path = os.path.join(folder, "large.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(page(name, [run_of(description, COSTS, "all", exchanges(dimension, times))]))
    seconds = visit.browser.open(path)
    print(f"# {nodes} nodes, {packets} packets: {os.path.getsize(path)} bytes, open after {seconds:.2f} s")
    ok(seconds < MOST_OPENING, f"a page of {nodes} nodes opens", seconds)
    equal((visit.text("packets"), visit.text("time")),
          (str(packets), str(times * dimension * PACKET)), "    with all its packets and time")
    visit.press("ArrowRight")
    visit.press("ArrowRight")
    visit.picture(f"nodes-{nodes}")


# The least distance in pixels between the bow of a link and the rim of a node that it does not lead to.
CLEAR = """(() => {
  const picture = window.graycube.panels[0].picture;
  let least = Infinity;
  picture.everyLink((from, to, node, port) => {
    for (let part = 1; part < 32; part++) {
      const { x, y } = picture.pointOn(picture.bow(node, port), part / 32);
      picture.places.forEach((place, other) => {
        if (place !== from && place !== to)
          least = Math.min(least, Math.hypot(place.x - x, place.y - y) - picture.radius);
      });
    }
  });
  return least;
})()"""


def check_links(visit):
    """No link of 64 nodes leads through a node, whatever the view."""
    for view in ("cube", "ring", "mesh"):
        visit.set("view", view)
        least = visit.value(CLEAR)
        ok(least > 0, f"as a {view}, no link of 64 nodes leads through a node", least)
    visit.set("view", "cube")


# The contrast of a colour of the style sheet to the surface (WCAG 2.1).
CONTRAST = """(name => {
  const style = getComputedStyle(document.documentElement);
  const light = colour => {
    const [r, g, b] = [1, 3, 5].map(at => parseInt(style.getPropertyValue(colour).trim().slice(at, at + 2), 16) / 255)
      .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const [one, other] = [light("--" + name), light("--surface")];
  return Math.max(one, other) / Math.min(one, other);
})"""
LEAST_CONTRAST = 3  # of what is thin or hatched


def check_colours(visit):
    """Unused links and waiting are seen in both themes."""
    for _ in range(3):
        visit.press("t")
        least = min(visit.value(f"{CONTRAST}({name!r})") for name in ("line", "waiting", "use-1"))
        ok(least >= LEAST_CONTRAST, f"unused links and waiting are seen: {visit.shown('theme')}", least)


def check_projector(visit):
    """For a projector the letters are larger, and network and time are seen whole."""
    before = visit.value("getComputedStyle(document.body).fontSize")
    visit.press("p")
    visit.value(DRAWN)
    larger = visit.value("getComputedStyle(document.body).fontSize")
    ok(float(larger[:-2]) > 1.3 * float(before[:-2]), "for a projector letters are larger", (before, larger))
    check_beside(visit, "    and network and time are seen whole")
    visit.press("p")
    equal(visit.value("getComputedStyle(document.body).fontSize"), before, "    until it is over")


def check_beside(visit, name):
    """Network and time are beside each other above the controls."""
    visit.value(DRAWN)
    network, bars = visit.value("[...document.querySelectorAll('canvas')].map(canvas => { const box ="
                                " canvas.getBoundingClientRect(); return [box.left, box.right, box.bottom]; })")
    fold = visit.value("document.querySelector('footer').getBoundingClientRect().top")
    ok(network[1] < bars[0] and max(network[2], bars[2]) <= fold, name, (network, bars, fold))


def check_wide(visit):
    """On a laptop's screen and on wide ones the network is at the left, the time at the right, and all of both is seen."""
    for width, height in ((1280, 800), (1440, 900), (2560, 1440), (1920, 1080)):
        visit.browser.size(width, height)
        check_beside(visit, f"at {width} x {height} network and time are beside each other")
        ok(visit.value("window.graycube.panels[0].picture.radius") >= NUMBERED, "    and 64 nodes have room for their numbers")
        visit.picture(f"wide-{width}")
    check_links(visit)
    check_colours(visit)
    check_projector(visit)
    visit.browser.size(1280, 900)


def checks(visit, folder):
    """The checks."""
    check(visit, folder, 6, 27, "64 nodes, 10,368 packets")
    check_wide(visit)
    check(visit, folder, 9, 2, "512 nodes")
    visit.press("End")
    visit.focus("canvas")
    visit.press("n")
    visit.press("8")
    equal(visit.text("heading"), "Node 256 (100000000)", "a node of the matrix of links is chosen")
    equal(visit.rows()["left on its links"], "18 packets, 1152 bytes", "    and has its figures")
    equal(visit.browser.faults(), [], "no error, and nothing was asked for from elsewhere")


test("large pages", checks)
