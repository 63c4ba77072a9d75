"""The mapping of logical nodes to physical ones (--map): an order of the dimensions, found by lcc."""

from .failure import invalid, problem, shown
from .lcc import find_order

AUTO = "auto"  # for --map: the communications are those that a run of the program before has


def mapping(options, nodes, build, command):
    """The order in which the named communications contend least, as lcc in the folder `build` finds it:
    for each physical dimension the logical one. Empty where none is asked for, or there is one node.
    `command` is the program and its arguments."""
    if "--map" not in options:
        return []
    if options["--map"] == AUTO:
        from .automatic import automatic_order
        return automatic_order(options, nodes, build, command)
    words = options["--map"].split(",")
    for word in words:
        if not word or word.startswith("-"):
            raise invalid("--map", options["--map"], "auto, or names and files separated by commas; graycube lcc --help has the names")
    dimension = nodes.bit_length() - 1
    order = find_order(build, max(dimension, 1), words)
    if dimension and len(order) != dimension:
        raise problem(f"--map {shown(options['--map'])}", f"has {len(order)} dimensions",
                      f"expected: {dimension}, those of {nodes} nodes")
    return order if dimension else []
