"""How many nodes a cube has, and which of them each emulator and each host has."""

import os

from . import build_folder, host
from .boards import USUAL
from .clocks import counted
from .failure import conflict, invalid, problem
from .numbers import MOST_NODES, cube_of, node_count, number, size
from .options import DEAD_OPTIONS, may_fail, spelt
from .parts import MOST_CORES, MOST_PARTS, Parts, least_parts, rings_of, usual_parts

RING = (256, 16 << 20)  # bytes that the kernel's option parser takes (kernel/parsers/options.c)
KERNEL_WORDS = ("direct", "routed", "tick")  # the words for which we have no option of our own

# Options of machines of one part, and why.
ONE_PART = {"--gdb": "connects to one emulator",
            "--accel": "selects the host threads of one emulator", "--board": "selects one board",
            "--line": "selects the serial line of one machine", "--serial": "selects the serial line of one board"}


def nodes_of(options):
    """How many nodes the cube has."""
    if "--ranks" not in options:
        return node_count("-n", options.get("-n", "1"))
    ranks = number("--ranks", options["--ranks"], 1, MOST_NODES)
    nodes = node_count("-n", options.get("-n", str(cube_of(ranks))))
    if ranks > nodes:
        raise problem(f"--ranks {ranks}", f"-n {nodes} has too few nodes", "leave out -n")
    return nodes


def parts_of(options, nodes, hosts):
    """What the machines of the cube share, or None where one machine is all of it. On several hosts each has so many
    of the parts, and one if nothing is said."""
    alone = next((name for name in ONE_PART if options.get(name, USUAL) != USUAL), None)
    least = least_parts(nodes)
    if alone and least > 1:
        raise problem(f"-n {nodes}", f"too many nodes for {spelt(alone)}", f"expected: at most {MOST_CORES}; {spelt(alone)} "
                      f"{ONE_PART[alone]}")
    if hosts and "--exact" in options:
        raise conflict("--exact", f"{hosts.count} hosts", "parts that count instructions share memory; run it on one host, "
                       "with --parts")
    if hosts and nodes < hosts.count:
        raise problem(f"-n {nodes}", f"too few nodes for {hosts.count} hosts", "each runs a part of the cube")
    usual = least if alone or "--exact" in options else \
        max(least, hosts.count) if hosts else usual_parts(nodes, host.processors())
    count = number("--parts", options.get("--parts", str(usual)), 1, MOST_PARTS)
    if hosts and (alone or count < hosts.count):
        raise conflict(spelt(alone) if alone else f"--parts {count}", f"{hosts.count} hosts", "each runs at least one part")
    if hosts and may_fail(options):
        raise conflict("--fail or --with-ft cube", f"{hosts.count} hosts", "only one host's parts know what has failed")
    if count.bit_count() != 1 or count > nodes:
        raise invalid("--parts", str(count), f"a power of two, at most {nodes}, the number of nodes")
    if count < least:
        raise problem(f"--parts {count}", f"too few emulators for {nodes} nodes", f"expected: at least {least}")
    if count == 1:
        return None
    if alone:
        raise conflict(spelt(alone), f"--parts {count}", f"it {ONE_PART[alone]}")
    if "--exact" in options and not counted(options):
        raise conflict(f"--parts {count}", "--exact without clocks", "leave out --clock off and --clock ti=0")
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
        raise conflict("--show", f"{count} hosts")
    return Hosts(number_here, count, os.path.join(build_folder(), "bridge"))


def kernel_word(word):
    """A word of --kernel-option, checked. Only words are taken for which we have no option of our own,
    so that nothing can be said in two ways."""
    name, _, value = word.partition("=")
    if name not in KERNEL_WORDS or not (value.isascii() and value.isalnum()):
        raise invalid("--kernel-option", word, "direct=BYTES, routed=BYTES, tick=MICROSECONDS or spins=COUNT")
    return word
