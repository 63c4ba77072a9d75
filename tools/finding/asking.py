"""The command line of tools/finding/find."""

import os

from finding import network
from finding.solver import USUAL
from finding.task import of_catalogue, on_network
from running.failure import STATUS_USAGE, Failure, shown
from running.numbers import node_count, number
from running.tool import no_more
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
    if words and words[0].startswith("-"):
        no_more(words)
    if not words:
        raise Failure(STATUS_USAGE, "no operation given: tools/finding/find OPERATION (--help says more)")
    operation, *words = words
    given = {"seconds": USUAL_SECONDS, "solver": USUAL, "ports": "all", "blocks": "1"}
    source = ["graycube find", operation]
    while words:
        option, *words = words
        if option in FLAGS:
            given[option[2:]] = True
            source += [option] * (option not in OUTPUT)
            continue
        if option not in WORDS and option not in NUMBERS:
            no_more([option])
        if not words:
            raise Failure(STATUS_USAGE, f"{option} needs a value")
        value, *words = words
        source += [option, os.path.basename(value) if option == "--network" else value] * (option not in OUTPUT)
        given[option[2:]] = number(option, value, *NUMBERS[option]) if option in NUMBERS else value
    check(given)
    given["source"] = "".join(c if " " <= c <= "~" else "?" for c in " ".join(source))[:MOST_SOURCE]
    return operation, given


def check(given):
    """Refuses what does not go together."""
    if given["ports"] not in ("one", "all"):
        raise Failure(STATUS_USAGE, f"--ports takes one or all, not '{shown(given['ports'])}'")
    given["most"] = None if given["blocks"] == "all" else number("--blocks", given["blocks"], 1, MOST_BLOCKS)
    places = [name for name in ("nodes", "mesh", "network") if name in given]
    if len(places) > 1:
        raise Failure(STATUS_USAGE, f"--{places[0]} and --{places[1]} are two networks: leave out one")
    for name in ("run", "svg", "page", "shift", *(option[2:] for option in DEAD)):
        if "network" in given and name in given:
            raise Failure(STATUS_USAGE, f"--{name} is for cubes, and --network has links of its own")
    if "rounds" in given and ("network" not in given or "steps" not in given or given["rounds"] < given["steps"]):
        raise Failure(STATUS_USAGE, "--rounds goes with --network, and with --steps, of which each has a round at least")
    if "proof" in given and "steps" not in given:
        raise Failure(STATUS_USAGE, "--proof goes with --steps: which number of them is it to rule out?")


def mesh_nodes(text):
    """The nodes of the cube that a mesh of these sides needs: each side has dimensions of its own."""
    nodes = 1
    for side in text.split("x"):
        nodes <<= (number("--mesh", side, 1, MOST_NODES) - 1).bit_length()
    if nodes > MOST_NODES:
        raise Failure(STATUS_USAGE, f"--mesh {shown(text)} needs a cube of {nodes} nodes, and the most here are {MOST_NODES}")
    return nodes


def task_of(operation, given):
    """The task that is asked for."""
    one_port, most = given["ports"] == "one", given["most"]
    if "network" in given:
        task = on_network(operation, network.read(given["network"]), one_port, most, given)
    elif "mesh" in given and not operation.startswith("mesh-"):
        raise Failure(STATUS_USAGE, f"--mesh is for operations whose names begin with mesh-, and {shown(operation)} is none")
    else:
        nodes = mesh_nodes(given["mesh"]) if "mesh" in given else node_count("--nodes", given.get("nodes", USUAL_NODES),
                                                                              MOST_NODES)
        words = ["-n", str(nodes.bit_length() - 1)]
        dead = {option: given[option[2:]] for option in DEAD if option[2:] in given}
        links = []
        if dead:
            words, links = on_cube(words, dead)
        words += [word for option in CASE if option[2:] in given for word in (option, str(given[option[2:]]))]
        words += ["--mesh", given["mesh"]] if "mesh" in given else []
        task = of_catalogue(operation, one_port, most, words + (["--avoid", ",".join(links)] if links else []))
        task.dead = links
        if given.get("packets", 1) not in (1, max(task.inputs)):
            raise Failure(STATUS_USAGE, f"--packets: a message of {operation} belongs to one node, and is one block")
    task.ordered = bool(given.get("ordered")) and task.combines()
    if task.ordered and "symmetry" in given:
        raise Failure(STATUS_USAGE, "--symmetry and --ordered: no translation keeps the order of the ranks; leave out one")
    return task
