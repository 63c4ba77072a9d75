"""Parts of make bench that count: the same in every run, and on every machine."""

import json
import os
import tempfile

from bench.measure import COUNTED, CUBERUN, HELLO, KIB, is_quick, measure, table_of, wall_time

MOST_MEMORY = "2G"  # of a machine of 512 nodes
MOST_PASSED = {"round-trip": 150, "burst": 90}  # instructions of a node; in round trips others look meanwhile


def memory(report):
    """The kernel's own memory: all but the program's images, stacks and heaps."""
    for nodes in (8,) if is_quick() else (8, 64, 128, 256, 512):
        with tempfile.TemporaryDirectory() as folder:  # somebody else may measure at the same time
            path = os.path.join(folder, "stats")
            wall_time([CUBERUN, "-n", str(nodes), "--parts", "1", "--memory", MOST_MEMORY, "--stats", path, HELLO])
            with open(path, encoding="utf-8") as file:
                kernel_bytes = json.load(file)["kernel"]["kernel_bytes"]
        report.add(f"kernel's memory a node, {nodes} nodes, -m {MOST_MEMORY}",
                   kernel_bytes / nodes / KIB, "KiB", None, None,
                   **({"value_at_most": 640} if nodes == 512 else {}))


def exact(report):
    """Instructions of packets, messages and barriers, of all nodes together."""
    links = [float(link) / 2 for _, link, *_ in table_of("messages", (200, 3), "-n", "2", *COUNTED)]
    flag = measure("barrier", (1000, 3, "flags"), "-n", "2", *COUNTED)["yielding-flags"] / 2
    report.add("8 bytes, half a round trip, 2 nodes", links[0], "instructions", "bare flag", flag, value_at_most=96)
    report.add("64 KiB to a neighbour, a byte", links[-1] / (64 * KIB), "instructions", None, None, value_at_most=0.5)
    for nodes, dimension in ((2, 1), (8, 3), (64, 6)):
        barrier = measure("barrier", (200, 3), "-n", str(nodes), *COUNTED)["barrier"]
        report.add(f"barrier, {nodes} nodes, a message", barrier / (nodes * dimension),
                   "instructions", "8 bytes, half a round trip", links[0], at_most=1.5)


def messages(report):
    """Messages between any two nodes beside those between neighbours."""
    for size, link, message, _ in table_of("messages", (200, 3), "-n", "2", *COUNTED):
        most = {"8": 1.5, str(64 * KIB): 1.1}.get(size)
        report.add(f"cube_send and cube_recv of {size} bytes, there and back", float(message),
                   "instructions", "on a link", float(link), **({"at_most": most} if most else {}))
    for name, *_, passed in table_of("messages", (200, 3), "-n", "8", *COUNTED):
        report.add(f"{name}: each node that it passes", float(passed), "instructions", None, None,
                   **({"value_at_most": MOST_PASSED[name]} if name in MOST_PASSED else {}))


def failing(report):
    """What links cost that may fail and do not: instructions of all nodes beside those without."""
    def figures(*options):
        found = measure("barrier", (200, 3), "-n", "8", *COUNTED, *options)
        trips = table_of("messages", (200, 3), "-n", "8", *COUNTED, *options)
        return {**found, **{name: float(near) for name, near, *_ in trips}}
    usual, late = figures(), figures("--fail-link", f"0:0@{1 << 40}")
    for name, figure, messages, most in (("barrier", "barrier, 8 nodes", 1, 1),
                                         ("round-trip", "8 bytes, a round trip", 1, 1),
                                         ("burst", "8 bytes, in bursts of 64", 65, 1.05)):  # and one back
        if name not in usual:  # a quick run has the table of another number of nodes
            continue
        report.add(f"a link may fail: {figure}", late[name] / messages, "instructions",
                   "none may", usual[name] / messages, at_most=most)


def mpi(report):
    """Messages of MPI beside cube_send and cube_recv."""
    figures = {name: float(value) for name, value in table_of("mpi_messages", (1000, 3), "-n", "2",
                                                              *COUNTED)}
    call = "MPI_Send and MPI_Recv of 8 bytes"
    for name, figure, more, limit in (
            ("mpi", f"{call}, half a round trip: beyond the cube's", "cube", 150),
            ("mpi-any", f"{call}, from MPI_ANY_SOURCE: beyond one source", "mpi", 30)):
        report.add(figure, figures[name] - figures[more], "instructions", None, None,
                   value_at_most=limit)
    report.add("MPI_Send and MPI_Recv of 64 KiB", figures["mpi-64K"], "instructions",
               "cube_send and cube_recv", figures["cube-64K"], at_most=1.15)
    kept = 1000  # messages, of which half are looked at on the way to one
    report.add("MPI_Recv of 1,000 unexpected messages in reverse order, each",
               figures["kept-reverse"], "instructions", None, None,
               value_at_most=60 + 8 * (kept + 1) / 2)


def mpi_collectives(report):
    """Collective calls of MPI on the world beside the cube's own."""
    for nodes in (8, 64):
        for name, own, others, more in table_of("mpi_collectives", (200, 2), "-n", str(nodes),
                                                *COUNTED):
            report.add(f"MPI: {name} of 8 bytes, {nodes} nodes, a node", float(others),
                       "instructions", f"cube_{name}", float(own))
            report.add("    more than that", float(more), "instructions", None, None,
                       value_at_most=80)


def mpi_types(report):
    """Derived datatypes of MPI beside loops written by hand."""
    figures = {line[0]: line[1:] for line in table_of("mpi_types", (), "-n", "1", *COUNTED)}
    for name, figure, kind, most in (
            ("words", "MPI_Pack of doubles at a stride, each", "value", 4),
            ("floats", "    of floats", "value", 4),
            ("unpack-words", "MPI_Unpack of doubles at a stride, each", "value", 4),
            ("twovec", "MPI_Pack of pairs of doubles at a stride (twovec), each", "ratio", 2),
            ("nestvec", "    of a vector of vectors of doubles (nestvec), each", "ratio", 2),
            ("indexperf", "    of doubles by an index (indexperf), each", "ratio", 2),
            ("blocks", "    of blocks of 256 bytes, each", "ratio", 1.2),
            ("making", "MPI_Type_vector of 16,384 vectors", "ratio", 1)):
        own, other = map(float, figures[name])
        beside = {"making": "of 4 vectors", "blocks": "memcpy"}.get(name, "a loop in C")
        report.add(figure, own, "instructions", beside, other,
                   **({"value_at_most": most} if kind == "value" else {"at_most": most}))


def clock(report):
    """What clocks cost: counted instructions beside those of the same program without clocks."""
    without = measure("clock", (64,), "-n", "2", *COUNTED)
    for name, options, most in (("clock", (), 15), ("clock with link costs",
                                                    ("--ts", "1", "--th", "1", "--tw", "1"), 60)):
        figures = measure("clock", (64,), "-n", "2", "--exact", *options)
        for kind in ("send", "receive"):
            report.add(f"{name}: more for a {kind} of 8 bytes", figures[kind] - without[kind],
                       "instructions", None, None, value_at_most=most)
        report.add(f"{name}: more for a wait", figures["wait"], "instructions", None, None,
                   value_at_most=most)
