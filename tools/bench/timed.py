"""Parts of make bench that measure time: each figure beside its reference in the same run. The least
of several runs in turn counts, for other work on the host only ever adds to them."""

import os
import re
import shlex

from running.host import processors
from running.machine import HUGE_PAGES
from bench.measure import (BUILD, CUBERUN, HELLO, KIB, bench_program, half_round_trip, is_quick, least, measure,
                           progress, shown_command, table_of, wall_time)

MPIEXEC = os.path.join(os.path.dirname(CUBERUN), "mpiexec")
ORDERS, ORDER_RUNS = 60, 2
START_RUNS = {8: 9, 64: 7, 512: 3}
START_MOST = {8: 2.5, 64: 2, 512: 1}  # times the emulator alone, which starts all cores on one host core
ONE_PART = ("--parts", "1")
BARE_BYTES = 16 * KIB   # of a block of the total exchange that is compared to bare copies
SCALE_BYTES = KIB       # of a block of the total exchanges by which 64 and 512 nodes are compared
SCALE_HEAP = "4M"
# Barriers a batch, batches: short ones, so that some find the host undisturbed.
BARRIERS = {2: (4000, 60), 8: (400, 60), 64: (20, 80), 512: (4, 40)}
SLOW_BARRIERS = (2, 2)  # where a barrier takes milliseconds
SPINS = (1, 30, 1000, 30000)
NEAR = 3  # times the best policy: what is measured again, for noise decides between neighbours
# Runs of what is measured again. Two host threads are twice as fast in some runs as in others,
# wherever the host happens to have put them: only the best of many runs compares policies.
RUNS = {2: 10, 8: 3, 64: 3, 512: 3}


def null_command(nodes):
    """The emulator as cuberun starts it, with a kernel that ends at its first instruction."""
    command = shown_command("-n", str(nodes), *ONE_PART)
    for option, value in (("-kernel", os.path.join(BUILD, "tools", "bench", "null.img")),
                          ("-initrd", HELLO)):
        command[command.index(option) + 1] = value
    return ["env", *(f"{name}={value}" for name, value in HUGE_PAGES.items()), *command]


def start(report):
    """From the shell's prompt to the next, against a kernel that ends at once."""
    for nodes, runs in START_RUNS.items():
        hello = [CUBERUN, "-n", str(nodes), HELLO]
        null = null_command(nodes)
        data = [CUBERUN, "-n", str(nodes), bench_program("data")]
        of_hello, of_null, of_data = map(min, zip(*(map(wall_time, (hello, null, data)) for _ in range(runs))))
        report.add(f"start: cuberun -n {nodes} hello", of_hello, "s", "kernel that ends at once", of_null,
                   at_most=START_MOST[nodes])
        report.add(f"start: {nodes} processes, 1 MiB of data each", of_data, "s", "hello", of_hello, at_most=2)


def orders(report):
    """Orders of mpiexec --explore on one host core, against a boot of each, which --limit asks for."""
    explore = ["taskset", "-c", str(min(os.sched_getaffinity(0))), MPIEXEC, "-n", "8", f"--explore=runs={ORDERS}"]
    program, again, booted = bench_program("mpi_orders"), [], []
    for _ in range(ORDER_RUNS):
        again.append(wall_time([*explore, program]))
        booted.append(wall_time([*explore, "--cube", "--limit 1000000000", program]))
    report.add("explore: orders of 8 ranks on a core", ORDERS / min(again), "1/s", "a boot of each", ORDERS / min(booted),
               at_least=2)


def bandwidth(report):
    """Neighbour to neighbour: two copies, with one host thread, and with two that overlap."""
    for name, size, pairs in (("64 KiB", 64 * KIB, 20), ("1 MiB", KIB * KIB, 7)):
        figures = measure("bandwidth", (size, pairs), "-n", "2", "--accel", "single",
                          "--heap", "16M")
        report.add(f"{name} to a neighbour", figures["link"], "GB/s", "memcpy",
                   figures["memcpy"], at_least=0.4)
        for end in ("sender", "receiver"):
            report.add(f"{name}, worst place of the {end}'s buffer", figures[f"worst-{end}"],
                       "of memcpy", None, None, value_at_least=0.4)
    rates = [measure("bandwidth", (KIB * KIB, 7, "first"), "-n", "2", "--heap", "16M")
             for _ in range(RUNS[2])]
    best = least({name: 1 / rate for name, rate in run.items()} for run in rates)
    report.add("1 MiB to a neighbour, two host threads", KIB * best["link"], "us", "memcpy",
               KIB * best["memcpy"], at_most=1.3)


def bulk(report):
    """Total exchanges against bare copies by the same path, and by the number of nodes."""
    figures = least(measure("bare", (1, 1 if is_quick() else 5, BARE_BYTES), "-n", "64", *ONE_PART) for _ in range(RUNS[64]))
    report.add("total exchange of 16 KiB, 64 nodes", figures["exchange"] / 1e6, "ms",
               "bare copies", figures["bare"] / 1e6, at_most=2)
    a_byte = {}
    for nodes, dimension, batches in ((64, 6, 20), (128, 7, 9), (256, 8, 5), (512, 9, 3)):
        progress(f"{nodes} nodes")
        figures = least(measure("bare", (1, batches, SCALE_BYTES), "-n", str(nodes), "--heap",
                                SCALE_HEAP, *ONE_PART) for _ in range(RUNS[64]))
        link_bytes = nodes * dimension * nodes / 2 * SCALE_BYTES
        a_byte[nodes] = figures["exchange"] / link_bytes
        report.add(f"total exchange of 1 KiB, {nodes} nodes, a byte over a link", a_byte[nodes],
                   "ns", "64 nodes", a_byte[64], **({"at_most": 1.7} if nodes == 512 else {}))


# ---- Parts

# What is measured: its name, nodes, a program of this folder with its words, the figure; and the most that two parts
# may take of the time of one.
IN_PARTS = (("barrier, 64 nodes", 64, "barrier", (20, 80), "barrier", 0.62),
            ("barrier, 256 nodes", 256, "barrier", (8, 40), "barrier", 0.55),
            ("total exchange of 64 B, 64 nodes", 64, "bare", (1, 40, 64), "exchange", 0.55),
            ("total exchange of 1 KiB, 64 nodes", 64, "bare", (1, 20, KIB), "exchange", 0.58))
# Operations and their algorithms, of which a call is measured on a cube of the most nodes that one part can have, and on
# larger ones, which are in more parts than most hosts have cores.
WIDE_NODES = (512, 1024, 4096)
WIDE_SECONDS = 600  # the largest cube is in more emulators than a host has cores
WIDE = (("barrier", "barrier"), ("alltoall", "alltoall-exchange"), ("allreduce", "allreduce-exchange"),
        ("aspc", "aspc"))
COLLECTIVE = os.path.join(BUILD, "programs", "collective")
CYCLES = -3  # of the columns that it prints
# Programs, by their whole time but that of node 0 alone, which finds the same once more, to compare.
WHOLE = (("jacobi", "--size", "4K"), ("cg", "--size", "65536", "--iterations", "100"))
WHOLE_QUICKLY = (("jacobi", "--size", "256"), ("cg", "--size", "256", "--iterations", "2"))


def call_time(nodes, operation, algorithm):
    """Nanoseconds of a call of blocks of 8 bytes at the slowest node: the least of several."""
    words = (operation, "--algorithm", algorithm, "--bytes", 8, "--repetitions", RUNS[512])
    lines = table_of(COLLECTIVE, words, "-n", str(nodes), seconds=WIDE_SECONDS)
    return float([line for line in lines if line[:1] == [algorithm]][-1][CYCLES])  # below a head


def in_parts(take):
    """The least that `take` measures of a cube of one part, and of one of two, by their number."""
    return map(min, zip(*((take("1"), take("2")) for _ in range(RUNS[64]))))


def parts(report):
    """Cubes of two parts beside those of one: a host core each."""
    if processors() < 2:
        return
    for name, nodes, program, words, figure, most in IN_PARTS:
        if is_quick():
            nodes, words = min(nodes, 8), (1, 1, *words[2:])
        one, two = in_parts(lambda count: measure(program, words, "-n", str(nodes), "--parts", count)[figure])
        report.add(f"{name}, two parts", two / 1000, "us", "one part", one / 1000, at_most=most)
    one, two = in_parts(lambda count: half_round_trip(20, "--parts", count))
    report.add("8 bytes between two parts, half a round trip, two parts", two / 1000, "us", "one part", one / 1000)
    flags = min(measure("barrier", (2000, 20, "flags"), "-n", "2", "--parts", "2")["flags"] for _ in range(RUNS[64]))
    report.add("8 bytes between two parts, half a round trip, two parts", two / 1000, "us",  # lines of the cache go from core to core
               "barrier of bare flags, two parts", flags / 1000, at_most=1.5)
    for program, *words in WHOLE_QUICKLY if is_quick() else WHOLE:
        command = [os.path.join(BUILD, "programs", f"{program}.elf"), *words]
        one, two = in_parts(lambda count: wall_time([CUBERUN, "-n", "8" if is_quick() else "64", "--parts", count, *command]))
        alone = min(wall_time([CUBERUN, "-n", "1", *command]) for _ in range(RUNS[64])) / 2  # it finds all twice
        report.add(f"{program} on 64 nodes, two parts", two - alone, "s", "one part", one - alone, at_most=0.65)
    for operation, algorithm in WIDE:
        progress(operation)
        narrow, *wide = (4, 8) if is_quick() else WIDE_NODES
        shortest = call_time(narrow, operation, algorithm)
        for nodes in wide:
            report.add(f"{operation} of 8 bytes, {nodes:,} nodes", call_time(nodes, operation, algorithm) / 1e6, "ms",
                       f"{narrow} nodes", shortest / 1e6)


# ---- The waiting policy

def picked_policy(nodes):
    """(accelerator, spins) that cuberun picks by itself."""
    text = shlex.join(shown_command("-n", str(nodes), *ONE_PART))
    return (re.search(r"thread=(\w+)", text).group(1),
            int(re.search(r"spins=(\d+)", text).group(1)))


def amount_of(nodes):
    """Barriers a batch, batches."""
    return SLOW_BARRIERS if is_quick() else BARRIERS[nodes]


def policy_times(nodes):
    """Nanoseconds a barrier, or None, by (accelerator, spins)."""
    def barrier(policy, amount):
        options = ("-n", str(nodes), "--accel", policy[0], "--spins", str(policy[1]))
        figures = measure("barrier", amount, *options)
        return figures and figures["barrier"]

    times = {}
    for accelerator in ("single", "multi"):
        slow = accelerator == "multi" and nodes > processors()
        for spins in SPINS:
            times[accelerator, spins] = barrier((accelerator, spins),
                                                SLOW_BARRIERS if slow else amount_of(nodes))
    best = min(filter(None, times.values()))
    for policy, nanoseconds in times.items():
        if nanoseconds and nanoseconds < NEAR * best:
            again = (barrier(policy, amount_of(nodes)) for _ in range(RUNS[nodes]))
            times[policy] = min(nanoseconds, *filter(None, again))
    return times


def policy_lines(rows):
    """The table of accelerators and spins."""
    yield ""
    yield ("Microseconds a barrier, by accelerator and spins before a node sleeps "
           "(* what cuberun picks):")
    yield f'{"nodes":>6} {"accelerator":>12}' + "".join(f"{spins:>12}" for spins in SPINS)
    for row in rows:
        cells = row["nanoseconds_by_spins"]
        texts = (("too slow" if cells[spins] is None else f"{cells[spins] / 1000:,.1f}")
                 + ("*" if row["picked_spins"] == spins else " ") for spins in SPINS)
        yield (f'{row["nodes"]:>6} {row["accelerator"]:>12}'
               + "".join(f"{text:>12}" for text in texts))


def policies(report):
    """Barrier times: cuberun's choice against bare flags, and against all other choices."""
    rows = []
    for nodes in BARRIERS:
        progress(f"{nodes} nodes")
        picked = picked_policy(nodes)
        own = least(measure("barrier", (*amount_of(nodes), "flags"), "-n", str(nodes), *ONE_PART)
                    for _ in range(RUNS[nodes]))
        times = policy_times(nodes)
        times[picked] = min(own["barrier"], times.get(picked) or own["barrier"])
        rows += [{"nodes": nodes, "accelerator": accelerator,
                  "picked_spins": picked[1] if picked[0] == accelerator else None,
                  "nanoseconds_by_spins": {spins: times[accelerator, spins] for spins in SPINS}}
                 for accelerator in ("single", "multi")]
        report.add(f"barrier, {nodes} nodes", own["barrier"] / 1000, "us",
                   "barrier of bare flags, same waiting", own["flags"] / 1000,
                   at_most=3 if nodes == 2 else 1.5)
        report.add(f"barrier, {nodes} nodes", own["barrier"] / 1000, "us",
                   "barrier of bare flags that only yield", own["yielding-flags"] / 1000)
        report.add(f"cuberun's policy, {nodes} nodes", times[picked] / 1000, "us",
                   "best policy of the table", min(filter(None, times.values())) / 1000,
                   at_most=1.1)
    report.add_table("policies", rows, list(policy_lines(rows)))
