"""The command line of tools that are asked for one schedule."""

from running.failure import STATUS_USAGE, Failure, shown
from running.numbers import node_count
from running.tool import no_more

from workbench.own import DEAD

CASE = ("--root", "--target", "--packets", "--shift", "--mesh")


def read_words(tool, words, files, flags=()):
    """The algorithm, the words of its cube, case and dead links, and what is given for options of `files`; of `flags`,
    which take no value, that they are there."""
    if words and words[0].startswith("-"):
        no_more(words)
    if not words:
        raise Failure(STATUS_USAGE, f"no algorithm given: tools/{tool} ALGORITHM (--help says more)")
    algorithm, *words = words
    asked, given = [], {}
    while words:
        option, *words = words
        if option in flags:
            given[option] = True
            continue
        if option not in ("-n", *CASE, *DEAD, *files):
            raise Failure(STATUS_USAGE, f"there is no option {shown(option)} (--help lists what there "
                                        "is)")
        if not words:
            raise Failure(STATUS_USAGE, f"{option} needs a value")
        value, *words = words
        if option in files:
            given[option] = value
        elif option == "-n":
            asked += ["-n", str(node_count("-n", value).bit_length() - 1)]
        else:
            asked += [option, value]
    return algorithm, asked, given
