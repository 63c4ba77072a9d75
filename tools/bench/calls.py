"""Parts of make bench that count the costs of repeated calls, by operation and by the bytes of a
block, under --exact. They are compared with the least costs of their packets and bytes: each link
packet half a round trip of 8 bytes, each byte over a link BYTE instructions (it is copied into a
ring and out of it), each byte that arrives to be combined COMBINED instructions more."""

from bench.measure import COUNTED, half_round_trip, measure, progress
from bench.report import count_lines, grid

SIZES = (8, 32, 64, 256, 1024, 4096, 16384, 65536)
FIRST_SIZE = 1024
HEAP = ("--heap", "32M")
BYTE = 0.35
COMBINED = 0.3
# By the number of nodes: calls of two batches, for blocks of up to LONG_BYTES and for longer ones;
# and how many times the least a call may cost.
LONG_BYTES = 1024
CALLS = {8: ((20, 100), (3, 9)), 64: ((3, 12), (1, 2))}
LIMITS = {8: 1.7, 64: 2.0}
FIRST_LIMIT = 2.5
# What has no limit: operations in which many nodes only call, and have no packet; and what a program does once.
IDLE = ("pm2i", "transfer")
ONCE = "selects"


def measure_calls(nodes, size):
    """Of collectives.c: packets and bytes of each operation, and what one more call of it costs. What
    a batch costs beside its calls is the same for batches of two lengths, and falls out."""
    few, many = CALLS[nodes][size > LONG_BYTES]
    runs = [measure("collectives", (calls, 1, size), "-n", str(nodes), *COUNTED, *HEAP)
            for calls in (few, many)]
    figures = dict(runs[0])
    for name in operations(figures):
        figures[name] = (runs[1][name] * many - runs[0][name] * few) / (many - few)
    return figures


def operations(figures):
    """The names of what collectives.c has measured, but for the barrier, which has no blocks."""
    return [name for name in figures
            if not name.endswith(("-packets", "-bytes", "-combined", "-first", "-select")) and name != "barrier"]


def over_least(name, figures, packet):
    """What a call costs, over what it takes at least. An operation may combine what has arrived with two things; what it
    has to do is once."""
    link_bytes = figures[f"{name}-bytes"]
    least = (figures[f"{name}-packets"] * packet + link_bytes * BYTE
             + min(link_bytes, figures[f"{name}-combined"]) * COMBINED)
    return figures[name] / least


def sizes(report):
    """Calls that come again, by the bytes of a block, against their packets and bytes."""
    packet = half_round_trip(3, *COUNTED)
    data, lines = {}, []
    for nodes in report.cubes:
        limit = LIMITS[nodes]
        ratios, costs = {}, {}
        for size in SIZES:
            progress(f"{nodes} nodes, blocks of {size} bytes")
            figures = measure_calls(nodes, size)
            for name in operations(figures):
                costs.setdefault(name, {})[size] = figures[name]
                ratios.setdefault(name, {})[size] = over_least(name, figures, packet)
        data[nodes] = {"over_least": ratios, "instructions": costs}
        lines += ["", f"Instructions of a call that comes again on {nodes} nodes:",
                  *count_lines("bytes a block", SIZES, costs),
                  "", f"The same over {packet:.1f} for each link packet, {BYTE} for each byte over a link and "
                  f"{COMBINED} for each byte", f"that arrives to be combined; above {limit:g} marked, but for {' and '.join(IDLE)}:",
                  *grid("bytes a block", SIZES, ratios, limit, IDLE)]
    report.add_table("sizes", data, lines)


def first(report):
    """First calls, of which no plan is kept, beside calls that come again."""
    data, lines = {}, []
    for nodes in report.cubes:
        progress(f"{nodes} nodes")
        calls = CALLS[nodes][0][1]
        figures = measure("collectives", (calls, 1, FIRST_SIZE, "first"), "-n", str(nodes), *COUNTED,
                          *HEAP)
        rows = {name: {"first": figures[f"{name}-first"] / figures[name],
                       "selects": figures[f"{name}-select"] / figures[name]}
                for name in operations(figures)}
        data[nodes] = rows
        lines += ["", f"Instructions of a first call with {FIRST_SIZE} bytes a block on {nodes} nodes, over "
                  "those of one that comes again,",
                  "and of one that has to select its algorithm, too, once in a program; of the first, above "
                  f"{FIRST_LIMIT:g} marked:",
                  *grid("", ("first", ONCE), rows, FIRST_LIMIT, (*IDLE, ONCE))]
    report.add_table("first", data, lines)
