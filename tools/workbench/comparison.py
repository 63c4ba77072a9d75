"""The algorithms of an operation compared: over sizes of messages, on cubes of several sizes, measured
by the nodes' clocks and predicted, with the sizes from which another one is the fastest."""

import collections
import os
import subprocess

from running import RESULTS, ROOT
from running.failure import Failure, invalid, problem, shown
from running.numbers import count_of, node_count, size
from running.tool import STATUS_FAILED, seen_from_here, write_csv
from workbench.own import BUILD, Own, run_host
from workbench.plot import Curve, Panel, draw
from workbench.schedule import OWN

SECONDS = "900"
MOST_BYTES = 1 << 30
FIELDS = ("nodes", "bytes", "algorithm", "packets", "steps", "time", "predicted")
REPETITIONS = "2"  # the first run of a call makes its plan


def span(name, text, read):
    """The two ends of A..B, or A twice."""
    first, dots, last = text.partition("..")
    ends = read(name, first), read(name, last if dots else first)
    if ends[0] > ends[1]:
        raise invalid(name, text, "A..B with A at most B")
    return ends


def sizes_of(text):
    """The sizes of messages as --sizes tells them, in bytes."""
    return span("--sizes", text, lambda name, word: size(name, word, 1, MOST_BYTES))


def nodes_of(text):
    """The numbers of nodes as --nodes tells them: each power of two from one to the other."""
    first, last = span("--nodes", text, node_count)
    return [1 << k for k in range(first.bit_length() - 1, last.bit_length())]


class Comparison:
    """What is asked: the operation, its sizes and cubes, options of cuberun, and algorithms of one's own
    by their files."""

    def __init__(self, operation, sizes, nodes, options, file):
        self.operation, self.sizes, self.nodes, self.options = operation, sizes, nodes, options
        self.program = os.path.join(BUILD, "programs/collective.elf")
        self.own = None  # the name of the algorithm of one's own
        if file:
            self.prove(Own(file))

    def prove(self, own):
        """Has an algorithm of one's own proved, and linked with the program that runs it."""
        done = run_host("workbench/check", own, ["--own", *(own.case or [])], stdout=subprocess.PIPE, text=True)
        self.own, _, about = done.stdout.partition(":")
        if done.returncode != 0:
            raise Failure(STATUS_FAILED, f"{shown(own.path)}: not run (the check failed)")
        operation = about.partition(",")[0].strip()
        if operation == OWN:
            raise problem(f"--own {shown(own.path)}", "no algorithm of the catalogue performs its operation", "nothing to compare")
        if operation != self.operation:
            raise problem(f"--own {shown(own.path)}", f"performs {operation}, not {self.operation}", f"use --operation {operation}")
        self.program = own.program("collective")

    def measure(self, nodes):
        """The rows on N nodes."""
        first, last = self.sizes
        done = subprocess.run(
            [os.path.join(ROOT, "tools/cuberun"), "-n", str(nodes), "--exact", "--timeout", SECONDS,
             *self.options, self.program, self.operation, "--sizes", f"{first}..{last}",
             "--repetitions", REPETITIONS],
            capture_output=True, text=True, errors="replace", check=False)
        if done.returncode != 0:
            raise Failure(done.returncode, done.stderr.strip().partition("\n")[0]
                          or f"{self.operation} fails on {count_of(nodes, 'node')}")
        for line in done.stdout.splitlines():
            cells = line.split()
            if len(cells) == len(FIELDS) - 1 and cells[0].isdigit():
                yield {"nodes": nodes, "algorithm": cells[1],
                       **{name: int(cell) for name, cell in
                          zip(("bytes", "packets", "steps", "time", "predicted"),
                              (cells[0], *cells[2:]))}}

    def rows(self):
        """The rows of all cubes."""
        return [row for nodes in self.nodes for row in self.measure(nodes)]


# ---- Who is the fastest, and from where on

def by_algorithm(rows, key):
    """For each algorithm its points (bytes, time), in the order of the sizes."""
    curves = collections.defaultdict(list)
    for row in rows:
        curves[row["algorithm"]].append((row["bytes"], row[key]))
    return curves


def crossings(rows, key):
    """The fastest algorithms from the least size on: (from how many bytes on, algorithm). Where another
    one overtakes is found by straight lines between the sizes that were run."""
    curves = by_algorithm(rows, key)
    fastest, before = [], None
    for place, (bytes_here, _) in enumerate(next(iter(curves.values()), [])):
        best = min(curves, key=lambda name: (curves[name][place][1], name != (fastest or [(0, "")])[-1][1]))
        if not fastest:
            fastest.append((bytes_here, best))
        elif best != fastest[-1][1]:
            fastest.append((crossing(curves[fastest[-1][1]], curves[best], place, before), best))
        before = bytes_here
    return fastest


def crossing(old, new, place, before):
    """Where the new curve comes below the old one, between the sizes at `place` - 1 and `place`."""
    ahead = new[place - 1][1] - old[place - 1][1]
    behind = old[place][1] - new[place][1]
    whole = ahead + behind
    return round(before + (old[place][0] - before) * (ahead / whole if whole > 0 else 0))


# ---- What is told

def bytes_text(count):
    """A size in few letters."""
    return f"{count >> 10}K" if count >= 1 << 10 and count % (1 << 10) == 0 else str(count)


def report(rows, operation):
    """Lines of at most 80 columns: for each cube the fastest algorithms, measured and predicted."""
    yield f"{operation}: the fastest algorithm from each message size (bytes) on"
    for nodes in dict.fromkeys(row["nodes"] for row in rows):
        here = [row for row in rows if row["nodes"] == nodes]
        columns = [[f"{bytes_text(at):>7} {name}" for at, name in crossings(here, key)]
                   for key in ("time", "predicted")]
        yield ""
        yield f"{count_of(nodes, 'node') + ', measured':<40}        predicted"
        for line in range(max(map(len, columns))):
            cells = [column[line] if line < len(column) else "" for column in columns]
            yield f"{cells[0]:<40}{cells[1]:<40}".rstrip()


def beside(rows, own):
    """Lines: one's own algorithm beside the fastest of the others, as measured."""
    yield ""
    yield f"{own} beside the fastest of the catalogue"
    yield f"{'nodes':>5} {'bytes':>8} {'steps':>6} {'time':>11} {'fastest':>11} {'ratio':>7}  algorithm"
    places = collections.defaultdict(list)
    for row in rows:
        places[row["nodes"], row["bytes"]].append(row)
    for (nodes, count), here in places.items():
        mine = next((row for row in here if row["algorithm"] == own), None)
        others = [row for row in here if row["algorithm"] != own]
        if mine and others:
            best = min(others, key=lambda row: row["time"])
            yield (f"{nodes:>5} {bytes_text(count):>8} {mine['steps']:>6} {mine['time']:>11} "
                   f"{best['time']:>11} {mine['time'] / max(best['time'], 1):>7.2f}  "
                   f"{best['algorithm'][:27]}")


def panels(rows, operation):
    """A diagram for each cube, with the crossings that were measured."""
    names = list(dict.fromkeys(row["algorithm"] for row in rows))
    for nodes in dict.fromkeys(row["nodes"] for row in rows):
        here = [row for row in rows if row["nodes"] == nodes]
        curves = [Curve("" if key == "predicted" else name, points, names.index(name),
                        dashed=key == "predicted")
                  for key in ("time", "predicted")
                  for name, points in by_algorithm(here, key).items()]
        marks = [(at, bytes_text(at)) for at, _ in crossings(here, "time")[1:]]
        yield Panel(f"{operation} on {count_of(nodes, 'node')}", "bytes of a message",
                    "time; dashed: predicted", curves, marks)


def compare(comparison, with_csv, with_plot):
    """Measures, prints who is the fastest, and writes what is asked for: build/table-OPERATION.csv, .svg
    and .png."""
    rows = comparison.rows()
    if not rows:
        raise Failure(STATUS_FAILED, f"{comparison.operation}: no algorithm was measured (choose other --sizes or --nodes)")
    print("\n".join(report(rows, comparison.operation)))
    if comparison.own:
        print("\n".join(beside(rows, comparison.own)))
    base, written = os.path.join(RESULTS, f"table-{comparison.operation}"), []
    if with_csv:
        write_csv(base + ".csv", FIELDS, rows)
        written.append(base + ".csv")
    if with_plot:
        written += draw(list(panels(rows, comparison.operation)), base)
    print("\ntime: of the slowest node's clock; predicted: as cuberun --explain tells"
          + "".join(f"\nwritten: {seen_from_here(path)}" for path in written))
    return 0
