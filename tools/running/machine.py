"""The emulator: starts it, passes input and output on, and sees to its end."""

import os
import select
import signal

from .console import GRACE, Console, Input, pass_on
from .failure import STATUS_QEMU, STATUS_TIMEOUT, Failure
from .signals import SIGNALS, Interrupted
from .standard import INPUT, OUTPUT, complain

QEMU = "qemu-system-aarch64"


def complain_all(lines):
    """Writes lines to our standard error."""
    for line in lines:
        complain(line)


def where_nodes_are(watch, console, servers):
    """What `watch` tells of a machine, which may print meanwhile, and ask the servers."""
    from .gathering import Gathering
    with Gathering(console, servers):
        return watch.lines()


def program_path(name):
    """Where a command is that we run."""
    paths = (os.path.join(folder, name) for folder in os.get_exec_path())
    path = next((path for path in paths if os.path.isfile(path) and os.access(path, os.X_OK)), None)
    if path is None:
        raise Failure(STATUS_QEMU, f"there is no {name}: 'make setup' installs it")
    return path


def spawn(command, console_input, console_output):
    """Starts the emulator in a process group of its own, so that Ctrl-C reaches us alone, with that
    input and output."""
    command = [program_path(QEMU) if word == QEMU else word for word in command]
    path = program_path(command[0])
    actions = [(os.POSIX_SPAWN_DUP2, console_input, INPUT),
               (os.POSIX_SPAWN_DUP2, console_output, OUTPUT)]
    # If we are killed outright, the machine ends as well.
    setpriv = "/usr/bin/setpriv"
    if os.path.exists(setpriv):
        command = [setpriv, "--pdeathsig", "KILL", path, *command[1:]]
        path = setpriv
    return os.posix_spawn(path, command, os.environ, file_actions=actions, setpgroup=0,
                          setsigdef=[signal.SIGINT, signal.SIGPIPE])


def run(command, seconds, servers, watch):
    """Runs the machine to its end, or for at most so many seconds, if not 0. The servers answer what it
    asks (places.py, folder.py), and each has a say in what its status means (ending.py). Where it is ended
    before its time, `watch` tells where its nodes were (watch.py, or debugging.py). Returns the machine's
    status, or STATUS_TIMEOUT. Whatever happens, the machine has ended when we leave."""
    poll = select.poll()
    source, console = Input(poll), Console(poll)
    watched = [*servers, watch]
    lines, has_ended = [], False
    try:
        child = spawn(command + watch.options(), source.machine, console.machine)
    except Failure:
        watch.ended(early=True)
        raise
    try:
        source.started()
        console.started()
        for server in watched:
            server.started(poll)
        with SIGNALS:
            has_ended = pass_on(source, console, poll, seconds, watched)
        if not has_ended:
            lines = where_nodes_are(watch, console, servers)
    except Interrupted:
        if SIGNALS.number == signal.SIGINT:
            lines = where_nodes_are(watch, console, servers)
            complain("interrupted")
            complain_all(lines)
        raise
    finally:
        if not has_ended:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        watch.ended(early=not has_ended)
    if not has_ended:
        with SIGNALS:
            pass_on(source, console, poll, GRACE, watched)  # what it has printed till then
        complain(f"ended after {seconds} seconds (--timeout)")
        complain_all(lines)
        return STATUS_TIMEOUT
    status = os.waitstatus_to_exitcode(status)
    for server in servers:
        status = server.verdict(status)
    return status
