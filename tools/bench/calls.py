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
# By the number of nodes: calls a batch for blocks of up to LONG_BYTES, for longer ones, and how many
# times the least a call may cost.
LONG_BYTES = 1024
CALLS = {8: (100, 10), 64: (5, 2)}
LIMITS = {8: 1.5, 64: 2.0}
OUT_OF_STEP = 1.1  # times what the same calls take in step


def call_costs(figures, calls):
    """Instructions of a call of each operation that collectives.c has measured: so many between two
    barriers, which are taken off. What it has measured of barriers are as many and these two."""
    two_barriers = 2 * figures["barrier"] / (calls + 2)
    return {name: cost - two_barriers for name, cost in figures.items()
            if not name.endswith(("-packets", "-bytes")) and name != "barrier"}


def least_instructions(name, figures, combined, packet):
    """What a call takes at least."""
    link_bytes = figures[f"{name}-bytes"]
    # An operation may combine what has arrived with two things; what it has to do is once.
    to_combine = min(combined.get(name, 0), link_bytes)
    return figures[f"{name}-packets"] * packet + link_bytes * BYTE + to_combine * COMBINED


def ratios_of(nodes, size, packet):
    """What each operation costs, over the least."""
    calls = CALLS[nodes][size > LONG_BYTES]
    figures = measure("collectives", (calls, 1, size), "-n", str(nodes), *COUNTED, *HEAP)
    combined = measure("combined", (size,), "-n", str(nodes), *COUNTED, *HEAP)
    return {name: cost / least_instructions(name, figures, combined, packet)
            for name, cost in call_costs(figures, calls).items()}


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
    for nodes, (calls, _) in CALLS.items():
        rows, counts = {}, {}
        for size in WAITING_SIZES:
            progress(f"{nodes} nodes, blocks of {size} bytes")
            figures = measure("waiting", (2 * calls, 2, size), "-n", str(nodes), *COUNTED)
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
