"""The command line of tools/finding/find."""

import os

from finding import network
from finding.solver import USUAL
from finding.task import of_catalogue, on_network
from running.failure import conflict, invalid, problem, shown
from running.numbers import node_count, number
from running.options import keep
from running.tool import split_one
from workbench.own import DEAD, on_cube

NUMBERS = {"--packets": (1, 64), "--root": (0, 511), "--target": (0, 511), "--shift": (0, 511), "--steps": (0, 1000),
           "--rounds": (1, 1000), "--seconds": (1, 1 << 20)}
WORDS = ("--nodes", "--mesh", "--network", "--ports", "--blocks", "--symmetry", "--solver", "--proof", "--json", "--svg",
         "--page", *DEAD)
FLAGS = ("--ordered", "--run")
OUTPUT = ("--json", "--svg", "--page", "--run", "--proof", "--solver", "--seconds")  # these do not say what is found
CASE = ("--packets", "--root", "--target", "--shift")
USUAL_NODES, MOST_NODES, MOST_BLOCKS = "8", 512, 65535
USUAL_SECONDS, MOST_SOURCE = 60, 200


def read_words(words):
    """The operation, and what is given by options, by their names without hyphens before them."""
    operation, options = split_one(words, "operation", "tools/finding/find OPERATION", (*WORDS, *NUMBERS), FLAGS)
    source = ["graycube find", operation]
    given = {"seconds": USUAL_SECONDS, "solver": USUAL, "ports": "all", "blocks": "1"}
    for option, value in options.items():
        given[option[2:]] = number(option, value, *NUMBERS[option]) if option in NUMBERS else value
        if option not in OUTPUT:
            source += [option] if value is True else [option, os.path.basename(value) if option == "--network" else value]
    check(given)
    given["source"] = "".join(c if " " <= c <= "~" else "?" for c in " ".join(source))[:MOST_SOURCE]
    return operation, given


def check(given):
    """Refuses what does not go together."""
    if given["ports"] not in ("one", "all"):
        raise invalid("--ports", given["ports"], "one or all")
    given["most"] = None if given["blocks"] == "all" else number("--blocks", given["blocks"], 1, MOST_BLOCKS)
    places = [name for name in ("nodes", "mesh", "network") if name in given]
    if len(places) > 1:
        raise conflict(f"--{places[0]}", f"--{places[1]}", "each names a network")
    for name in ("run", "svg", "page", "shift", *(option[2:] for option in DEAD)):
        if "network" in given and name in given:
            raise conflict(f"--{name}", "--network", "it requires a cube")
    if "rounds" in given and ("network" not in given or "steps" not in given or given["rounds"] < given["steps"]):
        raise problem("--rounds", "requires --network and --steps", "expected: at least one round for each step")
    if "proof" in given and "steps" not in given:
        raise problem("--proof", "requires --steps", "the number of steps to rule out")


def mesh_nodes(text):
    """The nodes of the cube that a mesh of these sides needs: each side has dimensions of its own."""
    nodes = 1
    for side in text.split("x"):
        nodes <<= (number("--mesh", side, 1, MOST_NODES) - 1).bit_length()
    if nodes > MOST_NODES:
        raise problem(f"--mesh {shown(text)}", f"requires a cube of {nodes} nodes", f"expected: at most {MOST_NODES}")
    return nodes


def task_of(operation, given):
    """The task that is asked for."""
    one_port, most = given["ports"] == "one", given["most"]
    if "network" in given:
        task = on_network(operation, network.read(given["network"]), one_port, most, given)
        if "rounds" in given and task.network.is_late:
            raise conflict("--rounds", "links of a latency above 1", "steps of several rounds differ in length")
    elif "mesh" in given and not operation.startswith("mesh-"):
        raise conflict("--mesh", shown(operation), "expected: an operation whose name begins with mesh-")
    else:
        nodes = mesh_nodes(given["mesh"]) if "mesh" in given else node_count("--nodes", given.get("nodes", USUAL_NODES),
                                                                              MOST_NODES)
        words = ["-n", str(nodes.bit_length() - 1)]
        dead = {}
        for option in DEAD:
            if option[2:] in given:
                keep(dead, option, given[option[2:]])
        links = []
        if dead:
            words, links = on_cube(words, dead)
        words += [word for option in CASE if option[2:] in given for word in (option, str(given[option[2:]]))]
        words += ["--mesh", given["mesh"]] if "mesh" in given else []
        task = of_catalogue(operation, one_port, most, words + (["--avoid", ",".join(links)] if links else []))
        if len(task.nodes) == 1:
            raise problem("network", "one node has no links", "expected: 2 nodes or more")
        task.dead = links
        if given.get("packets", 1) not in (1, max(task.inputs)):
            raise conflict("--packets", operation, "its messages are one block")
    task.ordered = bool(given.get("ordered")) and task.combines()
    if task.ordered and "symmetry" in given:
        raise conflict("--symmetry", "--ordered", "no translation keeps the order of the ranks")
    return task
