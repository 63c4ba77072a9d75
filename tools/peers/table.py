"""The output of the benchmark (tools/peers/benchmark.c), and a table of several outputs."""

import re

LINE = re.compile(r"(?P<operation>[a-z-]+) (?P<bytes>\d+) "
                  r"(?P<least>[\d.]+) (?P<lower>[\d.]+) (?P<median>[\d.]+) (?P<upper>[\d.]+)\s*$")
UNITS = ((1 << 20, "MiB"), (1 << 10, "KiB"), (1, "B"))
START = ("start", 0)  # seconds until the program's first line


def figures(lines):
    """{(operation, bytes): (lower quartile, median, upper quartile)} in microseconds. Lines of other
    kinds, such as a kernel's, are passed over."""
    found = {}
    for line in lines:
        match = LINE.match(line)
        if match:
            found[match["operation"], int(match["bytes"])] = tuple(
                float(match[name]) for name in ("lower", "median", "upper"))
    return found


def size_text(size):
    """A number of bytes."""
    for unit, name in UNITS:
        if size >= unit and size % unit == 0:
            return f"{size // unit} {name}"
    return ""


def number_text(number):
    """Three digits that count."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def spread_text(lower, median, upper):
    """The distance of the quartiles, in percent of the median."""
    return f"{(upper - lower) / median * 100:.0f} %" if median else ""


def cell(figure):
    """The median, and the spread."""
    return f"{number_text(figure[1])} +-{spread_text(*figure)}" if figure else "-"


def table(ranks, ours, peers):
    """Lines: a row for each operation and size, a column for us and two for each of `peers`, {name:
    figures}: what it took, and how many times our time that is."""
    names = list(peers)
    widths = [max(18, len(name)) for name in names]
    yield f"{ranks} ranks; microseconds a call: the median, and the distance of its quartiles"
    yield f'{"operation":<16} {"bytes":>7} {"graycube":>18}' + "".join(
        f" {name:>{width}} {'ratio':>7}" for name, width in zip(names, widths))
    keys = dict.fromkeys(key for each in [ours, *peers.values()] for key in each)
    for key in keys:
        if key == START:
            continue
        row = f"{key[0]:<16} {size_text(key[1]):>7} {cell(ours.get(key)):>18}"
        for name, width in zip(names, widths):
            row += f" {cell(peers[name].get(key)):>{width}} {ratio(ours, peers[name], key):>7}"
        yield row
    row = f'{"first line, s":<24} {seconds(ours):>18}'
    for name, width in zip(names, widths):
        row += f" {seconds(peers[name]):>{width}} {ratio(ours, peers[name], START):>7}"
    yield row


def seconds(found):
    """From the emulator's start to the program's first line."""
    return f"{found[START][1]:.2f}" if START in found else "-"


def ratio(ours, theirs, key):
    """How many times as long as we a peer takes."""
    if key not in ours or key not in theirs or not ours[key][1]:
        return "-"
    return number_text(theirs[key][1] / ours[key][1])
