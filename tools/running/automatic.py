"""An order of the dimensions for a program of which nothing is known (--map auto): the program runs once, its messages
are recorded, and lcc finds the order in which those phases contend least that are linear-complement."""

import os
import stat
import subprocess
import sys
import tempfile

from .failure import STATUS_USAGE, Failure, conflict
from .machine import ending_with_us
from .mapping import find_order
from .options import DEAD_OPTIONS, FAIL_OPTIONS, FLAGS, REPEATED
from .phases import contention, find_phases, write_phases
from .recording import read_messages
from .results import FILES
from .standard import complain

# What of the options is not for the run before: its results, and what is told of it.
LEFT_OUT = {"--map", "--budget", "--core", *FILES, *FLAGS} - {"--exact", "--heap-check"}


def words_of(options):
    """The options of the run before, as words."""
    words = []
    for name, value in options.items():
        if name in LEFT_OUT:
            continue
        for one in value if name in REPEATED else [value]:
            words += [name] if name in FLAGS else [name, str(one)]
    return words


def input_again():
    """What the run before reads: our input if that is a file, which can be read twice, and else nothing."""
    try:
        return 0 if stat.S_ISREG(os.fstat(0).st_mode) else subprocess.DEVNULL
    except OSError:
        return subprocess.DEVNULL


def record(options, command):
    """Runs the program once. Returns its messages."""
    cuberun = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "cuberun")
    others = {name: value for name, value in os.environ.items() if name != "CUBERUN"}  # these options are in ours
    source = input_again()
    place = os.lseek(0, 0, os.SEEK_CUR) if source == 0 else 0
    with tempfile.NamedTemporaryFile(prefix="cuberun.") as file:
        again = [sys.executable, "-IS", cuberun, *words_of(options), "--record", file.name, *command]
        done = subprocess.run(ending_with_us(again), env=others, stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if source == 0:
            os.lseek(0, place, os.SEEK_SET)
        if os.path.getsize(file.name) == 0:
            reason = os.fsdecode(done.stderr).strip().rpartition("\n")[2].removeprefix("cuberun: ")
            raise Failure(STATUS_USAGE, f"--map auto: the first run recorded no packets, and ended with status "
                                        f"{done.returncode}{': ' if reason else ''}{reason}")
        return read_messages(file.name)[1]


def automatic_order(options, nodes, build, command):
    """The order for a program and its arguments, as `mapping` returns it; empty if it has no phase that contends."""
    if (DEAD_OPTIONS | FAIL_OPTIONS) & options.keys():
        raise conflict("--map auto", "dead or failing links", "record a run without them, and let 'graycube lcc --from' find "
                                                              "communications for --map")
    if nodes == 1 or "--show" in options:
        return []
    phases, alone = find_phases(nodes, record(options, command))
    messages = sum(phase.messages for phase in phases)
    plain = list(range(nodes.bit_length() - 1))
    before = max((contention(phase, plain) for phase in phases), default=0)
    if before <= 1:
        complain(f"--map auto: {messages} of {messages + alone} messages are in linear-complement phases"
                 f"{', of which none contend' if phases else ''}: nodes stay where they are")
        return []
    with tempfile.TemporaryDirectory() as folder:
        order = find_order(build, len(plain), write_phases(phases, folder))
    after = max(contention(phase, order) for phase in phases)
    complain(f"--map auto: {messages} of {messages + alone} messages are in linear-complement phases, {len(phases)} of "
             f"them different; at most {after} of a phase on a link instead of {before}, by the order "
             f"{','.join(map(str, order))}")
    return order
