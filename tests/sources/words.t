#!/usr/bin/python3
"""Finds a page that is hard to read, by what a machine can tell: sentences are short, phrases that
hide their subject are absent, lines fit into 120 columns. And cuberun's help is short and has the
options and statuses of its code, whose old names are still accepted. And a link of a page that leads nowhere, and a
page that the index does not list. Prints TAP."""

import os
import re
import sys

sys.path[:0] = ["tools", "tests"]
sys.dont_write_bytecode = True

from running import failure, help as cuberun_help, options
from tap import finish, ok

FOLDERS = ("docs", "programs")
WORDS, SHARE = 30, 0.08  # of a page's sentences at most SHARE have more than WORDS words
COLUMNS = 120
BANNED = re.compile(
    r"\b(so many|so much|as many as|half as (?:many|much)|all of which|that which|what comes|who has asked|is none"
    r"|such that are|goes with|does not go with|has none|it is not so that|were measured once"
    r"|(?:too|as well|by itself|then)(?=[.;)]))", re.I)
LISTING = re.compile(r"^```.*?^```$|^<!--.*?-->$|^\n(?:(?: {4}|\t)[^\n]*\n|\n)+", re.M | re.S)


def pages():
    """All pages."""
    yield from ("README.md", "CONTRIBUTING.md")
    for folder in FOLDERS:
        for place, _, names in os.walk(folder):
            yield from (os.path.join(place, name) for name in sorted(names) if name.endswith(".md"))


def sentences(text):
    """The sentences of the text outside of listings, tables and headings. Code and links count as a word."""
    text = LISTING.sub("\n\n", text)
    text = re.sub(r"^(?:\||#|<).*$", "\n", text, flags=re.M)
    text = re.sub(r"`[^`]+`", "code", text)
    text = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", text)
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", text):
        yield from (sentence for sentence in re.split(r"(?<=[.?!:])[)*]*\s+", " ".join(paragraph.split())) if sentence)


def faults(text):
    """What is wrong with a page, a line each."""
    found = list(sentences(text))
    long = [sentence for sentence in found if len(sentence.split()) > WORDS]
    if len(long) > SHARE * len(found):
        yield from (f"more than {WORDS} words: {sentence}" for sentence in long)
    for number, line in enumerate(LISTING.sub(lambda listing: "\n" * listing[0].count("\n"), text).split("\n"), 1):
        if len(line) > COLUMNS and not line.startswith(("|", "<")):
            yield f"line {number}: more than {COLUMNS} columns"
        for phrase in BANNED.findall(re.sub(r"`[^`]+`", "code", line)):
            yield f"line {number}: '{phrase}'"


INDEX = "docs/README.md"
LINK = re.compile(r"(?<!`)\[[^]\n]*\]\(([^)\s]+)\)")


def read(path):
    """The text of a page."""
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


LINES, SHOWN, MOST_FIRST = 60, 35, 10
SAMPLES = {"--dead-link": "1:0", "--fail-link": "1:0@5", "--fail-node": "1@5", "--fail-rank": "1@5"}


def kept(text):
    """The options of a command line, as cuberun keeps them."""
    found = {name: [] for name in options.REPEATED}
    options.parse_options(text.split(), found)
    return found


def check_help():
    """cuberun's help against its code."""
    known = options.VALUED | options.REPEATED | options.FLAGS | options.TOLD
    text = cuberun_help.everything()
    heads = " ".join(re.findall(r"^  (-.*?)(?:  |$)", text, re.M))
    listed = {word for word in heads.split() if word.startswith("--") or word in ("-n", "-x")}
    ok(listed == known, "the help of cuberun has the options of its code", listed ^ known)
    ok(len(known) <= SHOWN, f"    which are at most {SHOWN}", len(known))
    brief = cuberun_help.brief()
    ok(brief.count("\n") <= LINES and len(cuberun_help.FIRST) <= MOST_FIRST, "--help is short", brief)
    ok(set(re.findall(r"(?<=\s)-[-a-z]+", brief)) >= known, "    and names them all", brief)
    with open("formats/status.h", encoding="ascii") as file:
        numbers = {int(number) for number in re.findall(r"STATUS_\w+ = (\d+)", file.read())}
    numbers |= {value for name, value in vars(failure).items() if name.startswith("STATUS_")}
    with open("docs/guide/programs.md", encoding="utf-8") as file:
        guide = "\n".join(re.findall(r"^\| [0-9].*", file.read(), re.M))
    for told, what in ((text[text.index("\nStatus:"):], "--help all"), (guide, "the guide")):
        missing = [number for number in numbers if number < 256 and not re.search(rf"\b{number}\b", told)]
        ok(not missing, f"{what} has the statuses of the code", missing)
    for old, new in options.OLD.items():
        value = SAMPLES.get(old, "1")
        old = f"{old} {value}" if "{}" in new else old
        new = new.format(value)
        ok(kept(old) == kept(new), f"{old} is {new}", f"{kept(old)} {kept(new)}")
    ok(kept("--fail random:7:2:3:1") == kept("--fail random:7:2 --fail-node random:7:3 --fail-rank random:7:1"),
       "--fail draws links, nodes and ranks")
    ok(kept("--trace a.html --trace b.packets --trace c.callgrind --trace d.csv") ==
       kept("--page a.html --record b.packets --callgrind c.callgrind --trace d.csv"), "--trace goes by names")


def main():
    """The tests."""
    index = read(INDEX)
    for path in pages():
        text = read(path)
        for what, found in (("is easy to read", [*faults(text)]), ("has links that lead somewhere", [*broken(path, text)])):
            ok(not found, f"{path} {what}", "\n".join(found))
        if "/" in path and not path.startswith("programs/labs/") and path != INDEX:
            ok(f"]({os.path.relpath(path, 'docs')})" in index, f"    and {INDEX} has it")
    text = "# One\n[a](#one) [b](none.md) [c](#two) `[d](e)`\n```\n[f](g)\n```\n"
    ok(len([*broken("docs/guide/measuring.md", text)]) == 2, "two links of three lead nowhere")
    good = "# A page\n\nShort sentences. `so many` is code.\n\n    so many\n\n| " + "a " * 99 + "|\n"
    ok(not list(faults(good)), "a good page is good", "\n".join(faults(good)))
    for bad in ("w " * 31 + ".", "It takes so many nodes.", "It runs, too.", "a" * 121):
        ok(len(list(faults(f"{good}\n{bad}\n"))) == 1, f"    but not with: {bad[:30]}")
    check_help()
    finish()


main()
