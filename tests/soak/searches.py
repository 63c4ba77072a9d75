#!/usr/bin/python3 -I
"""Long searches for schedules: each stored one is found again by its command, in the same number of
steps; and impossible ones are proved impossible. On random networks reductions are searched for in
two ways, as broadcasts backwards and by contents, which must agree on the fewest steps and the
fewest link words; links of every other one have latencies.

Usage: tests/soak/searches.py [MOST]

MOST is the number of searches and networks (all). Without a solver none is tried.
"""

import glob
import json
import os
import random
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
FINDING = os.path.join(ROOT, "tools/finding")
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.dont_write_bytecode = True  # until running says where

from finding import proving
from finding.combining import combined_of
from finding.network import Network
from finding.search import Search
from finding.solver import FOUND
from finding.task import on_network

NETWORKS = 60
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
        steps = len(found["steps"])
        yield found["source"].removeprefix("graycube find "), f"{steps} step{' is' if steps == 1 else 's are'} found: "


def search(words):
    """What a search prints."""
    words = [os.path.join(FINDING, "networks", word) if word.endswith(".links") else word for word in words.split()]
    done = subprocess.run([os.path.join(FINDING, "find"), *words, "--seconds", SECONDS], capture_output=True, text=True,
                          check=False)
    return done.stdout + done.stderr


def fewest(search):
    """The fewest steps and link words that a search finds, which are proved."""
    for _, verdict, plan in search.fewest_steps(search.bound, 100):
        if verdict == FOUND:
            plan, _ = search.fewest_words(plan)
            proving.prove(search.task, plan)
            return plan.steps, plan.words()
    return None


def disagree(seed):
    """What both ways find on a random network if it is not the same, or None."""
    dice = random.Random(seed)
    nodes = dice.choice([3, 4, 5, 6])
    links = {(node, (node + 1) % nodes): 1 for node in range(nodes)}
    for _ in range(dice.randrange(2 * nodes)):
        links[tuple(dice.sample(range(nodes), 2))] = dice.choice([1, 1, 2])
    latency = {link: dice.choice([1, 1, 2, 3]) for link in links if seed % 2}
    given = {"root": dice.randrange(nodes), "solver": "cadical", "seconds": int(SECONDS)}
    words = dice.choice(["reduce", "reduce_scatter"]), Network(nodes, links, latency=latency), dice.random() < 0.5, dice.choice([1, 1, 2, None])
    backwards, contents = (Search(on_network(*words, given), given) for _ in range(2))
    contents.combined, contents.back = combined_of(contents.task), None
    both = fewest(backwards), fewest(contents)
    return f"{words[0]} on {links}, latency {latency}, seed {seed}: {both}" if both[0] != both[1] else None


def main():
    """tests/soak/searches.py."""
    if sys.argv[1:] == ["--help"]:
        print(__doc__.strip())
        return 0
    if not shutil.which("cadical"):
        print("searches: left out, for there is no solver: 'make setup-find' installs it")
        return 0
    most = int(sys.argv[1]) if len(sys.argv) > 1 else NETWORKS
    searches = [*IMPOSSIBLE, *stored()][:most]
    wrong = 0
    for words, wanted in searches:
        printed = search(words)
        if not any(line.startswith(wanted) for line in printed.splitlines()):
            wrong += 1
            print(f"find {words}: '{wanted}' is missing in\n{printed}")
    for found in filter(None, map(disagree, range(min(most, NETWORKS)))):
        wrong += 1
        print(f"two ways of searching disagree: {found}")
    print(f"{len(searches)} searches, {min(most, NETWORKS)} networks: {wrong or 'none'} went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
