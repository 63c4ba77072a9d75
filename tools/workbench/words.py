"""The command line of tools that are asked for one schedule."""

from running.numbers import node_count
from running.tool import split_one

from workbench.own import DEAD

CASE = ("--root", "--target", "--packets", "--shift", "--mesh")


def read_words(tool, words, files, flags=()):
    """The algorithm, the words of its cube, case and dead links, and what is given for options of `files`; of `flags`,
    which take no value, that they are there."""
    algorithm, given = split_one(words, "algorithm", f"tools/{tool} ALGORITHM", ("-n", *CASE, *DEAD, *files), flags)
    asked = []
    for option in ("-n", *CASE, *DEAD):
        if option in given:
            value = given.pop(option)
            asked += [option, str(node_count(option, value).bit_length() - 1) if option == "-n" else value]
    return algorithm, asked, given
