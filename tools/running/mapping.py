"""The mapping of logical nodes to physical ones (--map): an order of the dimensions, found by lcc."""

import os

from .failure import STATUS_PANIC, STATUS_USAGE, Failure, invalid, not_built, of_host, problem, shown

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
        of_host(error)
        raise not_built(lcc, "make lcc") from error
    if done.returncode < 0:
        raise Failure(STATUS_PANIC, f"--map: lcc was killed by signal {-done.returncode}")
    if done.returncode != 0:
        message = os.fsdecode(done.stderr).strip().removeprefix("lcc: ")
        raise Failure(STATUS_USAGE, f"--map: {message}")
    return [int(bit) for bit in done.stdout.split(b",")]
