#!/usr/bin/python3
"""Finds a moment at which signals, however many, do not end cuberun with their status and without a word: no machine is left, and no file but, after a SIGINT, whole results of what happened until then. One that ends the emulator is never a success. Prints TAP."""

import json
import os
import select
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests")
sys.dont_write_bytecode = True

from tap import finish, ok

OUT = os.environ.get("CUBE_OUT", "build")
PRINT = f"{OUT}/tests/boot/print.elf"
INTERRUPTED = b"cuberun: interrupted"
ENDING = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
SECONDS = 60
# When signals come, in milliseconds from the start: while Python starts, and later.
MOMENTS = [*range(0, 24, 2), *range(24, 120, 12)]
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup, under which tests may run, has it ignored


def start(*words, **settings):
    """cuberun, running."""
    return subprocess.Popen(["tools/cuberun", "--timeout", str(SECONDS), *words],
                            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, **settings)


def end(child):
    """Its status as a shell has it, and its complaints, without what SIGINT tells of the nodes."""
    try:
        _, errors = child.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        return "it does not end", b""
    status = child.returncode
    if errors.startswith(INTERRUPTED):
        errors = b"".join(line for line in errors.splitlines() if not line.startswith(
            (INTERRUPTED, b"cuberun: node ", b"cuberun: nodes ")))
    return status if status >= 0 else 128 - status, errors


def machines(mark):
    """How many emulators run whose command line has the mark."""
    found = 0
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                words = file.read()
        except OSError:
            continue
        found += words.startswith(b"/") and b"qemu-system" in words and mark.encode() in words
    return found


def is_result(path):
    """Whether a file is a whole result of a run that SIGINT has ended."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)["status"] == ENDING[signal.SIGINT]
    except ValueError:
        return False


def after(milliseconds, first, others, parts):
    """Whether a signal, and others behind it, so long after the start leave nothing; what is left."""
    with tempfile.TemporaryDirectory() as folder:
        mark = os.path.basename(folder)
        child = start("-n", parts, "--parts", parts, "--stats", f"{folder}/stats", PRINT, "for-ever", "1",
                      "0", mark, stdout=subprocess.DEVNULL)
        select.select([], [], [], milliseconds / 1000)
        for number in (first, *others):
            child.send_signal(number)
        status, errors = end(child)
        left = [name for name in os.listdir(folder) if not (
            name == "stats" and first == signal.SIGINT and is_result(os.path.join(folder, name)))]
        return (status in {ENDING[number] for number in (first, *others)} and errors == b"" and
                not left and not machines(mark), (status, errors, left, machines(mark)))


def links(child):
    """What the descriptors of a process lead to."""
    folder = f"/proc/{child.pid}/fd"
    for name in os.listdir(folder):
        try:
            yield os.readlink(os.path.join(folder, name))
        except OSError:
            pass


def blocked(folder):
    """cuberun where it waits for something that does not come, or is about to."""
    fifo = os.path.join(folder, "fifo")
    os.mkfifo(fifo)
    child, writer = start("--file", fifo, PRINT, stdout=subprocess.DEVNULL), None
    while writer is None:
        try:
            writer = os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # it does not read yet
            pass
    yield "a file to read", child
    os.close(writer)
    child = start("--stats", fifo, PRINT, stdout=subprocess.DEVNULL)
    while not any("memfd:initrd" in link for link in links(child)):
        pass
    yield "the reader of its results", child
    output, pipe = os.pipe()
    child = start(PRINT, "for-ever", "1", "0", stdout=pipe)
    while select.select([], [pipe], [], 0)[1]:  # there is room in it
        pass
    yield "the reader of its output", child
    os.close(pipe)
    os.close(output)


def check_emulator(parts, part, signals):
    """A signal of the host ends an emulator while a program runs: to most it answers with status 0."""
    for number, wanted in signals.items():
        mark = f"{os.getpid()}.{parts}.{part}.{number}"
        running = start("-n", "4", "--parts", str(parts), PRINT, "for-ever", "1", "0", mark, stdout=subprocess.PIPE)
        running.stdout.read(1)
        with open(f"/proc/{running.pid}/task/{running.pid}/children", encoding="ascii") as children:
            os.kill(int(children.read().split()[part]), number)
        status, errors = end(running)
        ok(status == wanted and errors.splitlines()[-1].startswith(b"cuberun: ")
           and errors.endswith(b"before the machine ended\n") and not machines(mark),
           f"emulator {part} of {parts} ends by {number.name}: status {wanted}", (status, errors))


for place, moment in enumerate(MOMENTS):
    several = list(ENDING)[place % 3:] if place % 2 else [signal.SIGINT]
    parts = "2" if place % 3 == 1 else "1"
    good, seen = after(moment, several[0], several[1:], parts)
    ok(good, f"{len(several)}, {moment} ms after the start, with {parts} emulators", seen)
with tempfile.TemporaryDirectory() as scratch:
    for where, process in blocked(scratch):
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        seen = end(process)
        ok(seen == (130, b""), f"two while it waits for {where}", seen)

ANSWERED = {signal.SIGTERM: 70, signal.SIGINT: 70, signal.SIGHUP: 70, signal.SIGKILL: 137}
check_emulator(1, 0, ANSWERED)
check_emulator(2, 0, {signal.SIGKILL: 137})
check_emulator(2, 1, ANSWERED)

# A time that is up, and one that is killed and can end nothing: its machine ends by itself, and no file is left.
for what, options, wanted in ("--timeout", ["--timeout", "1"], 124), ("SIGKILL", [], 137):
    with tempfile.TemporaryDirectory() as scratch:
        process = start(*options, PRINT, "for-ever", "1", "0", scratch, stdout=subprocess.PIPE,
                        env=os.environ | {"TMPDIR": scratch})
        if not options:
            process.stdout.read(1)
            process.kill()
        seen = (end(process)[0], machines(scratch), os.listdir(scratch))
        ok(seen == (wanted, 0, []), f"{what} leaves nothing", seen)

# A signal that is there before the first instruction, and waits to be taken.
process = start("--help", stdout=subprocess.DEVNULL, preexec_fn=lambda: (
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING), os.kill(os.getpid(), signal.SIGINT)))
seen = end(process)
ok(seen == (130, b""), "one that was there before", seen)
process = start(PRINT, "unended", "0", "0", stdout=subprocess.PIPE, preexec_fn=lambda: (
    signal.signal(signal.SIGHUP, signal.SIG_IGN), signal.pthread_sigmask(
        signal.SIG_BLOCK, ENDING), os.kill(os.getpid(), signal.SIGHUP)))
seen = end(process)
ok(seen == (0, b""), "a hang-up that nohup keeps away", seen)
finish()
