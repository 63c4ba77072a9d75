#!/usr/bin/env python3
"""Random requests to the folder of cuberun --dir: nothing outside of it is ever found or changed.

tools/running/folder.py serves a folder that is full of links, to inside and outside, while another
process of the host could do the same at any moment: folders become links between two requests. The
requests are made of names that exist, steps up, absolute paths, and bytes that are none of those.
Arguments: how many requests, and the seed.
"""

import os
import random
import select
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
from running import folder as serving

REQUESTS = int(sys.argv[1]) if len(sys.argv) > 1 else 6000
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
CHANGES_OF_HOST = 50  # a link or a folder of the folder is replaced after so many requests
MISDEEDS = []


class Machine:
    """The other end of the pipes."""

    def __init__(self, word):
        self.folder = serving.Folder(word)
        self.poll = select.poll()
        self.poll.register(self.folder.source, select.POLLIN)

    def ask(self, node, operation, descriptor=0, first=0, second=0, data=b"", room=64):
        """One request; returns the result and the bytes that came back."""
        request = serving.REQUEST.pack(node, operation, descriptor, first, second, len(data), room)
        os.write(self.folder.requests, request + data)
        self.folder.turn(self.poll)
        result, size = serving.ANSWER.unpack(os.read(self.folder.answers, serving.ANSWER.size))
        return result, os.read(self.folder.answers, size) if size else b""


def build(base):
    """A folder, and what lies outside of it."""
    reached, outside = base / "reached", base / "outside"
    for path in (reached / "a/b/c", reached / "d", outside / "deep"):
        path.mkdir(parents=True)
    for path in (reached / "file", reached / "a/file", reached / "a/b/c/file"):
        path.write_text("inside")
    for path in (outside / "file", outside / "deep/file", base / "file"):
        path.write_text("outside")
    os.mkfifo(reached / "pipe")
    for name, target in (("up", ".."), ("out", "../outside"), ("far", outside), ("root", "/"),
                         ("a/out", "../../outside"), ("a/b/home", reached), ("a/b/up", "../../.."),
                         ("loop", "loop"), ("twice", "out"), ("in", "a/b"), ("new", "../outside/new"),
                         ("null", "/dev/null"), ("dangling", "nowhere"), ("d/file", "../file")):
        (reached / name).symlink_to(target)
    return reached, outside


def state(base, without=None):
    """All that is in a folder, but for the one named `without`: names and contents."""
    found = []
    for folder, folders, names in os.walk(base):
        folders[:] = sorted(name for name in folders if name != without)
        found += [(folder, list(folders), sorted(names))]
        found += [path.read_bytes() for path in (Path(folder) / name for name in sorted(names))
                  if path.is_file() and not path.is_symlink()]
    return found


def path_of(rng, base):
    """A path that may lead anywhere."""
    names = ("a", "b", "c", "d", "file", "up", "out", "far", "root", "loop", "twice", "in", "new", "home",
             "null", "dangling", "pipe", "outside", "reached", "deep", "..", "..", ".", "", "x", "y", "\0",
             "\xff", "n" * 300)
    path = "/".join(rng.choice(names) for _ in range(rng.choice((1, 1, 1, 2, 3, 5))))
    start = rng.choice(("", "", "", "/", f"{base}/reached/", f"{base}/", f"{base}/reachedx/"))
    return os.fsencode(start + path)


def check_open(machine, reached):
    """Everything that is open lies in the folder, and is a file or a folder."""
    for _, descriptor in machine.folder._open:  # pylint: disable=protected-access
        name = os.readlink(f"/proc/self/fd/{descriptor}")
        if not (name + "/").startswith(f"{reached}/"):
            MISDEEDS.append(f"{name} has been opened")


def change_host(rng, reached):
    """What another process could do meanwhile: a folder becomes a link that leads out, or comes back."""
    place = reached / rng.choice(("a", "a/b", "d"))
    try:
        if place.is_symlink():
            place.unlink()
            place.mkdir()
        else:
            shutil.rmtree(place)
            place.symlink_to("../outside")
    except OSError:
        pass


def attack(rng, machine, base, reached):
    """One random request; looks at what came back."""
    operation = rng.choice((*range(14), *[serving.OPEN] * 6, *[serving.STATUS_AT] * 2, serving.RENAME))
    node = rng.randrange(3)
    opened = list(machine.folder._open)  # pylint: disable=protected-access
    descriptor = rng.choice(opened)[1] if opened and rng.random() < .9 else rng.randrange(-2, 300)
    first = rng.choice((0, 1, 2, rng.getrandbits(7), 1 << 62, -1))
    data = path_of(rng, base) if rng.random() < .95 else rng.randbytes(rng.randrange(50))
    if operation == serving.OPEN:
        first = rng.getrandbits(7)
    if operation == serving.RENAME:
        first = len(data)
        data += path_of(rng, base)
    if operation == serving.RESIZE:
        first = rng.randrange(-1, 1000)
    result, answer = machine.ask(node, operation, descriptor, first, rng.choice((0, 1, 2, 9, 0o777)), data,
                                 rng.randrange(100))
    if b"outside" in answer and operation == serving.READ:
        MISDEEDS.append(f"{data!r}: what is outside has been read")
    if result < -140 or (result < 0 and answer):
        MISDEEDS.append(f"operation {operation} answers {result} and {len(answer)} bytes")
    check_open(machine, reached)
    if len(opened) > 100:
        for owner, place in opened:
            machine.ask(owner, serving.CLOSE, place)


def main():
    """All of it, as TAP."""
    rng = random.Random(SEED)
    with tempfile.TemporaryDirectory() as name:
        base = Path(name).resolve()
        reached, _ = build(base)
        before = state(base, "reached")
        for word, requests in ((str(reached), REQUESTS), (f"{reached}:ro", REQUESTS // 4)):
            machine = Machine(word)
            inside = state(reached)
            for i in range(requests):
                attack(rng, machine, base, reached)
                if word == str(reached) and i % CHANGES_OF_HOST == 0:
                    change_host(rng, reached)
            if word != str(reached) and state(reached) != inside:
                MISDEEDS.append("what is only read has changed")
        if state(base, "reached") != before:
            MISDEEDS.append("what is outside has changed")
    print(f"{'not ok' if MISDEEDS else 'ok'} 1 - {REQUESTS} random requests with seed {SEED} stay inside")
    for misdeed in MISDEEDS[:20]:
        print(f"# {misdeed}")
    print("1..1")
    sys.exit(bool(MISDEEDS))


main()
