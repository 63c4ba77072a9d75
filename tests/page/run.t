#!/usr/bin/python3
"""Finds a page of a run that shows another parallel time than cuberun, or other packets than the recording. Prints TAP."""

import itertools
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "tests/page")
from session import equal, ok, test

from page.packing import unpacked

OUT = os.environ.get("CUBE_OUT", "build")
PROGRAM = f"{OUT}/programs/collective.elf"
# With one port packets wait for it, and are sent later than their nodes have asked for.
COSTS = ["--ts", "1000", "--th", "10", "--tw", "1", "--ports", "one"]
# Instructions are free, so that a run is the same each time, but for the order of its records.
RUN = ["tools/cuberun", "-n", "8", "--timeout", "60", *COSTS]
NAMES = ("clock", "working", "its ports sending", "receiving", "waiting")
PATH = re.compile(r"node (\d+) works from \d+ to \d+, after \w+(?: step \d+)? from node (\d+)")


def profile_of(output):
    """What cuberun prints: for each node clock, work, sending, receiving, waiting; and the critical path,
    (to, from) each, the last hop first."""
    table = {int(row[0]): [int(cell) for cell in row[1:]] for row in
             re.findall(r"^ +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)", output, re.M)}
    return table, [(int(to), int(sender)) for to, sender in PATH.findall(output)]


def check_figures(visit, profile):
    """Each node's figures at the end."""
    visit.focus("canvas")
    seen = {}
    for node in profile:
        visit.press("n")
        rows = visit.rows()
        seen[node] = [int(rows[name].split()[0]) for name in NAMES]
    equal(seen, profile, "each node works, sends, receives and waits as long as --profile says")
    visit.press("Escape")


def check_packets(visit, page, records):
    """The packets are those of --record: each link's, in all."""
    with open(page, encoding="utf-8") as file:
        play = json.loads(re.search(r'id="play-0">(.*?)</script>', file.read())[1])
    links = {}
    nodes, sizes, counts, ports = (unpacked(play["sends"][name]) for name in ("node", "bytes", "links", "ports"))
    on_ways = iter(ports)
    for node, bytes_, count in zip(nodes, sizes, counts):
        for port in itertools.islice(on_ways, count):
            sums = links.setdefault((node, port), [0, 0])
            sums[0], sums[1] = sums[0] + 1, sums[1] + bytes_
            node ^= 1 << port
    recorded = {}
    with open(records, encoding="utf-8") as file:
        for record in map(json.loads, list(file)[1:]):
            sums = recorded.setdefault((record["node"], record["port"]), [0, 0])
            sums[0], sums[1] = sums[0] + 1, sums[1] + record["bytes"]
    equal(links, recorded, "each link carries the packets that --record tells")
    equal(visit.text("packets"), str(sum(packets for packets, _ in recorded.values())),
          "and as many in all")


def check_critical(visit, path):
    """The critical path is the one that cuberun prints, and is lit."""
    hops = visit.value("window.graycube.panels[0].play.critical.hops.map(hop => [hop.to, hop.from])")
    ok(len(path) > 5, "cuberun prints a critical path", path)
    equal([tuple(hop) for hop in hops][:len(path)], path, "the critical path is the one of --profile")
    ok(visit.colours("bars")["critical"] > 200, "and is lit in the bars", visit.colours("bars"))
    ok(visit.colours("network")["critical"] > 50, "and on the network", visit.colours("network"))
    visit.press("c")
    equal([visit.colours(part)["critical"] for part in ("bars", "network")], [0, 0], "c switches it off")
    visit.press("c")
    ok(visit.colours("bars")["critical"] > 200, "    and on again")


def checks(visit, folder):
    """The checks."""
    page, records = os.path.join(folder, "run.html"), os.path.join(folder, "records")
    words = ["alltoall", "--algorithm", "alltoall-all-port", "--bytes", "256"]
    done = subprocess.run([*RUN, "--profile", "--record", records, "--page", page, PROGRAM, *words],
                          stdout=subprocess.PIPE, text=True, check=False)
    equal(done.returncode, 0, "a run writes a page beside its other results")
    profile, path = profile_of(done.stdout)
    print(f"# {os.path.getsize(page)} bytes, open after {visit.browser.open(page):.2f} s")
    visit.press("End")
    equal(visit.text("time"), str(max(clock for clock, *_ in profile.values())),
          "it shows the parallel time")
    check_figures(visit, profile)
    check_packets(visit, page, records)
    check_critical(visit, path)
    for _ in range(30):
        visit.press("ArrowLeft")
    visit.picture("run-time")
    visit.press("m")
    ok(int(visit.text("steps")) > 7, "its steps can be gone through as well")
    visit.press("End")
    equal(visit.text("under"), "nothing", "at the end no operation is under way")
    visit.press("ArrowLeft")
    visit.press("ArrowLeft")
    ok(visit.text("under") in visit.value("graycube.panels[0].play.operations"), "before it one is, by its name",
       visit.text("under"))

    # Without costs and instructions time counts packets.
    done = subprocess.run([*RUN[:-len(COSTS)], "--dead-link", "1:1", "--page", page, f"{OUT}/programs/hello.elf"],
                          stdout=subprocess.DEVNULL, check=False)
    equal(done.returncode, 0, "without costs a run can be played, too")
    visit.browser.open(page)
    ok("t_s 1, t_h 0, t_w 0, t_i 0" in visit.text("about"), "in packets that follow each other",
       visit.text("about"))
    ok("Dead links: 1:1" in visit.text("about"), "dead links are told", visit.text("about"))
    visit.focus("canvas")
    for key in "n0ll":
        visit.press(key)
    equal((visit.text("heading"), visit.rows().get("dead")), ("Link 1 → 3", "what is sent here goes round"),
          "    also of a link that is chosen")
    visit.picture("dead-link")
    equal(visit.browser.faults(), [], "no error, and nothing was asked for from elsewhere")
    done = subprocess.run(["tools/cuberun", "--page", page, "--record", page, PROGRAM],
                          stderr=subprocess.PIPE, text=True, check=False)
    ok(done.returncode == 64 and "the same file as" in done.stderr,
       "a page in the place of another result is refused", done.stderr)


test("the page of a run", checks)
