#!/usr/bin/python3
"""Finds a link of a page that leads nowhere, and a page that the index does not list. Prints TAP."""

import glob
import os
import re
import sys

sys.path.insert(0, "tests")
sys.dont_write_bytecode = True

from tap import finish, ok

PAGES = ["README.md", "CONTRIBUTING.md",
         *sorted(path for folder in ("docs", "programs")
                 for path in glob.glob(f"{folder}/**/*.md", recursive=True))]
INDEX = "docs/README.md"
LINK = re.compile(r"(?<!`)\[[^]\n]*\]\(([^)\s]+)\)")


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


def main():
    """The tests."""
    for path in PAGES:
        found = list(broken(path, read(path)))
        ok(not found, f"the links of {path} lead somewhere", "\n".join(found))
    text = "# One\n[a](#one) [b](none.md) [c](#two) `[d](e)`\n```\n[f](g)\n```\n"
    ok(len(list(broken("docs/guide/measuring.md", text))) == 2, "    and one that does not is noticed")
    index = read(INDEX)
    for path in PAGES:
        if "/" in path and not path.startswith("programs/labs/") and path != INDEX:
            ok(f"]({os.path.relpath(path, 'docs')})" in index, f"{INDEX} has {path}")
    finish()


main()
