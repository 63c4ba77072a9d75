"""Plots: data in columns, drawn by gnuplot as SVG and PNG."""

import os
import shutil
import subprocess
import tempfile

from running.failure import STATUS_USAGE, Failure
from running.tool import STATUS_FAILED

# Okabe and Ito's colours, which people tell apart who are blind to some of them.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7a5c00"]
TERMINALS = {".svg": "svg size {0},{1} font 'sans-serif,12' background 'white'",
             ".png": "pngcairo size {0},{1} font 'sans-serif,10' background 'white'"}


class Curve:
    """Points (x, y) with a title, or none where it is empty; dashed where they are not measured."""

    def __init__(self, title, points, colour, dashed=False):
        self.title, self.points, self.colour, self.dashed = title, points, colour, dashed

    def words(self, name):
        """How gnuplot draws it, from the data block of that name."""
        line = f"lc rgb '{COLOURS[self.colour % len(COLOURS)]}' lw 2"
        title = f"title '{quoted(self.title)}'" if self.title else "notitle"
        if self.dashed:
            return f"{name} using 1:2 with lines dt 2 {line} {title}"
        return f"{name} using 1:2 with linespoints pt {5 + self.colour % 8} ps 0.6 {line} {title}"


class Panel:
    """A diagram: its title, its axes, its curves, and marks (x, text) on the x axis. The x axis is
    logarithmic to the base 2, and the y axis to the base `y_base`, or linear where that is 0."""

    def __init__(self, title, x, y, curves, marks=(), y_base=10):
        self.title, self.x, self.y, self.curves = title, x, y, curves
        self.marks, self.y_base = marks, y_base

    def lines(self, number):
        """The gnuplot commands."""
        yield f"set title '{quoted(self.title)}'; set xlabel '{quoted(self.x)}'; " \
              f"set ylabel '{quoted(self.y)}'"
        yield "unset logscale; unset arrow; unset label; set logscale x 2"
        yield (f"set logscale y {self.y_base}; set yrange [*:*]" if self.y_base
               else "set yrange [0:*]")
        for place, (x, text) in enumerate(self.marks):
            yield (f"set arrow from first {x}, graph 0 to first {x}, graph 1 nohead dt 3 "
                   "lc rgb '#888888'")
            yield (f"set label '{quoted(text)}' at first {x}, graph {0.97 - 0.05 * (place % 4)} "
                   "font ',9' tc rgb '#444444' offset 0.3,0")
        names = []
        for curve_number, curve in enumerate(self.curves):
            names.append(f"$c{number}_{curve_number}")
            yield f"{names[-1]} << END"
            yield from (f"{x} {y}" for x, y in curve.points)
            yield "END"
        yield "plot " + ", \\\n  ".join(curve.words(name)
                                        for curve, name in zip(self.curves, names))


def quoted(text):
    """A text between single quotes of gnuplot."""
    return text.replace("'", "''")


def script(panels, columns, path, size):
    """The gnuplot commands that draw all panels to a file."""
    rows = (len(panels) + columns - 1) // columns
    terminal = TERMINALS[os.path.splitext(path)[1]].format(size[0] * columns, size[1] * rows)
    yield f"set terminal {terminal} noenhanced"
    yield f"set output '{quoted(path)}'"
    yield "set grid lc rgb '#dddddd'; set key outside right top samplen 2 spacing 0.9 font ',9'"
    yield f"set multiplot layout {rows},{columns}"
    for number, panel in enumerate(panels):
        yield from panel.lines(number)
    yield "unset multiplot; unset output"


def draw(panels, base, columns=2, size=(560, 420)):
    """Draws the panels to BASE.svg and BASE.png, by `size` units or pixels each. Returns the paths."""
    if not shutil.which("gnuplot"):
        raise Failure(STATUS_USAGE, "gnuplot: not installed (run 'make setup')")
    columns = max(1, min(columns, len(panels)))
    paths = [base + suffix for suffix in TERMINALS]
    with tempfile.NamedTemporaryFile("w", suffix=".gp", encoding="utf-8") as file:
        for path in paths:
            file.write("\n".join(script(panels, columns, path, size)) + "\n")
        file.flush()
        done = subprocess.run(["gnuplot", file.name], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(STATUS_FAILED, "gnuplot: failed:", done.stderr)
    return paths
