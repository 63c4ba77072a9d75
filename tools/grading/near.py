"""Answers that are nearly equal: a hint, for two students may think alike. Names, numbers, comments and the order of
functions do not count. Schleimer, Wilkerson, Aiken: Winnowing (SIGMOD 2003)."""

import os
import re
import zlib

GRAM, WINDOW = 12, 8  # tokens: whatever GRAM + WINDOW - 1 tokens two answers share is found
FEWEST = 10  # fingerprints of an answer that say anything
SHARE = 80  # percent of the shorter answer's fingerprints
MOST = 1 << 20  # bytes of a file that are read
TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|[A-Za-z_]\w*|\d[\w.]*|\S", re.S)
KEPT = re.compile(r"(?:cube_|MPI_)\w*|(?:break|case|continue|do|else|for|goto|if|return|static|struct|switch|while)$")


def tokens(text):
    """A C source without what is easily changed."""
    for token in TOKEN.findall(text):
        first = token[0]
        if token[:2] not in ("//", "/*"):
            yield "n" if first.isidentifier() and not KEPT.match(token) else "0" if first.isdigit() or first in "'\"" else token


def fingerprints(folder):
    """The fingerprints of the C sources of a folder: of each WINDOW runs of GRAM tokens the least hash."""
    found = set()
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".c", ".h")):
                with open(os.path.join(place, name), encoding="utf-8", errors="replace") as file:
                    row = list(tokens(file.read(MOST)))
                hashes = [zlib.crc32(" ".join(row[k:k + GRAM]).encode()) for k in range(len(row) - GRAM + 1)]
                found.update(min(hashes[k:k + WINDOW]) for k in range(max(1, len(hashes) - WINDOW + 1)) if hashes)
    return found


def near(folders, skeleton):
    """Pairs of answers that share SHARE percent or more beyond the skeleton: (percent, one, other), most first."""
    given = fingerprints(skeleton)
    prints = {name: fingerprints(folder) - given for name, folder in folders.items()}
    prints = sorted((name, own) for name, own in prints.items() if len(own) >= FEWEST)
    pairs = ((100 * len(own & others) // min(len(own), len(others)), name, other)
             for place, (name, own) in enumerate(prints) for other, others in prints[place + 1:])
    return sorted((pair for pair in pairs if pair[0] >= SHARE), key=lambda pair: (-pair[0], pair))
