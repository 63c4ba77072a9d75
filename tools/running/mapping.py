"""The mapping of logical nodes to physical ones (--map): an order of the dimensions, found by lcc."""

import os

from .failure import STATUS_QEMU, STATUS_USAGE, Failure, shown

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
            raise Failure(STATUS_USAGE, "--map takes names of communications and files, with commas "
                                        f"between them, not '{shown(options['--map'])}'")
    dimension = nodes.bit_length() - 1
    order = find_order(build, max(dimension, 1), words)
    if dimension and len(order) != dimension:
        raise Failure(STATUS_USAGE, f"--map {shown(options['--map'])}: it is of {len(order)} "
                                    f"dimensions, and a cube of {nodes} nodes has {dimension}")
    return order if dimension else []


def logical(order, number):
    """The logical node that is placed on a physical one, by an order as `mapping` returns it; or the logical
    dimensions that stand for a set of physical ones, which has a bit for each, as a number has."""
    return sum((number >> place & 1) << bit for place, bit in enumerate(order)) if order else number


def physical(order, number):
    """The physical node on which a logical one is placed, or the physical dimensions of a set of logical ones, as
    cube_place of include/cube_abi.h has it. `order` has all dimensions."""
    return sum((number >> bit & 1) << place for place, bit in enumerate(order))


def ecube(node, target, order=()):
    """The links of E-cube's path from a node to another, (node, dimension) each: the lowest dimension first, or in that
    order."""
    for dimension in order or range((node ^ target).bit_length()):
        if (node ^ target) >> dimension & 1:
            yield node, dimension
            node ^= 1 << dimension


def lcc_path(build):
    """Where the tool lcc is, in the folder of what is built."""
    return os.path.join(build, "fast", "tools", "lcc", "lcc")


def find_order(build, dimension, words):
    """What lcc says of the words, in a cube of that dimension if a file does not say another."""
    import subprocess
    lcc = lcc_path(build)
    try:
        done = subprocess.run([lcc, "-n", str(dimension), "--order", *words], check=False,
                              stdin=subprocess.DEVNULL, capture_output=True)
    except OSError as error:
        raise Failure(STATUS_QEMU, f"there is no lcc at {lcc} ({error.strerror}), which --map "
                                   "needs: run 'make lcc'") from error
    if done.returncode != 0:
        message = os.fsdecode(done.stderr).strip().removeprefix("lcc: ")
        raise Failure(STATUS_USAGE, f"--map: {message}")
    return [int(bit) for bit in done.stdout.split(b",")]
