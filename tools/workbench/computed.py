"""The catalogue's counts and times on cubes that are not run, of up to 65536 nodes: by the formulas of the
algorithms, and by walks through all nodes of those schedules that are short enough."""

import os
import subprocess

from running import RESULTS
from running.failure import Failure
from running.numbers import count_of
from running.tool import STATUS_FAILED, seen_from_here, write_json
from workbench.own import host_tool

MOST_NODES = 1 << 16
MOST_PARTS = 1 << 21  # of nodes in steps: what is walked through in all takes half a minute
FIELDS = ("operation", "algorithm", "ports", "usual", "case", "packets", "blocks", "steps", "bound", "open",
          "link_packets", "link_words", "starts", "chain_blocks", "hops", "exactness", "counted")
NUMBERS = ("packets", "blocks", "steps", "bound", "link_packets", "link_words", "starts", "chain_blocks",
           "hops")
EXPLAINED = """\
computed: no node has run. Counts and times are those of the algorithms' formulas; "walk":
the schedule was also walked through, all nodes in all steps, with the same result;
"formula": too many steps for a walk, but the formulas are proved on smaller cubes
k: packets of a pipelined message; blocks: of node 0 at the start; bound: least steps of any
algorithm of the port model with packets of this size (?: none here reaches it)
link packets, words, bytes: each packet, block and byte once for each link that it passes;
link use: of all links in all steps; predicted: by the cost model, as by clocks with free
instructions (<=: it may be less; -: no formula for one port)
*: the usual algorithm of the port model
"""


def read_row(line, nodes, costs, block_bytes):
    """A row from a line of the host's tool (tools/workbench/formulas.c). The product of a count and a size
    may need more than 64 bits."""
    row = dict(zip(FIELDS, line.split("\t")))
    for field in NUMBERS:
        row[field] = int(row[field])
    row["usual"], row["open"] = row["usual"] == "usual", row["open"] == "open"
    exactness = row.pop("exactness")
    start, hop, byte = (int(costs[name]) for name in ("--ts", "--th", "--tw"))
    row["predicted"] = (None if exactness == "none" else row["starts"] * start + row["hops"] * hop
                        + row["chain_blocks"] * block_bytes * byte)
    row["at_most"] = exactness == "most" or (exactness == "hops" and hop > 0)
    return {**row, "link_bytes": row["link_words"] * block_bytes, "nodes": nodes, "bytes": block_bytes}


def cells(row):
    """The cells of a row of the Markdown table."""
    links = row["nodes"] * (row["nodes"].bit_length() - 1) * row["steps"]
    use = 100 * row["link_packets"] / links if links else 0
    predicted = "-" if row["predicted"] is None else ("<= " if row["at_most"] else "") + str(row["predicted"])
    return [row["operation"], row["algorithm"] + (" *" if row["usual"] else ""), row["ports"], row["case"],
            row["packets"], row["blocks"], row["steps"], str(row["bound"]) + (" ?" if row["open"] else ""),
            row["link_packets"], row["link_words"], row["link_bytes"], f"{use:.0f} %", predicted,
            row["counted"]]


def table(rows):
    """The lines of the Markdown table."""
    yield ("| operation | algorithm | ports | case | k | blocks | steps | bound | link packets | link words "
           "| link bytes | link use | predicted | by |")
    yield "|---|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|"
    for row in rows:
        yield "| " + " | ".join(map(str, cells(row))) + " |"


def compute(nodes, costs, block_bytes, aligned):
    """Prints the table of a cube, its lines through `aligned`, and writes build/table-NODES.json."""
    done = subprocess.run([host_tool("workbench/formulas", None), str(nodes), costs["--ports"], str(MOST_PARTS)],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(STATUS_FAILED, done.stderr.strip() or f"counts on {count_of(nodes, 'node')}: not computed")
    lines = done.stdout.splitlines()
    rows = [read_row(line, nodes, costs, block_bytes) for line in lines if "\t" in line]
    missing = [line for line in lines if "\t" not in line]
    print(f"Every algorithm on {count_of(nodes, 'node')}, blocks of {block_bytes} bytes: "
          "computed, not run\n")
    print("\n".join(aligned(list(table(rows)))))
    print(f"\n{EXPLAINED}")
    if missing:
        print(f"impossible on this cube: {', '.join(missing)}\n")
    path = os.path.join(RESULTS, f"table-{nodes}.json")
    write_json(path, rows)
    walked = sum(row["counted"] == "walk" for row in rows)
    print(f"{len(rows)} rows computed, {walked} of them walked through as well; written to {seen_from_here(path)}")
    return 0
