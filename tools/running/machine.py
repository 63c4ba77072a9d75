"""The emulator: starts it, passes input and output on, and sees to its end."""

import functools
import os
import select
import signal

from .console import GRACE, Console, Input, pass_on
from .edge import Guarded
from .failure import STATUS_PANIC, STATUS_TIMEOUT, Failure
from .numbers import count_of
from .signals import SIGNALS, Interrupted
from .standard import ERROR, INPUT, OUTPUT, complain
from .versions import check_emulator

QEMU = "qemu-system-aarch64"

# The emulator's environment, unless ours says something else. It touches what its cores take of its heap before they
# run, and spends a third of that time on the host's page faults: in huge pages there are a tenth of them
# (docs/measurements.md). A host that gives none, or whose C library is not glibc, does not mind.
HUGE_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}

# Runs a command if it is the child of a process, whose number stands before it.
IF_CHILD_OF = ("/bin/sh", "-c", '[ "$PPID" = "$0" ] && exec "$@"')


def complain_all(lines):
    """Writes lines to our standard error."""
    for line in lines:
        complain(line)


def where_nodes_are(watch, console, servers, *status):
    """What `watch` tells of a machine, which may print meanwhile, and ask the servers."""
    from .gathering import Gathering
    with Gathering(console, servers):
        with Guarded("where the nodes are"):
            return watch.lines(*status)
    return []


def telling_of(watch, console, servers):
    """What tells how far the machine has come, if somebody is there to read it, and it takes long; or None."""
    if not (watch.tells and os.isatty(ERROR)):
        return None
    from .gathering import Gathering
    from .progress import Telling

    def look():
        with Gathering(console, servers):
            with Guarded("how far the run is"):
                return watch.clocks()
        return []
    return Telling(look)


def program_path(name):
    """Where a command is that we run."""
    paths = (os.path.join(folder, name) for folder in os.get_exec_path())
    path = next((path for path in paths if os.path.isfile(path) and os.access(path, os.X_OK)), None)
    if path is None:
        raise Failure(STATUS_PANIC, f"{name}: not installed (run 'make setup')")
    return path


def spawn(command, console_input, console_output):
    """Starts the emulator in a process group of its own, so that Ctrl-C reaches us alone, with that
    input and output."""
    command = ending_with_us([program_path(QEMU) if word == QEMU else word for word in command])
    actions = [(os.POSIX_SPAWN_DUP2, console_input, INPUT),
               (os.POSIX_SPAWN_DUP2, console_output, OUTPUT)]
    return os.posix_spawn(command[0], command, HUGE_PAGES | os.environ, file_actions=actions, setpgroup=0,
                          setsigdef=[signal.SIGINT, signal.SIGPIPE])


def ending_with_us(command):
    """The command such that it ends if we are killed outright; also if that was before it could ask for such a
    signal."""
    path, setpriv = program_path(command[0]), "/usr/bin/setpriv"
    if not os.path.exists(setpriv):
        return [path, *command[1:]]
    return [setpriv, "--pdeathsig", "KILL", *IF_CHILD_OF, str(os.getpid()), path, *command[1:]]


class Machine:
    """An emulator: its command line; the file in which its kernel proves its end (ending.py); who answers where
    places are (places.py); and all that answer what it asks, this one among them, and have a say in what its status
    means."""

    def __init__(self, command, ending, places, servers):
        self.command, self.ending, self.places, self.servers = command, ending, places, servers


def look_and_end(child, ending, watch, console, servers):
    """Has `watch` look at the nodes of a machine that has come to an end and stands still; then ends that. `ending`
    has its status (ending.py)."""
    where_nodes_are(watch, console, servers, ending.proved() or 0)
    os.kill(child, signal.SIGKILL)


def spawn_all(machines, source, console, watch):
    """Starts the emulators. Only the first one has our input. Returns their process numbers."""
    if any(QEMU in machine.command for machine in machines):
        check_emulator(QEMU)
    children, nothing = [], os.open(os.devnull, os.O_RDONLY)
    try:
        for number, machine in enumerate(machines):
            children.append(spawn(machine.command + watch.options(number), nothing if number else source.machine,
                                  console.machines[number]))
    except (Failure, OSError):
        end_all(children)
        raise
    finally:
        os.close(nothing)
    return children


def end_all(children, but=None):
    """Ends the emulators, but for that number, which ends by itself. Returns the codes that they ended with."""
    for number, child in enumerate(children):
        if number != but:
            os.kill(child, signal.SIGKILL)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def run(machines, seconds, watch, hosts=None):
    """Runs the machines, which are one cube, until the first of them ends, or for at most N seconds, if not
    0. `hosts`: what they are on several hosts together, as host 0 has it (hosts.py). Where they are ended before
    their time, `watch` tells where their nodes were (watch.py, or debugging.py). Returns the status of the one that
    ended, or STATUS_TIMEOUT. Whatever happens, all have ended when we leave."""
    poll = select.poll()
    source, console = Input(poll), Console(poll, hosts.parts.count if hosts else len(machines))
    servers = [server for machine in machines for server in machine.servers]
    watched = [*servers, watch, *([hosts] if hosts else [])]
    lines, has_ended, codes = [], False, []
    try:
        if hosts:
            with SIGNALS:
                hosts.start(console.machines[len(machines):])
        children = spawn_all(machines, source, console, watch)
        if hosts:
            hosts.give_way(children)
    except Failure:
        watch.ended(early=True)
        raise
    for machine in machines:
        if machine.places and machine.places.again:
            machine.places.again.console = console
    if watch.early or watch.core:
        for machine, child in zip(machines, children):
            machine.places.last_look = functools.partial(look_and_end, child, machine.ending, watch, console, servers)
    try:
        source.started()
        console.started()
        for server in watched:
            server.started(poll)
        with SIGNALS:
            telling = telling_of(watch, console, servers)
            has_ended = pass_on(source, console, poll, seconds, watched, telling)
        if not has_ended:
            if hosts:
                hosts.look()
            lines = where_nodes_are(watch, console, servers)
    except Interrupted:
        if SIGNALS.number == signal.SIGINT:
            lines = where_nodes_are(watch, console, servers)
            complain("interrupted")
            complain_all(lines)
        raise
    finally:
        codes = end_all(children, console.first if has_ended else None)
        watch.ended(early=not has_ended)
        if hosts:
            hosts.end()
    if not has_ended or len(machines) > 1 or hosts:
        console.waits_for_all = True
        with SIGNALS:
            # What they have printed till then.
            pass_on(source, console, poll, hosts.grace(GRACE) if hosts else GRACE, watched)
    if hosts:
        hosts.leave()
    if not has_ended:
        complain(f"ended after {count_of(seconds, 'second')} (--timeout)")
        complain_all(lines)
        return STATUS_TIMEOUT
    if console.first < len(machines):
        ending = machines[console.first].ending
        status = ending.verdict(codes[console.first])
        complain_all(ending.survived())
    else:
        status = hosts.status(console.first)
    for server in servers:
        status = server.verdict(status)
    return status
