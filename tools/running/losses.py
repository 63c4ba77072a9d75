"""Dead or failing links and nodes, dying programs, and their part of a run's command line."""

from . import host
from .failure import problem
from .numbers import number
from .options import DEAD_OPTIONS, SURVIVAL
from .standard import complain


def living(options, nodes):
    """How many nodes of so many run where some may be dead, and which of their links are dead (dead.py)."""
    from .dead import dead_of
    nodes, dead, line = dead_of(options, nodes)
    if line:
        complain(line)
    return nodes, dead


def schedules(options, nodes, dead):
    """What the program is given of schedules round dead links: those of --schedules, or else those that are kept. Hosts
    would have to keep the same."""
    from .given import given, kept
    if not DEAD_OPTIONS & options.keys():
        raise problem("--schedules", "requires dead links", "--dead")
    folder = options.get("--schedules")
    if folder is None and dead and host.launched()[1] == 1:
        folder = kept(nodes, dead)
        if folder and {"--explain", "--show"} & options.keys():
            complain(f"--dead: using the schedules that graycube reroute saved in {folder} (--schedules none: not)")
    return given(folder, nodes, dead) if folder not in (None, "none") else b""


def placed(dead, order):
    """What the kernel is told of links that are dead."""
    from .dead import placed as place
    return place(dead, order)


def failing(options, nodes, dead, order):
    """What the kernel is told of links and nodes that fail and programs that die, beside the links that are dead, and two
    lists of those that fail: their names, and how the kernel calls them."""
    from .failing import failing_of
    return failing_of(options, nodes, dead, order)


def add_survival(options, nodes):
    """Puts what is said of ranks that die into the program's environment. Returns how the kernel calls them."""
    if not SURVIVAL & options.keys():
        return []
    from .surviving import deaths_of, environment_of
    ranks = number("--ranks", options.get("--ranks", str(nodes)), 1, nodes)
    options["-x"] += environment_of(options, ranks)
    return [f"rank {rank}" for rank, _ in deaths_of(options, ranks)]


def ranks_called(options):
    """How many of the first nodes reports call ranks, as kernel/reports/called.h does where the numbers are the same."""
    return 0 if DEAD_OPTIONS & options.keys() else int(options.get("--ranks", "0"))
