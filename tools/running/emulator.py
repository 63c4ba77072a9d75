"""The emulator's command line, and how --show prints it."""

import os
import sys

from . import ROOT
from .boards import BOARDS, LINE, board_name, has_line, kernel_image
from .initrd import initrd_file
from .machine import QEMU
from .memory import MIB, loadable_bytes, memory_bytes, own_memory
from .options import wants_results
from .standard import complain, say

SHOWN_RESULTS = 3  # the descriptor of results for --show: the first that a shell leaves to its user


def qemu_command(options, nodes, parts, core, accelerated, line, archive_bytes):
    """The emulator's command line, of a machine with N nodes. There are no ACPI tables and no default
    devices, because nothing reads them. Under --exact the date is the same in every run."""
    board = BOARDS[board_name(options)]
    date = ["-rtc", "base=2000-01-01,clock=vm"] if "--exact" in options else []
    asked = board.memory or memory_bytes(options, nodes, parts.count if parts else 1, archive_bytes)
    memory = board.memory or loadable_bytes(options, asked, parts.bytes if parts else 0, archive_bytes)
    cores, given = board.cores or nodes, ["-m", f"{memory // MIB}M"]
    if parts:
        cores, given = nodes + 1, parts.machine(memory, own_memory(memory, core), nodes + 1)
    elif core:
        given += [*own_memory(memory, core), "-machine", "memory-backend=own"]
    if memory > asked and ("--memory" in options or not parts):  # the kernel checks whether what was asked is enough
        line = f"memory={asked // MIB}M {line}"
    host_words = ["-chardev", f"socket,id=line,fd={LINE}", *board.line] if has_line(options) else [
        "-serial", "stdio", "-semihosting-config", "enable=on,target=native"]
    return [QEMU, *board.machine(options, nodes), "-smp", str(cores), *given, *accelerated, *date,
            "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none", *host_words,
            "-kernel", kernel_image(options), "-append", line]


def relayed(command, servers, descriptors):
    """The command of what has such an emulator at the other end of a line (relay.py). Its machine opens these
    descriptors, and those of the servers."""
    opened = [*descriptors, *(descriptor for server in servers for descriptor in server.opened())]
    relay = os.path.join(ROOT, "tools", "running", "relay.py")
    return [sys.executable, "-IS", relay, ",".join(map(str, opened)), *command]


def on_board(options, nodes, line, initrd):
    """The words for the relay (relay.py) that has the board at the other end of the line of --serial."""
    from .serial_line import device_of, load_file
    load = load_file(kernel_image(options), BOARDS[board_name(options)].tree(nodes), line, initrd)
    os.set_inheritable(load, True)
    return ["--serial", *device_of(options["--serial"]), str(load)]


def records_file():
    """A file for the machine's records that stays, for a person who runs the command by hand."""
    import tempfile
    descriptor, path = tempfile.mkstemp(prefix="cuberun.", suffix=".records")
    os.close(descriptor)
    complain(f"records of the machine: {path}")
    return path


def shown_command(options, command):
    """A command as a shell takes it."""
    import shlex
    records = f" {SHOWN_RESULTS}>{shlex.quote(records_file())}" if wants_results(options) else ""
    return f"{shlex.join(command)}{records}"


def show(options, machines, parts, initrd):
    """Prints the commands that would run."""
    path = initrd_file(initrd)
    commands = [shown_command(options, [*machine.command, "-initrd", path]) for machine in machines]
    for line in parts.shown(commands) if parts else commands:
        say(f"{line}\n")
