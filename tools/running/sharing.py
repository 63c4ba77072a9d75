"""How the nodes of a machine share the host's processors."""

from . import host
from .boards import KVM, has_line
from .clocks import MOST_COUNT
from .failure import conflict, invalid
from .numbers import number
from .options import spelt
from .parts import MOST_CORES

# Microseconds that a node computes between two looks for packets to pass on. The kernel lets more pass
# where more nodes are awake than the host has threads for. Under --exact a node looks so often for each
# of the nodes, and at least once in a millisecond. There, a microsecond is a thousand instructions of all
# nodes together, and a look takes some 300: so up to 8 nodes that compute count 4 in a thousand too many
# with --clock off, and 64 count 2 in a hundred. Where nodes have clocks nobody looks.
TICK = 800
TICK_EXACT = 80
TICK_EXACT_MOST = 900

# How often a node looks before it sleeps, passing the turn each time. The numbers are measured (make
# bench). On one host thread, and where each node has a host core, a sleep costs more than many looks.
# Where there are more nodes than host cores, a node that looks takes a core from another.
SPINS = 1000
SPINS_CROWDED = 1
SPINS_PARTS = 30  # of more parts than host cores: a part waits in the host only when all of its nodes sleep


def accelerator(options, nodes, parts):
    """How the nodes share the host, in N parts: QEMU's words, and the kernel's."""
    kind = options.get("--accel")
    if kind not in (None, "single", "multi", KVM):
        raise invalid("--accel", kind, "single, multi or kvm")
    words = []
    if options.get("--exact"):
        if kind in ("multi", KVM):
            raise conflict("--exact", f"--accel {kind}", "instructions are counted on one host thread")
        if has_line(options):
            raise conflict("--exact", "a serial line", "its input arrives at no certain instruction")
        kind = "single"
        words = ["-icount", "shift=0,sleep=off"]
    processors = host.processors()
    crowded = nodes > processors
    if parts > 1:
        kind = "single"
    if kind is None:
        # More nodes than host cores, each on its own thread: the node that could go on waits for
        # a host core that another spends looking.
        kind = "single" if crowded else "multi"
    each_has_thread = kind in ("multi", KVM) or "--serial" in options
    processors = nodes if "--serial" in options else processors
    spins = SPINS_PARTS if parts > processors else SPINS_CROWDED if each_has_thread and crowded else SPINS
    looks = number(spelt("--spins"), options.get("--spins", str(spins)), 1, MOST_COUNT)
    threads = min(nodes, processors) if each_has_thread else 1
    tick = TICK
    if options.get("--exact"):
        tick, threads = min(TICK_EXACT * nodes, TICK_EXACT_MOST), min(nodes, MOST_CORES)
    return (["-accel", KVM if kind == KVM else f"tcg,thread={kind}", *words],
            [f"spins={looks}", f"tick={tick}", f"threads={threads}"])
