"""Observers of a run: for its results, for a report, for a debugger."""

import os
import signal

from . import ROOT
from .boards import BOARDS, board_name, kernel_program
from .clocks import cost_options, counted
from .failure import STATUS_SIGNAL, Failure, conflict
from .numbers import number
from .options import BUDGET, DEAD_OPTIONS, METERS, ORDERS, PLAYED, RESULTS, SAMPLED, wants_results
from .signals import SIGNALS, Interrupted
from .standard import complain
from .watch import Unwatched, Watch


def prepare_results(options, machines, folder, nodes, arguments):
    """The results that the options ask for, of N machines with N nodes, or None. `folder` is what
    programs reach, or None."""
    if not wants_results(options) or "--show" in options:
        return None
    from .results import Results
    budget = None
    if BUDGET & options.keys():
        from .budget import Budget
        budget = Budget(options, nodes, arguments)
    return Results(options, machines, folder.reach if folder else None, budget)


def early_of(options, nodes):
    """What gathers the records of those of N nodes that do not come to their end, or None where nobody reads
    any."""
    if not (RESULTS - {ORDERS}) & options.keys():
        return None
    from .early import Early
    wanted = {"meters"} if METERS & options.keys() else set()
    if PLAYED & options.keys():
        wanted |= {"profile", "event", "packet"}
    if SAMPLED & options.keys():
        wanted |= {"profile", "event"}
    if "--record" in options:
        wanted |= {"packet"}
    return Early(wanted, nodes)


def core_of(options, nodes, program, reach, hosts):
    """What writes the state of nodes that fail, or None where nobody has asked for that. `reach` is what programs
    reach, or None."""
    if "--core" not in options or "--show" in options:
        return None
    if hosts or "--gdb" in options:
        raise conflict("--core", "several hosts" if hosts else "--gdb", "" if hosts else "gdb shows all nodes")
    from .core import Core
    return Core(options["--core"], program, nodes, BOARDS[board_name(options)].memory_begin, reach.reach if reach else None)


def ranks_called(options):
    """How many of the first nodes reports call ranks, as kernel/reports/called.h does where the numbers are the same."""
    return 0 if DEAD_OPTIONS & options.keys() else int(options.get("--ranks", "0"))


def watch_of(options, nodes, program, parts, hosts, core):
    """What looks after the machines here: gdb, or what tells where the nodes are if it is ended early."""
    if hosts:  # the records of several hosts are not gathered then
        near, inside = hosts.near(), nodes // parts.count
        watch = Watch(range(near.start * inside, near.stop * inside), program, kernel_program(options), parts, near)
        watch.ranks = ranks_called(options)
        return watch
    if "--serial" in options:
        return Unwatched()
    if "--gdb" in options:
        from .debugging import Gdb
        return Gdb(program, kernel_program(options), os.path.join(ROOT, "tools", "gdb"))
    watch = Watch(range(nodes), program, kernel_program(options), parts, range(parts.count if parts else 1),
                  early_of(options, nodes), core)
    watch.tells = "--exact" in options and counted(options) and not parts
    watch.turns = "--exact" in options and counted(options)
    watch.ranks = ranks_called(options)
    return watch


def description_of(options, program, arguments, nodes, order):
    """What runs, for its results."""
    ranks = number("--ranks", options.get("--ranks", str(nodes)), 1, nodes)
    return {"program": program, "arguments": arguments, "nodes": nodes, **({"map": order} if order else {}),
            **({"ranks": ranks} if ranks < nodes else {})}


def run_with_results(options, run_all, early, description, results):
    """Runs what `run_all` does and writes its results; returns its status, or that of a failure of these. `early` has
    what was read of nodes that do not come to their end (early.py), or is None."""
    try:
        with SIGNALS:  # a result may go to a pipe
            results.open()
        try:
            status = run_all()
        except Interrupted:
            if SIGNALS.number != signal.SIGINT:
                raise
            results.write({**description, "status": STATUS_SIGNAL + signal.SIGINT}, cost_options(options), early)
            raise
        try:
            with SIGNALS:
                results.write({**description, "status": status}, cost_options(options), early)
        except Failure as failure:
            report(failure)
            return status or failure.status
        return status
    finally:
        results.close()


def report(failure, tool="cuberun"):
    """Says what went wrong, if there is something to say."""
    if str(failure):
        complain(failure, tool)
