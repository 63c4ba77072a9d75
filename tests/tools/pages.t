#!/usr/bin/python3
"""The pages of the documentation: their links lead somewhere, and what they list is all there is: the
kernel's options, MPI's functions, the terms in their order, the pages themselves. Prints TAP."""

import fnmatch
import glob
import os
import re
import subprocess
import sys

sys.path.insert(0, "tests")
sys.dont_write_bytecode = True

from tap import finish, ok

PAGES = ["README.md", "CONTRIBUTING.md", *sorted(glob.glob("docs/*.md")),
         *sorted(glob.glob("labs/**/*.md", recursive=True))]
INDEX = "docs/README.md"
LINK = re.compile(r"(?<!`)\[[^]\n]*\]\(([^)\s]+)\)")
OPTION = re.compile(r'^    \[([A-Z]+)\] = \{"(\w+)", ([A-Z]+), [^,]+, [^,]+, ([^,]+), (?:"([^"]*)"|NULL)\},$',
                    re.M)
CHOICE = re.compile(r'^    \[([A-Z]+)\] = \{"(\w+)", "(\w+)"\},$', re.M)  # the first is what 0 means
UNITS = {"KIB": "K", "MIB": "M", "GIB": "G"}


def read(path):
    """The text of a file."""
    with open(path, encoding="utf-8") as file:
        return file.read()


def prose(text):
    """A page without its listings."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def anchors(text):
    """The names by which the headings of a page can be linked to, as GitHub and others make them."""
    found = []
    for heading in re.findall(r"^#+ (.*)$", prose(text), re.M):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.append(f"{name}-{found.count(name)}" if name in found else name)
    return found


def broken(path, text):
    """The links of a page that lead nowhere."""
    for link in LINK.findall(prose(text)):
        name, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", name):
            continue  # an address outside
        target = os.path.normpath(os.path.join(os.path.dirname(path), name))
        if name and not os.path.exists(target):
            yield f"{link}: there is no {target}"
        elif anchor and anchor not in anchors(read(target) if name else text):
            yield f"{link}: there is no such heading"


def cells_of(text):
    """The rows of a page's tables, each a list of cells."""
    for line in prose(text).splitlines():
        if line.startswith("| ") and line.endswith(" |"):
            yield [cell.strip() for cell in line[2:-2].split(" | ")]


def rings(place):
    """The sizes of rings that kernel/links.c has, direct ones (place 0) or routed ones, in words."""
    steps = []
    for dimension, *sizes in re.findall(r"^    \{(\w+), \{(\d+) \* KIB, (\d+) \* KIB\}\},$",
                                        read("kernel/links.c"), re.M):
        dimension = 12 if dimension == "CUBE_MAX_DIMENSION" else int(dimension)
        if steps and steps[-1][0] == sizes[place]:
            steps.pop()
        steps.append((sizes[place], 1 << dimension))
    words = [f"{size}K up to {nodes}" for size, nodes in steps]
    return ", ".join([words[0] + " nodes", *words[1:]])


def check_options():
    """docs/options.md has the options of the kernel's parser, with their values and defaults."""
    parser = read("kernel/options.c")
    choices = {option: words[0] for option, *words in CHOICE.findall(parser)}
    known = {}
    for option, name, kind, default, wanted in OPTION.findall(parser):
        number, _, unit = choices.get(option, default).partition(" * ")
        known[name if kind == "FLAG" else name + "="] = (
            wanted or "no value", number + UNITS[unit] if unit else number)
    rows = {cells[0].strip("`"): cells for cells in cells_of(read("docs/options.md"))
            if cells[0].startswith("`")}
    ok(known and rows.keys() == known.keys(), "the page of options has those of the kernel's parser",
       f"{known.keys() ^ rows.keys()} are not in both")
    for name, (wanted, default) in known.items():
        cells = rows.get(name, [name, "", "", ""])
        ok(cells[1] == wanted, f"{name} takes {wanted}", cells[1])
        # 0 is the parser's word for a default that is settled elsewhere.
        ok(default == "0" or cells[2] == default, f"    and is {cells[2]} without a value", default)
    for place, name in enumerate(("direct=", "routed=")):
        ok(rows[name][2] == rings(place), f"{name} has the sizes of kernel/links.c", rings(place))
    for constant, name in (("SPINS", "spins="), ("SPINS_CROWDED", "spins="), ("TICK", "tick="),
                           ("TICK_EXACT", "tick="), ("TICK_EXACT_MOST", "tick=")):
        value = re.search(rf"^{constant} = (\d+)$", read("tools/running/sharing.py"), re.M)[1]
        ok(re.search(rf"\b{value}\b", rows[name][3]), f"{name} tells cuberun's {value}")


def check_mpi():
    """docs/mpi_to_cube.md has each function of mpi.h, and names nothing that there is not."""
    functions = set(re.findall(r"\bMPI_[A-Z]\w*(?=\()", subprocess.run(
        ["gcc", "-E", "-Iinclude", "include/mpi_functions.h"], capture_output=True, text=True,
        check=False).stdout))
    text = read("docs/mpi_to_cube.md")
    named = set(re.findall(r"`(MPI_[\w*]+)`", text))
    missing = [name for name in sorted(functions)
               if not any(fnmatch.fnmatchcase(name, pattern) for pattern in named)]
    ok(functions and not missing, f"all {len(functions)} functions of MPI have their place", missing)
    declared = functions | set(re.findall(r"\bMPI_\w+", read("include/mpi.h")))
    refused = read("include/mpi_refused.h")
    unknown = [name for name in named if not fnmatch.filter(declared, name)
               and not re.search(rf"\b{name.removeprefix('MPI_')}\b", refused)]
    ok(not unknown, "and there is no other", unknown)
    header = read("include/cube.h")
    unknown = [name for name in set(re.findall(r"\bcube_\w+", text))
               if not re.search(rf"\b{name}\b", header)]
    ok(not unknown, "what takes their place is in cube.h", unknown)


def check_glossary():
    """The terms are in order, once each, and each has a link."""
    rows = [cells for cells in cells_of(read("docs/glossary.md")) if cells[0] != "term"]
    terms = [cells[0].lower() for cells in rows]
    ok(len(terms) > 50 and terms == sorted(set(terms)), "the terms are in order",
       [pair for pair in zip(terms, terms[1:]) if pair[0] >= pair[1]])
    odd = [cells[0] for cells in rows if len(cells) != 3 or not LINK.search(cells[2])]
    ok(not odd, "each says where it lives", odd)


def main():
    """The tests."""
    for path in PAGES:
        found = list(broken(path, read(path)))
        ok(not found, f"the links of {path} lead somewhere", "\n".join(found))
    text = "# One\n[a](#one) [b](none.md) [c](#two) `[d](e)`\n```\n[f](g)\n```\n"
    ok(len(list(broken("docs/page.md", text))) == 2, "    and one that does not is noticed")
    index = read(INDEX)
    for path in PAGES:
        if path.startswith("docs/") and path != INDEX:
            ok(f"]({os.path.relpath(path, 'docs')})" in index, f"{INDEX} has {path}")
    check_options()
    check_mpi()
    check_glossary()
    finish()


main()
