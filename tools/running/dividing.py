"""How many nodes a cube has, and which of them each emulator and each host has."""

import os

from . import build_folder, host
from .boards import USUAL
from .clocks import counted
from .failure import STATUS_USAGE, Failure, shown
from .numbers import MOST_NODES, cube_of, node_count, number, size
from .options import DEAD_OPTIONS, may_fail
from .parts import MOST_CORES, MOST_PARTS, Parts, least_parts, rings_of, usual_parts

RING = (256, 16 << 20)  # bytes that the kernel's option parser takes (kernel/parsers/options.c)
KERNEL_WORDS = ("direct", "routed", "tick")  # the words for which we have no option of our own

# Options of machines of one part, and why.
ONE_PART = {"--gdb": "connects to one emulator",
            "--accel": "is about the host threads of one emulator, and a part has one",
            "--board": "is about one board",
            "--line": "is about the serial line of one machine", "--serial": "is about the serial line of one board"}


def nodes_of(options):
    """How many nodes the cube has."""
    if "--ranks" not in options:
        return node_count("-n", options.get("-n", "1"))
    ranks = number("--ranks", options["--ranks"], 1, MOST_NODES)
    nodes = node_count("-n", options.get("-n", str(cube_of(ranks))))
    if ranks > nodes:
        raise Failure(STATUS_USAGE, f"--ranks {ranks} is more than the {nodes} nodes of -n: leave "
                                    "-n out, and there are enough")
    return nodes


def parts_of(options, nodes, hosts):
    """What the machines of the cube share, or None where one machine is all of it. On several hosts each has so many
    of the parts, and one if nothing is said."""
    alone = next((name for name in ONE_PART if options.get(name, USUAL) != USUAL), None)
    least = least_parts(nodes)
    if alone and least > 1:
        raise Failure(STATUS_USAGE, f"{alone} {ONE_PART[alone]}, and that has at most {MOST_CORES} nodes, not {nodes}")
    if hosts and "--exact" in options:
        raise Failure(STATUS_USAGE, f"--exact: cannot be combined with {hosts.count} hosts (parts that count instructions share "
                                    "memory; run it on one host, with --parts)")
    if hosts and nodes < hosts.count:
        raise Failure(STATUS_USAGE, f"-n {nodes}: too few nodes for {hosts.count} hosts (each runs a part of the cube)")
    usual = least if alone or "--exact" in options else \
        max(least, hosts.count) if hosts else usual_parts(nodes, host.processors())
    count = number("--parts", options.get("--parts", str(usual)), 1, MOST_PARTS)
    if hosts and (alone or count < hosts.count):
        raise Failure(STATUS_USAGE, f"{alone or f'--parts {count}'}: cannot be combined with {hosts.count} hosts (each runs "
                                    "a part of the cube at least)")
    if hosts and may_fail(options):
        raise Failure(STATUS_USAGE, f"links and nodes that fail do not go with {hosts.count} hosts, nor does --with-ft cube: "
                                    "which have failed is known to the parts of one host")
    if count.bit_count() != 1 or count > nodes:
        raise Failure(STATUS_USAGE, f"--parts takes a power of two, no more than the {nodes} nodes, not {count}")
    if count < least:
        raise Failure(STATUS_USAGE, f"--parts {count} are too few: {nodes} nodes need {least} emulators at least")
    if count == 1:
        return None
    if alone:
        raise Failure(STATUS_USAGE, f"{alone} {ONE_PART[alone]}: it does not go with --parts {count}")
    if "--exact" in options and not counted(options):
        raise Failure(STATUS_USAGE, f"--exact without clocks that count instructions goes with one part, not {count}: "
                                    "leave out --clock off and --ti 0")
    rings = rings_of(nodes, asked_rings(options))
    routed = 2 if DEAD_OPTIONS & options.keys() or may_fail(options) else 1  # net/faults/dead.h, net/faults/failed.h
    return Parts(count, nodes, rings["direct"] + routed * rings["routed"], "--show" in options)


def asked_rings(options):
    """The sizes of rings that somebody has asked for, by their names."""
    asked = dict(kernel_word(word).split("=") for word in options["--kernel-option"])
    return {name: size(f"{name}=", asked[name], *RING) for name in ("direct", "routed") if name in asked}


def hosts_of(options):
    """The hosts of the cube, where a launcher has started several of us, or None."""
    number_here, count = host.launched()
    if count == 1:
        return None
    from .hosts import Hosts
    if "--show" in options:
        raise Failure(STATUS_USAGE, f"--show does not go with {count} hosts")
    return Hosts(number_here, count, os.path.join(build_folder(), "bridge"))


def kernel_word(word):
    """A word of --kernel-option, checked. Only words are taken for which we have no option of our own,
    so that nothing can be said in two ways."""
    name, _, value = word.partition("=")
    if name not in KERNEL_WORDS or not (value.isascii() and value.isalnum()):
        raise Failure(STATUS_USAGE, "--kernel-option takes direct=BYTES, "
                                    "routed=BYTES or tick=MICROSECONDS, not "
                                    f"'{shown(word)}'")
    return word
