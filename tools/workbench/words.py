"""The command line of tools that are asked for one schedule."""

import re

from running.failure import invalid
from running.numbers import MOST_NODES, node_count, number
from running.tool import split_one

from workbench.own import DEAD

NODE = (0, MOST_NODES - 1)
NUMBERS = {"--root": NODE, "--target": NODE, "--packets": (1, 65535), "--shift": NODE}


def one_cube(nodes):
    """The dimension of the cube with this number of nodes."""
    return str(node_count("-n", nodes).bit_length() - 1)


def cubes(nodes):
    """The dimensions of the cube with this number of nodes, or of those with FIRST..LAST nodes."""
    dimensions = [one_cube(number) for number in nodes.split("..", 1)]
    if int(dimensions[0]) > int(dimensions[-1]):
        raise invalid("-n", nodes, "FIRST..LAST, ascending")
    return "..".join(dimensions)


def checked(option, value):
    """The value of an option of a case."""
    if option in NUMBERS:
        return str(number(option, value, *NUMBERS[option]))
    if option == "--mesh" and not re.fullmatch(r"[1-9][0-9]*(x[1-9][0-9]*)*", value):
        raise invalid(option, value, "the sides, AxB")
    return value


def read_words(tool, words, files, flags=(), dimensions=one_cube):
    """The algorithm, the words of its cube, case and dead links, and what is given for options of `files`; of `flags`,
    which take no value, that they are there. `dimensions` are those of the value of -n."""
    options = ("-n", *NUMBERS, "--mesh", *DEAD)
    algorithm, given = split_one(words, "algorithm", f"tools/{tool} ALGORITHM", (*options, *files), flags)
    asked = []
    for option in options:
        if option in given:
            value = given.pop(option)
            asked += [option, dimensions(value) if option == "-n" else checked(option, value)]
    return algorithm, asked, given
