#!/usr/bin/python3 -I
"""make bench: what the cube costs, each figure beside what it is compared to, in the same run.

Prints a table, and of all parts writes build/bench.json. Wall-clock figures are the least of several runs in turn:
other work on the host only ever adds to them. Counts under --exact are the same in every run.
Arguments: the parts to measure (start memory exact sizes clock bandwidth policies); none: all of them.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.pycache_prefix = os.path.join(ROOT, "build", "python")

from running.failure import STATUS_USAGE, Failure, shown
from running.tool import run, seen_from_here

BUILD = os.path.join(ROOT, os.environ.get("CUBE_OUT") or "build")
CUBERUN = os.path.join(ROOT, "tools", "cuberun")
HELLO = os.path.join(BUILD, "programs", "hello.elf")
SECONDS = 60  # a run that takes longer counts as "too slow to measure"

START_RUNS = {8: 9, 64: 7, 512: 3}
# Barriers a batch, batches: short ones, so that some find the host undisturbed.
BARRIERS = {2: (4000, 60), 8: (400, 60), 64: (20, 80), 512: (4, 40)}
SLOW_BARRIERS = (2, 2)  # where a barrier takes milliseconds
SPINS = (1, 30, 1000, 30000)
NEAR = 3  # times the best policy: what is measured again, for noise decides between neighbours
# Runs of what is measured again. Two host threads are twice as fast in some runs as in others,
# wherever the host happens to have put them: only the best of many runs compares policies.
RUNS = {2: 10, 8: 3, 64: 3, 512: 3}
# Of calls by size: how many a batch, the bytes of a block, and instructions for a byte over a link.
SIZE_CALLS = {8: 100, 64: 5}
SIZES = (8, 32, 64, 256, 1024, 4096, 16384)
SIZES_HEAP = "32M"
BYTE = 0.35
MOST_MEMORY = "2G"  # of a machine of 512 nodes

KIB = 1 << 10


def bench_program(name):
    """Path of a program of this folder."""
    return os.path.join(BUILD, "tools", "bench", f"{name}.elf")


def measure(program, arguments, *options):
    """Runs a program of this folder; its lines `name number` as a dict, or None if too slow."""
    command = [CUBERUN, "--timeout", str(SECONDS), *options, bench_program(program),
               *map(str, arguments)]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            stdin=subprocess.DEVNULL, check=False)
    if result.returncode == 124:
        return None
    if result.returncode != 0:
        sys.exit(f"{shlex.join(command)}: status {result.returncode}\n"
                 f"{result.stdout}{result.stderr}")
    return {name: float(number) for name, number in
            (line.split() for line in result.stdout.splitlines())}


class Report:
    """The figures: printed as a table, written as JSON."""

    def __init__(self):
        self.figures = []
        self.policies = []
        self.sizes = {}  # by nodes, operation and bytes of a block

    def add(self, figure, value, unit, reference, reference_value, **limit):
        """One figure. `limit` is at_most= or at_least= (of value / reference_value), or
        value_at_most= or value_at_least= (of the value itself)."""
        kind, bound = next(iter(limit.items())) if limit else ("", None)
        ratio = value / reference_value if reference_value else None
        judged = value if kind.startswith("value") else ratio
        good = judged >= bound if kind.endswith("at_least") else not kind or judged <= bound
        self.figures.append({"figure": figure, "value": value, "unit": unit,
                             "compared_to": reference, "reference": reference_value,
                             "ratio": ratio, "limit": bound, "limit_kind": kind,
                             "ok": good if kind else None})

    @staticmethod
    def row(figure):
        """A figure's cells, as text."""
        ratio = figure["ratio"]
        kind = figure["limit_kind"]
        sign = ">=" if kind.endswith("at_least") else "<="
        unit = " " + figure["unit"] if kind.startswith("value") else "x"
        return (figure["figure"], f'{figure["value"]:,.4g} {figure["unit"]}',
                figure["compared_to"] or "-",
                f'{figure["reference"]:,.4g}' if figure["reference"] else "-",
                f"{ratio:.2f}" if ratio else "-",
                f'{sign} {figure["limit"]:g}{unit}' if figure["limit"] is not None else "-",
                {True: "ok", False: "OVER", None: "-"}[figure["ok"]])

    def print_figures(self):
        """The table of figures."""
        rows = [("figure", "measured", "compared to", "that is", "ratio", "limit", "")]
        rows += [self.row(figure) for figure in self.figures]
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        for row in rows:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())

    def print_policies(self):
        """The table of accelerators and waiting policies."""
        print("\nMicroseconds a barrier, by accelerator and looks before a node sleeps "
              "(* what cuberun picks):")
        print(f'{"nodes":>6} {"accelerator":>12}' + "".join(f"{spins:>12}" for spins in SPINS))
        for nodes, accelerator, cells, picked in self.policies:
            texts = []
            for spins in SPINS:
                cell = "too slow" if cells[spins] is None else f'{cells[spins] / 1000:,.1f}'
                texts.append(cell + ("*" if picked == spins else " "))
            print(f"{nodes:>6} {accelerator:>12}" + "".join(f"{text:>12}" for text in texts))

    def print_sizes(self):
        """The table of calls by size."""
        for nodes, ratios in self.sizes.items():
            limit = 1.5 if nodes <= 8 else 2
            print(f"\nInstructions of a call that comes again on {nodes} nodes, over those of its packets "
                  f"and {BYTE} for each\nbyte over a link; above {limit} marked:")
            print(f'{"bytes a block":16}' + "".join(f"{size:>9}" for size in SIZES))
            for name, of_size in ratios.items():
                cells = (f"{ratio:.2f}" + ("!" if ratio > limit else " ")
                         for ratio in of_size.values())
                print((f"{name:16}" + "".join(f"{cell:>9}" for cell in cells)).rstrip())

    def write(self, path):
        """The same as JSON."""
        policies = [{"nodes": nodes, "accelerator": accelerator, "picked_looks": picked,
                     "nanoseconds_by_looks": cells}
                    for nodes, accelerator, cells, picked in self.policies]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"figures": self.figures, "policies": policies, "sizes": self.sizes}, file,
                      indent=1)
            file.write("\n")


def wall_time(command):
    """Seconds that a command takes; it must succeed."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=True,
                   timeout=SECONDS)
    return time.perf_counter() - start


def shown_command(*words):
    """The emulator's command line that cuberun would run."""
    result = subprocess.run([CUBERUN, "--show", *words, HELLO], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True, check=True)
    command = shlex.split(result.stdout)
    os.unlink(command[command.index("-initrd") + 1])
    return command


def null_command(nodes):
    """The emulator as cuberun starts it, with a kernel that ends at its first instruction."""
    command = shown_command("-n", str(nodes))
    for option, value in (("-kernel", os.path.join(BUILD, "tools", "bench", "null.img")),
                          ("-initrd", HELLO)):
        command[command.index(option) + 1] = value
    return command


def start(report):
    """From the shell's prompt to the next, against a kernel that ends at once."""
    for nodes, runs in START_RUNS.items():
        hello = [CUBERUN, "-n", str(nodes), HELLO]
        null = null_command(nodes)
        data = [CUBERUN, "-n", str(nodes), bench_program("data")]
        hello_times, null_times, data_times = [], [], []
        for _ in range(runs):
            hello_times.append(wall_time(hello))
            null_times.append(wall_time(null))
            data_times.append(wall_time(data))
        report.add(f"start: cuberun -n {nodes} hello", min(hello_times), "s",
                   "kernel that ends at once", min(null_times), at_most=2)
        report.add(f"start: {nodes} processes, 1 MiB of data each", min(data_times), "s",
                   "hello", min(hello_times), at_most=2)


def exact(report):
    """Instructions, of all nodes together."""
    figures = measure("message", (1000, 3), "-n", "2", "--exact", "--clock", "off")
    report.add("8 bytes, half a round trip, 2 nodes", figures["message"], "instructions",
               "bare flag", figures["flag"], value_at_most=96)
    report.add("64 KiB to a neighbour, a byte", figures["message-64K"] / (64 * KIB),
               "instructions", None, None, value_at_most=0.5)
    for nodes, dimension in ((2, 1), (8, 3), (64, 6)):
        barrier = measure("barrier", (200, 3), "-n", str(nodes), "--exact", "--clock", "off")["barrier"]
        report.add(f"barrier, {nodes} nodes, a message", barrier / (nodes * dimension),
                   "instructions", "8 bytes, half a round trip", figures["message"], at_most=1.5)
    calls = measure("collectives", (2000, 1), "-n", "8", "--exact", "--clock", "off")
    for name in operations(calls):
        report.add(f"{name}, 8 bytes, 8 nodes, a call that comes again", calls[name],
                   "instructions", "its packets, each half a round trip",
                   calls[f"{name}-packets"] * figures["message"], at_most=2)


def operations(calls):
    """The names of what collectives.c has measured."""
    return [name for name in calls if not name.endswith(("-packets", "-bytes"))]


def sizes(report):
    """Calls that come again, by the bytes of a block, against their packets and bytes over links."""
    message = measure("message", (1000, 3), "-n", "2", "--exact", "--clock", "off")["message"]
    for nodes, calls in SIZE_CALLS.items():
        ratios = {}
        for size in SIZES:
            figures = measure("collectives", (calls, 1, size), "-n", str(nodes), "--exact",
                              "--clock", "off", "--heap", SIZES_HEAP)
            for name in operations(figures):
                least = figures[f"{name}-packets"] * message + figures[f"{name}-bytes"] * BYTE
                ratios.setdefault(name, {})[size] = figures[name] / least
        report.sizes[nodes] = ratios


def clock(report):
    """What clocks cost: counted instructions beside those of the same program without clocks."""
    without = measure("clock", (64,), "-n", "2", "--exact", "--clock", "off")
    for name, options, most in (("clock", (), 12), ("clock with link costs",
                                                    ("--ts", "1", "--th", "1", "--tw", "1"), 60)):
        figures = measure("clock", (64,), "-n", "2", "--exact", *options)
        for kind in ("send", "receive"):
            report.add(f"{name}: more for a {kind} of 8 bytes", figures[kind] - without[kind],
                       "instructions", None, None, value_at_most=most)
        report.add(f"{name}: more for a wait", figures["wait"], "instructions", None, None,
                   value_at_most=most)


def picked_policy(nodes):
    """(accelerator, spins) that cuberun picks by itself."""
    text = shlex.join(shown_command("-n", str(nodes)))
    return (re.search(r"thread=(\w+)", text).group(1),
            int(re.search(r"spins=(\d+)", text).group(1)))


def policy_times(nodes):
    """Nanoseconds a barrier, or None, by (accelerator, spins)."""
    def barrier(policy, amount):
        options = ("-n", str(nodes), "--accel", policy[0], "--spins", str(policy[1]))
        figures = measure("barrier", amount, *options)
        return figures and figures["barrier"]

    times = {}
    for accelerator in ("single", "multi"):
        slow = accelerator == "multi" and nodes > len(os.sched_getaffinity(0))
        for spins in SPINS:
            times[accelerator, spins] = barrier((accelerator, spins),
                                                SLOW_BARRIERS if slow else BARRIERS[nodes])
    best = min(filter(None, times.values()))
    for policy, nanoseconds in times.items():
        if nanoseconds and nanoseconds < NEAR * best:
            again = (barrier(policy, BARRIERS[nodes]) for _ in range(RUNS[nodes]))
            times[policy] = min(nanoseconds, *filter(None, again))
    return times


def policies(report):
    """Barrier times: cuberun's choice against bare flags, and against all other choices."""
    for nodes, (barriers, batches) in BARRIERS.items():
        picked = picked_policy(nodes)
        own = {}
        for _ in range(RUNS[nodes]):
            run = measure("barrier", (barriers, batches, "flags"), "-n", str(nodes))
            own = {name: min(run[name], own.get(name, run[name])) for name in run}
        times = policy_times(nodes)
        times[picked] = min(own["barrier"], times.get(picked) or own["barrier"])
        for accelerator in ("single", "multi"):
            report.policies.append(
                (nodes, accelerator, {spins: times[accelerator, spins] for spins in SPINS},
                 picked[1] if picked[0] == accelerator else None))
        report.add(f"barrier, {nodes} nodes", own["barrier"] / 1000, "us",
                   "barrier of bare flags, same waiting", own["flags"] / 1000, at_most=1.5)
        report.add(f"barrier, {nodes} nodes", own["barrier"] / 1000, "us",
                   "barrier of bare flags that only yield", own["yielding-flags"] / 1000)
        report.add(f"cuberun's policy, {nodes} nodes", times[picked] / 1000, "us",
                   "best policy of the table", min(filter(None, times.values())) / 1000,
                   at_most=1.1)


def memory(report):
    """The kernel's own memory: all but the program's images, stacks and heaps."""
    path = os.path.join(BUILD, "bench-memory.json")
    for nodes in (8, 64, 512):
        subprocess.run([CUBERUN, "-n", str(nodes), "--memory", MOST_MEMORY, "--stats", path, HELLO],
                       stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=True,
                       timeout=SECONDS)
        with open(path, encoding="utf-8") as file:
            kernel_bytes = json.load(file)["kernel"]["kernel_bytes"]
        report.add(f"kernel's memory a node, {nodes} nodes, -m {MOST_MEMORY}",
                   kernel_bytes / nodes / KIB, "KiB", None, None,
                   **({"value_at_most": 256} if nodes == 512 else {}))


def bandwidth(report):
    """Neighbour to neighbour, with one host thread: two copies."""
    for name, size, pairs in (("64 KiB", 64 * KIB, 20), ("1 MiB", KIB * KIB, 7)):
        figures = measure("bandwidth", (size, pairs), "-n", "2", "--accel", "single",
                          "--heap", "16M")
        report.add(f"{name} to a neighbour", figures["link"], "GB/s", "memcpy",
                   figures["memcpy"], at_least=0.4)
        for end in ("sender", "receiver"):
            report.add(f"{name}, worst place of the {end}'s buffer", figures[f"worst-{end}"],
                       "of memcpy", None, None, value_at_least=0.4)


PARTS = {part.__name__: part for part in (start, memory, exact, sizes, clock, bandwidth,
                                              policies)}


def main(words):
    """make bench."""
    for word in words:
        if word not in PARTS:
            raise Failure(STATUS_USAGE, f"there is no part {shown(word)}: there are "
                                        f"{', '.join(PARTS)}")
    report = Report()
    for name in words or PARTS:
        print(f"  {name:10}{PARTS[name].__doc__}", file=sys.stderr)
        PARTS[name](report)
    if report.figures:
        report.print_figures()
    report.print_sizes()
    if report.policies:
        report.print_policies()
    if not words:
        path = os.path.join(BUILD, "bench.json")
        report.write(path)
        print(f"\nwritten to {seen_from_here(path)}")
    return 0


if __name__ == "__main__":
    run("bench.py", __doc__, main)
