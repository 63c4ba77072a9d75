"""Parts of make bench that count what calls cost, by operation and by the bytes of a block: calls
that come again, under --exact.

They are measured against what their packets and their bytes take at least: each link packet half a
round trip of 8 bytes, each byte over a link BYTE instructions (it is copied into a ring and out of
it), each byte that arrives to be combined COMBINED instructions more.
"""

from bench.measure import COUNTED, half_round_trip, measure, progress
from bench.report import grid

SIZES = (8, 32, 64, 256, 1024, 4096, 16384, 65536)
WAITING_SIZES = (8, 64, 1024)
HEAP = ("--heap", "32M")
BYTE = 0.35
COMBINED = 0.3
# By the number of nodes: calls of two batches, for blocks of up to LONG_BYTES and for longer ones;
# and how many times the least a call may cost.
LONG_BYTES = 1024
CALLS = {8: ((20, 100), (3, 9)), 64: ((3, 12), (2, 5))}
LIMITS = {8: 1.5, 64: 2.0}
OUT_OF_STEP = 1.1  # times what the same calls take in step


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
            if not name.endswith(("-packets", "-bytes")) and name != "barrier"]


def least_instructions(name, figures, combined, packet):
    """What a call takes at least."""
    link_bytes = figures[f"{name}-bytes"]
    # An operation may combine what has arrived with two things; what it has to do is once.
    to_combine = min(combined.get(name, 0), link_bytes)
    return figures[f"{name}-packets"] * packet + link_bytes * BYTE + to_combine * COMBINED


def ratios_of(nodes, size, packet):
    """What each operation costs, over the least."""
    figures = measure_calls(nodes, size)
    combined = measure("combined", (size,), "-n", str(nodes), *COUNTED, *HEAP)
    return {name: figures[name] / least_instructions(name, figures, combined, packet)
            for name in operations(figures)}


def sizes(report):
    """Calls that come again, by the bytes of a block, against their packets and bytes."""
    packet = half_round_trip()
    data, lines = {}, []
    for nodes, limit in LIMITS.items():
        rows = {}
        for size in SIZES:
            progress(f"{nodes} nodes, blocks of {size} bytes")
            for name, ratio in ratios_of(nodes, size, packet).items():
                rows.setdefault(name, {})[size] = ratio
        data[nodes] = rows
        lines += ["", f"Instructions of a call that comes again on {nodes} nodes, over {packet:.1f} for "
                  f"each link packet, {BYTE} for each byte",
                  f"over a link and {COMBINED} for each that arrives to be combined; above {limit:g} "
                  "marked:", *grid("bytes a block", SIZES, rows, limit)]
    report.add_table("sizes", data, lines)


def waiting(report):
    """What it costs that nodes get out of step."""
    data, lines = {}, []
    for nodes in CALLS:
        rows, counts = {}, {}
        for size in WAITING_SIZES:
            progress(f"{nodes} nodes, blocks of {size} bytes")
            figures = measure("waiting", (CALLS[nodes][0][1], 2, size), "-n", str(nodes), *COUNTED)
            for name in figures:
                if f"{name}-in-step" not in figures:
                    continue
                pair = (figures[name], figures[f"{name}-in-step"])
                counts.setdefault(name, {})[size] = pair
                rows.setdefault(name, {})[size] = pair[0] / pair[1]
        data[nodes] = counts
        lines += ["", f"Instructions of calls back to back on {nodes} nodes, over those of calls that "
                  "each begin in step;", f"above {OUT_OF_STEP} marked:",
                  *grid("bytes a block", WAITING_SIZES, rows, OUT_OF_STEP)]
    report.add_table("waiting", data, lines)
