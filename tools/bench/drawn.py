"""The tables of make bench as diagrams: build/bench-NAME.svg and .png for each table."""

import os

from workbench.plot import Curve, Panel, draw


def curves(rows, key=None):
    """A curve for each name of `rows`, which holds a value for each place, or several of which `key` is
    asked for. What has no place on an axis of powers is left out."""
    for number, (name, values) in enumerate(rows.items()):
        points = [(place, value if key is None else value[key]) for place, value in values.items()]
        yield Curve(name, [point for point in points if point[0] and point[1]], number)


def sizes(data):
    """Instructions of calls, by the bytes of a block."""
    for nodes, tables in data.items():
        yield Panel(f"calls that come again on {nodes} nodes", "bytes a block", "instructions",
                    list(curves(tables["instructions"])))


def forms(data):
    """Calls of other forms over what they take at least."""
    for nodes, by_form in data.items():
        for form, rows in by_form.items():
            yield Panel(f"calls on {nodes} nodes: {form}", "bytes a block",
                        "instructions, over the least", list(curves(rows)), y_base=0)


def waiting(data):
    """Calls back to back, and dashed those that begin in step."""
    for nodes, tables in data.items():
        counts = tables["instructions"]
        in_step = [Curve("", curve.points, curve.colour, dashed=True) for curve in curves(counts, 1)]
        yield Panel(f"calls back to back on {nodes} nodes", "bytes a block",
                    "instructions; dashed: in step", [*curves(counts, 0), *in_step])


def policies(data):
    """Barriers, by how often a node looks before it sleeps."""
    rows = {f"{row['nodes']} nodes, {row['accelerator']}":
            {int(spins): time and time / 1000 for spins, time in row["nanoseconds_by_spins"].items()}
            for row in data}
    yield Panel("a barrier", "spins before a node sleeps", "microseconds", list(curves(rows)))


def computations(data):
    """Speed-up of whole programs, and dashed by the cost model."""
    programs = list(dict.fromkeys(row["program"] for row in data))
    lines = []
    for key, dashed in (("speedup", False), ("speedup_model", True)):
        for number, program in enumerate(programs):
            points = [(row["nodes"], row[key]) for row in data if row["program"] == program]
            lines.append(Curve("" if dashed else program, points, number, dashed))
    yield Panel("speed-up", "nodes", "dashed: by the cost model", lines, y_base=2)


DRAWN = (sizes, forms, waiting, policies, computations)


def draw_tables(tables, folder):
    """Draws those of the tables, data by name, of which there are diagrams. Returns the paths."""
    paths = []
    for panels in DRAWN:
        if panels.__name__ in tables:
            drawn = [panel for panel in panels(tables[panels.__name__]) if panel.curves]
            paths += draw(drawn, os.path.join(folder, f"bench-{panels.__name__}"))
    return paths
