#!/usr/bin/python3
"""Finds a torn, spoilt or lying frame, or a senseless request, that cuberun takes from a line (tools/running/line.py); and a
machine that a line which spoils bytes stops, or that sends more frames than it has to. Prints TAP."""

import binascii
import os
import random
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import MappingProxyType

sys.dont_write_bytecode = True
sys.path[:0] = ["tools", "tests", "tests/fail"]

from machine import OUT, emulator
from running.boards import BOARDS
from running.line import (ASK, CLOSE, DATA_BYTES, EXIT, HANDLES, INPUT, OPEN, OPEN_INPUT, PRINT, READ, TIME, WRITE, Frames, Host, frame,
                          serve)
from tap import equal, finish, ok

RUNS = 2000
NUMBER = struct.Struct("<I")


def taken(data, step):
    """The frames in these bytes, which come in pieces of that length, and then no more."""
    frames, found = Frames(), []
    for at in range(0, len(data), step):
        found += frames.add(data[at:at + step])
    while frames.begun():
        found += frames.gap()
    return found


def check_frames():
    """Frames are found among whatever comes with them."""
    sent = [(1, PRINT, b"text"), (2, READ, bytes(DATA_BYTES)), (3, TIME, b""), (4, PRINT, b"\1" * 40)]
    whole = b"".join(frame(*each) for each in sent)
    equal([taken(whole, step) for step in (1, 3, 4096)], [sent] * 3, "frames come whole, in pieces of any length")
    equal(taken(b"firmware\r\n\1" + whole, 7), sent, "    and behind what is none")
    equal(taken(b"\1\5\6\xff\x03" + whole, 7), sent, "    or lies about its length")
    equal(taken(b"\1\5\6\xff\xff" + whole, 7), sent, "    or is longer than a frame may be")
    equal(taken(frame(9, TIME, b"")[:-1] + whole, 7), sent, "    or is torn")
    draw, wrong = random.Random(1), 0
    for _ in range(RUNS):
        spoilt = bytearray(whole)
        for _ in range(draw.randrange(1, 4)):
            spoilt[draw.randrange(len(spoilt))] ^= 1 << draw.randrange(8)
        wrong += any(each not in sent for each in taken(spoilt, 100))
    equal(wrong, 0, f"none is made of {RUNS} in which bits are wrong")
    equal(frame(1, PRINT, b"ab"), b"\1\1\1\2\0ab" + struct.pack("<H", binascii.crc_hqx(b"\1\1\2\0ab", 0xffff)),
          "a frame is as formats/line.h says")


class Asker:
    """Asks a host, each time with the next sequence number."""

    def __init__(self, allowed):
        self.host, self.sequence = Host(allowed, lambda _: None), 0

    def ask(self, kind, data=b""):
        """The data of the answer, which is one frame."""
        self.sequence = (self.sequence + 1) % 256
        answers = taken(self.host.answered((self.sequence, kind, data)), 4096)
        assert len(answers) == 1 and answers[0][:2] == (self.sequence, kind), answers
        return answers[0][2]


def check_host():
    """A host opens what it may, and refuses the rest."""
    with tempfile.TemporaryFile() as mine, tempfile.TemporaryFile() as other:
        asker = Asker({mine.fileno()})
        equal([asker.ask(OPEN, NUMBER.pack(descriptor)) for descriptor in (other.fileno(), 0, 1, 2, 4000000000)], [b""] * 5,
              "descriptors that are not the machine's are not opened")
        handle = asker.ask(OPEN, NUMBER.pack(mine.fileno()))
        asker.ask(WRITE, handle + b"records")
        again = asker.host.answered((asker.sequence, WRITE, handle + b"records"))
        equal((taken(again, 99)[0][2], mine.read()), (NUMBER.pack(7), b"records"), "a request that comes again is done once")
        reader = asker.ask(OPEN_INPUT, NUMBER.pack(mine.fileno()))
        equal(asker.ask(READ, reader + NUMBER.pack(0xffffffff)), b"records", "more is read than there is")
        equal(asker.ask(ASK, handle + reader + NUMBER.pack(3) + b"more"), b"mor", "what is written at a request is there for its answer")
        equal((asker.ask(WRITE, reader + b"x"), asker.ask(READ, handle + NUMBER.pack(1))), (b"", b""),
              "what is open for the one is not for the other")
        senseless = [(kind, data) for kind in (OPEN, READ, WRITE, ASK, CLOSE, EXIT, 0, 10, 255) for data in (b"", b"abc", bytes(DATA_BYTES))]
        senseless.remove((WRITE, bytes(DATA_BYTES)))  # 0 is a handle
        equal([asker.ask(*each) for each in senseless], [b""] * len(senseless), "what makes no sense has an empty answer")
        equal(asker.host.status, None, "    and ends nothing")
        opened = [asker.ask(OPEN, NUMBER.pack(mine.fileno())) for _ in range(2 * HANDLES)]
        equal(sum(map(bool, opened)), HANDLES - 2, "no more are open at once than may be")
        for number in range(HANDLES):
            asker.ask(CLOSE, NUMBER.pack(number))
        draw = random.Random(2)
        for _ in range(RUNS):
            asker.ask(draw.choice([OPEN, OPEN_INPUT, READ, WRITE, ASK, CLOSE, TIME, 77]),
                      NUMBER.pack(draw.choice([0, 1, mine.fileno(), other.fileno(), 1 << 31])) + draw.randbytes(draw.randrange(20)))
        equal(other.seek(0, os.SEEK_END), 0, f"{RUNS} requests of random bytes leave other files alone")
        asker.ask(EXIT, b"\x07")
        equal(asker.host.status, 7, "the machine ends with its status")
    near, far = socket.socketpair()
    far.close()
    equal(serve(near.fileno(), set()), None, "a line that has ended is the end")


def pump(source, target, spoilt, passed):
    """Passes bytes on, which are added to `passed`; those at the places of `spoilt` are lost, where its value is true have a wrong bit, or where it is a
    time take so long as on a slow line."""
    place = 0
    try:
        while data := source.recv(1 if spoilt else 1 << 16):
            if isinstance(spoilt.get(place), float):
                threading.Event().wait(spoilt[place])
            elif place in spoilt:
                data = bytes([data[0] ^ 4]) if spoilt[place] else b""
            place += 1
            passed.append(data)
            target.sendall(data)
    except OSError:
        pass


def run_machine(*replaced, program=OUT / "programs/hello.elf", words=(), spoilt_up=MappingProxyType({}),
                spoilt_down=MappingProxyType({}), passed_up=None):
    """Runs a program with these words on a machine whose line spoils bytes so on its ways, with these options and values
    replaced; its status, and what it prints."""
    machine, outer = socket.socketpair()
    inner, host = socket.socketpair()
    command = emulator(program, *words, nodes=1, without=["-semihosting-config", "-serial"],
                       replace=[("-kernel", str(Path("build/kernel-line.img").resolve())), *replaced])
    os.set_inheritable(machine.fileno(), True)
    printed, output = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(output, 1)
        os._exit(serve(host.fileno(), set()))
    os.close(output)
    with subprocess.Popen([*command, "-chardev", f"socket,id=line,fd={machine.fileno()}", *BOARDS["virt"].line],
                          close_fds=False, stdin=subprocess.DEVNULL) as process:
        machine.close()
        for ends in ((outer, inner, spoilt_up, [] if passed_up is None else passed_up), (inner, outer, spoilt_down, [])):
            threading.Thread(target=pump, args=ends, daemon=True).start()
        with os.fdopen(printed) as file:
            text = file.read()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        process.kill()
    return status, text


def check_machine():
    """A machine whose line loses and spoils bytes runs as any other."""
    equal(run_machine(spoilt_up={2: True, 40: False}, spoilt_down={1: False, 9: True}), (0, "hello from node 0 of 1\n"),
          "a line that loses and spoils bytes: all is asked until it is answered")
    asked, slowly = [], []
    run_machine(passed_up=asked)
    equal(run_machine(spoilt_down=dict.fromkeys(range(7), 0.2), passed_up=slowly), (0, "hello from node 0 of 1\n"),
          "    and one on which an answer takes longer than the patience of who has asked")
    equal(len(slowly), len(asked), "    which is not asked again while bytes of the answer come")
    status, text = run_machine(("-cpu", "cortex-a57"))
    ok(status == 64 and text.startswith("graycube: these cores lack the atomic instructions"),
       "cores that lack instructions are told of over the line, too", f"{status} {text}")


def check_counts():
    """What a machine prints comes whole and in order, in no more frames than it takes."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "bulk.c"), Path(folder, "bulk.elf")
        source.write_text("""#include <stdlib.h>
#include <unistd.h>
static char data[1 << 20];
int main(int argc, char **argv) {
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (char)('a' + i % 25);
    write(STDOUT_FILENO, data, strtoul(argv[argc - 1], NULL, 0));
}
""", encoding="utf-8")
        subprocess.run(["tools/cubecc", str(source), "-o", str(program)], check=True)
        # The kernel prints a page as lines of 2,049 and 2,047 bytes, in three frames and two.
        for size, count in ((0, 0), (1, 1), (DATA_BYTES - 1, 1), (DATA_BYTES, 1), (DATA_BYTES + 1, 2), (1 << 20, 256 * 5)):
            up = []
            status, text = run_machine(program=program, words=[str(size)], passed_up=up)
            sent = sum(kind == PRINT for _, kind, _ in taken(b"".join(up), 4096))
            ok((status, sent) == (0, count) and text == "".join(chr(97 + i % 25) for i in range(size)),
               f"{size} bytes printed come whole, in {count} frames", f"{status} {len(text)} {sent}")


check_frames()
check_host()
check_machine()
check_counts()
finish()
