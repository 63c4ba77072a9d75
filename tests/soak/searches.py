#!/usr/bin/python3 -I
"""Long searches for schedules: each stored one is found again by the command that it names, in as many steps; and what is
impossible is found to be so.

Usage: tests/soak/searches.py [MOST]

MOST are the searches that are made, all if it is left out. Without a solver none is.
"""

import glob
import json
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
FINDING = os.path.join(ROOT, "tools/finding")
SECONDS = "300"
# Words of tools/finding/find, and what it prints.
IMPOSSIBLE = [
    ("scan --packets 5 --ordered --steps 4", "4 steps are impossible"),
    ("mesh-alltoall --mesh 6 --ports one --blocks 3 --steps 3", "3 steps are impossible"),
    ("allreduce --packets 8 --symmetry translations --steps 5", "5 steps are impossible under this symmetry"),
    ("bcast --network star4.links --packets 3 --steps 4", "4 steps are impossible"),
    ("alltoall --network debruijn8.links --steps 8", "8 steps are impossible"),
]


def stored():
    """The words that found each stored schedule, and what they have to print."""
    for path in sorted(glob.glob(f"{FINDING}/found/*.json")):
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
        yield found["source"].removeprefix("graycube find "), f"{len(found['steps'])} steps are found: "


def search(words):
    """What a search prints."""
    words = [os.path.join(FINDING, "networks", word) if word.endswith(".links") else word for word in words.split()]
    done = subprocess.run([os.path.join(FINDING, "find"), *words, "--seconds", SECONDS], capture_output=True, text=True,
                          check=False)
    return done.stdout + done.stderr


def main():
    """tests/soak/searches.py."""
    if sys.argv[1:] == ["--help"]:
        print(__doc__.strip())
        return 0
    if not shutil.which("cadical"):
        print("searches: left out, for there is no solver: 'make setup-find' installs it")
        return 0
    searches = [*IMPOSSIBLE, *stored()][:int(sys.argv[1]) if len(sys.argv) > 1 else None]
    wrong = 0
    for words, wanted in searches:
        printed = search(words)
        if not any(line.startswith(wanted) for line in printed.splitlines()):
            wrong += 1
            print(f"find {words}: '{wanted}' is missing in\n{printed}")
    print(f"{len(searches)} searches: {wrong or 'none'} went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
