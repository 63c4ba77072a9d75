#!/usr/bin/python3
"""Finds an error in loading, restarting or reading a board at the other end of a serial line (cuberun
--serial): an emulated one with its loader, without semihosting and behind a terminal, as a real one
is behind an adapter. Prints TAP."""

import fcntl
import os
import select
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import tty
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = ["tools", "tests", "tests/fail"]

from machine import OUT, emulator
from running.failure import Failure
from running.line import DATA_BYTES, LOAD, Frames, serve
from running.serial_line import PIECE, load_file, pieces_of
from running.tree import filled, properties_of
from tap import equal, finish, ok

HELLO = OUT / "programs/hello.elf"
KERNEL, LOADER, TREE = (f"build/raspi3b/{name}" for name in ("kernel-line.img", "loader.img", "cores-4.dtb"))
SECONDS = 300  # of what takes 5 on a host that has nothing else to do
BOARD = ["qemu-system-aarch64", "-M", "raspi3b", "-accel", "tcg,thread=single", "-nodefaults", "-display", "none"]


def start(*words):
    """An emulated board without semihosting: its process, and our end of its line."""
    ours, machine = socket.socketpair()
    os.set_inheritable(machine.fileno(), True)
    line = ["-chardev", f"socket,id=line,fd={machine.fileno()}", "-serial", "chardev:line"]
    with machine:
        return subprocess.Popen([*BOARD, *line, *words], close_fds=False, stdin=subprocess.DEVNULL), ours


def copy(source, target):
    """Passes on what comes from one descriptor to another."""
    try:
        while data := os.read(source, 4096):
            os.write(target, data)
    except OSError:
        pass


def cuberun(*words):
    """Runs cuberun; its status and what it prints."""
    done = subprocess.run(["tools/cuberun", "--board", "raspi3b", *words, str(HELLO)], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False, timeout=SECONDS, env={**os.environ, "CUBERUN": ""})
    return done.returncode, done.stdout, done.stderr


def check_board():
    """A program runs on the board, which then starts anew and asks for the next."""
    process, ours = start("-kernel", LOADER)
    adapter, terminal = os.openpty()
    tty.setraw(terminal)
    for ends in ((ours.fileno(), adapter), (adapter, ours.fileno())):
        threading.Thread(target=copy, args=ends, daemon=True).start()
    with process:
        status, printed, errors = cuberun("-n", "4", "--timeout", str(SECONDS), "--serial", f"{os.ttyname(terminal)}:921600")
        equal((status, sorted(printed.splitlines())), (0, [f"hello from node {node} of 4" for node in range(4)]),
              f"a program on a board behind a terminal {errors}")
        frames, asked = Frames(), []
        while not asked and select.select([terminal], [], [], SECONDS)[0]:
            asked = [kind for _, kind, _ in frames.add(os.read(terminal, 4096))]
        equal(asked[:1], [LOAD], "    which then starts anew, and asks for the next one")
        process.kill()


def check_restart():
    """A kernel of an earlier run, whose cuberun is gone, is told to start anew."""
    words = emulator(HELLO, nodes=1)
    initrd = words[words.index("-initrd") + 1]
    process, ours = start("-no-reboot", "-kernel", KERNEL, "-dtb", "build/raspi3b/cores-1.dtb", "-initrd", initrd)
    with process:
        equal((serve(ours.fileno(), set(), [b"piece"]), process.wait(SECONDS)), (None, 0),
              "a kernel that an earlier cuberun has left starts anew")


def check_load():
    """What the loader is sent is the files, and a tree with what cuberun says."""
    given = Path(TREE).read_bytes()
    pieces = pieces_of(load_file(KERNEL, TREE, "spins=1 -- word", [b"archive", b" of two"]), DATA_BYTES)
    memory = {}
    for piece in pieces[:-1]:
        address, _ = PIECE.unpack_from(piece)
        memory[address] = piece[PIECE.size:]
    entry, tree = PIECE.unpack(pieces[-1])
    ok(all(len(piece) <= DATA_BYTES for piece in pieces), "no piece is longer than an answer may be")

    def at(address):
        """All that lies there without a gap."""
        found = b""
        while address + len(found) in memory:
            found += memory[address + len(found)]
        return found
    equal(at(entry), Path(KERNEL).read_bytes(), "the kernel is sent where it is entered")
    loaded = at(tree)
    values = {name: loaded[place:place + size] for name, place, size in properties_of(loaded)}
    equal(values[b"bootargs"].rstrip(b"\0"), b"spins=1 -- word", "the tree has the command line")
    begin, = struct.unpack(">Q", values[b"linux,initrd-start"])
    end, = struct.unpack(">Q", values[b"linux,initrd-end"])
    equal((at(begin), end - begin), (b"archive of two", 14), "    and where the initrd is")
    try:
        filled(given, {b"bootargs": bytes(4096)})
        ok(False, "a line that is too long is refused")
    except Failure:
        ok(True, "a line that is too long is refused")


def refused(what, *words):
    """cuberun does not take these words, and says why."""
    status, _, errors = cuberun(*words)
    ok(status == 64 and what in errors, f"cuberun {' '.join(words)} is refused", f"{status} {errors}")


def check_line():
    """A line that another has, that goes away, or that is none."""
    adapter, terminal = os.openpty()
    fcntl.flock(terminal, fcntl.LOCK_EX)
    refused("used by another cuberun or terminal program", "--serial", os.ttyname(terminal))
    os.close(adapter)
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
        server.bind(f"{folder}/line")
        refused("cannot be used as a serial line", "--serial", f"{folder}/line")
        server.listen()
        threading.Thread(target=lambda: server.accept()[0].close(), daemon=True).start()
        status, _, errors = cuberun("--serial", f"{folder}/line")
        ok(status == 70 and "line lost before the board ended" in errors, "a line that goes away is told of",
           f"{status} {errors}")


check_load()
check_restart()
check_board()
check_line()
refused("cannot be used as a serial line", "--serial", "/dev/null")
refused("No such file", "--serial", "/nowhere/line")
refused("neither a serial line nor a socket", "--serial", "README.md")
refused("invalid value '77'", "--serial", "/dev/null:77")
refused("--serial: requires a board", "--board", "virt", "--serial", "/dev/null")
refused("--gdb: cannot be combined with --serial", "--gdb", "--serial", "/dev/null")
refused("--exact: cannot be combined with a serial line", "--exact", "--serial", "/dev/null")
finish()
