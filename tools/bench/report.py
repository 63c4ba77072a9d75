"""Results of make bench: printed as tables, written as JSON."""

from running.tool import write_json


class Report:
    """Figures, each beside what it is compared to and its limit; and tables of other kinds. `cubes`: the
    numbers of nodes on which calls are counted."""

    def __init__(self, cubes):
        self.cubes = cubes
        self.figures = []
        self.tables = {}  # by name: the data, and its lines of text

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

    def add_table(self, name, data, lines):
        """A table of another kind: what it shows, for the JSON, and its lines."""
        self.tables[name] = (data, lines)

    def print(self):
        """All of it."""
        if self.figures:
            print_aligned([("figure", "measured", "compared to", "that is", "ratio", "limit", ""),
                           *map(figure_row, self.figures)])
        for _, lines in self.tables.values():
            print("\n".join(lines))

    def write(self, path):
        """The same as JSON."""
        tables = {name: data for name, (data, _) in self.tables.items()}
        write_json(path, {"figures": self.figures, **tables})


def figure_row(figure):
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


def print_aligned(rows):
    """Rows of cells, each column as wide as its widest cell."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def grid(corner, columns, rows, limit, without=()):
    """Lines of a table of ratios: a row for each name of `rows`, which holds a ratio for each of
    `columns`; what is over the limit is marked, but for names and columns that have no limit."""
    width = max(len(name) for name in (corner, *rows))
    yield f"{corner:{width}}" + "".join(f"{column:>9}" for column in columns)
    for name, ratios in rows.items():
        cells = ("-" if column not in ratios else
                 f"{ratios[column]:.2f}" + ("!" if ratios[column] > limit and not {name, column} & {*without} else " ")
                 for column in columns)
        yield (f"{name:{width}}" + "".join(f"{cell:>9}" for cell in cells)).rstrip()


def count_lines(corner, columns, rows):
    """Lines of a table of large numbers: a row for each name of `rows`, as above."""
    width = max(len(name) for name in (corner, *rows))
    yield f"{corner:{width}}" + "".join(f"{column:>13}" for column in columns)
    for name, counts in rows.items():
        yield f"{name:{width}}" + "".join(f"{counts[column]:>13,.0f}" for column in columns)
