#!/usr/bin/env python3
"""Finds a request to the folder of cuberun --dir that reaches what is outside, or has another result than the host's own call.

tools/running/folder.py serves a folder that is full of links, to inside and outside, while another
process of the host could do the same at any moment: folders become links between two requests. The
requests are made of names that exist, steps up, absolute paths, and bytes that are none of those.
Then the same requests as the host itself answers; long paths and listings; and more open files than
there are descriptors. Arguments: how many random requests, and the seed.
"""

import errno
import itertools
import os
import random
import resource
import select
import shutil
import sys
import tempfile
import tracemalloc
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]
from running import folder as serving, host_files, results
from running.host import descriptors
from tap import equal, finish

REQUESTS = int(sys.argv[1]) if len(sys.argv) > 1 else 6000
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
CHANGES_OF_HOST = 50  # a link or a folder of the folder is replaced after this many requests
MISDEEDS = []
ROOMS = (0, 64, host_files.STATUS.size, serving.ENTRY.size, 1000)


class Machine:
    """The other end of the pipes."""

    def __init__(self, word):
        self.folder = serving.Folder(word)
        self.poll = select.poll()
        self.poll.register(self.folder.source, select.POLLIN)

    def ask(self, node, operation, descriptor=0, first=0, second=0, data=b"", room=1000):
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
        path.write_text("secret")
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
        elif place.is_dir():  # a pipe may have been given the name: rmtree would open it, and wait for a writer
            shutil.rmtree(place)
            place.symlink_to("../outside")
    except OSError:
        pass


def attack(rng, machine, base, reached):
    """One random request; looks at what came back."""
    operation = rng.choice((*range(33), *[serving.OPEN] * 6, *[serving.STATUS_AT] * 2, serving.RENAME))
    node = rng.randrange(3)
    opened = list(machine.folder._open)  # pylint: disable=protected-access
    descriptor = rng.choice(opened)[1] if opened and rng.random() < .9 else rng.randrange(-2, 300)
    first = rng.choice((0, 1, 2, rng.getrandbits(7), 1 << 62, -1))
    data = path_of(rng, base) if rng.random() < .95 else rng.randbytes(rng.randrange(50))
    if operation == serving.OPEN:
        first = rng.getrandbits(7)
    if operation in (serving.RENAME, serving.MAKE_LINK):
        first = len(data)
        data += path_of(rng, base)
    if operation == serving.RESIZE:
        first = rng.randrange(-1, 1000)
    if operation == serving.LOCK:
        data = serving.RANGE.pack(rng.randrange(30), rng.randrange(30))
    if operation in (serving.READ_PIECES, serving.WRITE_PIECES):
        first = rng.choice((0, 1, 2, 3, -1, 1 << 60))
        data = b"".join(host_files.PIECE.pack(rng.choice((0, 5, 1000, -1, 1 << 62)), rng.choice((0, 1, 7, -7, 1 << 62)))
                        for _ in range(rng.randrange(4))) + rng.choice((b"", b"1234567"))
    room = rng.choice(ROOMS)
    result, answer = machine.ask(node, operation, descriptor, first, rng.choice((0, 1, 2, 9, 0o777)), data,
                                 room)
    if b"secret" in answer and operation in (serving.READ, serving.READ_AT, serving.READ_PIECES):
        MISDEEDS.append(f"{data!r}: what is outside has been read")
    if result < -140 or (result < 0 and answer) or len(answer) > room:
        MISDEEDS.append(f"operation {operation} answers {result} and {len(answer)} bytes")
    if operation == serving.REAL and answer and not (answer + b"/").startswith(os.fsencode(f"{reached}/")):
        MISDEEDS.append(f"{data!r} has the real path {answer!r}")
    check_open(machine, reached)
    if len(opened) > 100:
        for owner, place in opened:
            machine.ask(owner, serving.CLOSE, place)


def attack_at_random():
    """All random requests."""
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
    equal(MISDEEDS[:20], [], f"{REQUESTS} random requests with seed {SEED} stay inside")


# ---- As the host does it

NAMES = ("file", "full", "empty", "new", "link", "way", "dangling", "full/file", "full/new", "file/new", ".")
ENDS = ("", "/", "//", "/.")
OPENINGS = {  # the folder's flags, and the host's
    "to read": (host_files.OPEN_READ, os.O_RDONLY),
    "to write": (host_files.OPEN_WRITE, os.O_WRONLY),
    "as a folder": (host_files.OPEN_READ | host_files.OPEN_FOLDER, os.O_RDONLY | os.O_DIRECTORY),
    "anew, at the end": (host_files.OPEN_WRITE | host_files.OPEN_APPEND | host_files.OPEN_TRUNCATE,
                         os.O_WRONLY | os.O_APPEND | os.O_TRUNC),
    "created": (host_files.OPEN_WRITE | host_files.OPEN_CREATE, os.O_WRONLY | os.O_CREAT),
    "new": (host_files.OPEN_WRITE | host_files.OPEN_CREATE | host_files.OPEN_EXCLUSIVE,
            os.O_WRONLY | os.O_CREAT | os.O_EXCL)}


def small_tree(base):
    """A folder in which each of NAMES means something else. Its files are all of one size."""
    shutil.rmtree(base, ignore_errors=True)
    for folder in ("full", "empty"):
        (base / folder).mkdir(parents=True)
    for name in ("file", "full/file"):
        (base / name).write_text("text")
    for name, target in (("link", "file"), ("way", "full"), ("dangling", "nowhere")):
        (base / name).symlink_to(target)


def contents(base):
    """All names in a folder, with what they are."""
    return sorted((str(path.relative_to(base)), path.lstat().st_mode, path.is_file() and path.stat().st_size)
                  for path in base.rglob("*"))


def requests_and_calls():
    """What they are called; the request: operation, numbers and paths; and the call of the host, which
    takes an open folder."""
    paths = [name + end for name, end in itertools.product(NAMES, ENDS)]
    for path in paths:
        for word, (flags, host) in OPENINGS.items():
            yield (f"open {path} {word}", (serving.OPEN, flags, 0o666, path),
                   lambda folder, path=path, host=host: os.close(os.open(path, host, 0o666, dir_fd=folder)))
        yield (f"stat {path}", (serving.STATUS_AT, 1, 0, path),
               lambda folder, path=path: os.stat(path, dir_fd=folder))
        yield (f"lstat {path}", (serving.STATUS_AT, 0, 0, path),
               lambda folder, path=path: os.stat(path, dir_fd=folder, follow_symlinks=False))
        yield (f"mkdir {path}", (serving.MAKE, 0o755, 0, path),
               lambda folder, path=path: os.mkdir(path, 0o755, dir_fd=folder))
        yield (f"unlink {path}", (serving.REMOVE, 0, 0, path),
               lambda folder, path=path: os.unlink(path, dir_fd=folder))
        yield (f"rmdir {path}", (serving.REMOVE_FOLDER, 0, 0, path),
               lambda folder, path=path: os.rmdir(path, dir_fd=folder))
        yield (f"chmod {path}", (serving.MODE_AT, 0o700, 0, path),
               lambda folder, path=path: os.chmod(path, 0o700, dir_fd=folder))
        yield (f"utime {path}", (serving.TIMES_AT, 1000, 2000, path),
               lambda folder, path=path: os.utime(path, ns=(1000, 2000), dir_fd=folder))
        yield (f"readlink {path}", (serving.READ_LINK, 0, 0, path),
               lambda folder, path=path: os.readlink(path, dir_fd=folder))
        yield (f"symlink {path}", (serving.MAKE_LINK, 4, 0, "file" + path),
               lambda folder, path=path: os.symlink("file", path, dir_fd=folder))
        yield (f"realpath {path}", (serving.REAL, 0, 0, path),
               lambda folder, path=path: os.stat(path, dir_fd=folder))
    for path, new in itertools.product(paths, ("file", "new", "empty", "full/new/", "link/", "way/", "new/")):
        yield (f"rename {path} {new}", (serving.RENAME, len(path), 0, path + new),
               lambda folder, path=path, new=new: os.rename(path, new, src_dir_fd=folder, dst_dir_fd=folder))


def host_error(call, base):
    """The error of a call in the folder, as programs number it, or 0."""
    folder = os.open(base, os.O_PATH)
    try:
        call(folder)
        return 0
    except OSError as error:
        return serving.ERRORS.get(error.errno, error.errno)
    finally:
        os.close(folder)


def compare_with_host():
    """Each request has the error, and does to the folder, what the call of the host does. But Linux has
    EISDIR for all that is created by a path with a slash at its end, and POSIX for a folder alone: else
    ENOTDIR, and EEXIST if it must be new."""
    different = []
    with tempfile.TemporaryDirectory() as name:
        ours, theirs = Path(name).resolve() / "ours", Path(name).resolve() / "theirs"
        for base in (ours, theirs):
            small_tree(base)
        same = contents(theirs)
        machine = Machine(str(ours))
        for what, (operation, first, second, path), call in requests_and_calls():
            wanted = host_error(call, theirs)
            result, _ = machine.ask(0, operation, 0, first, second, path.encode())
            if operation == serving.OPEN and result >= 0:
                machine.ask(0, serving.CLOSE, result)
            got = -result if result < 0 else 0
            if operation == serving.OPEN and first & host_files.OPEN_CREATE and path.endswith("/"):
                is_new = first & host_files.OPEN_EXCLUSIVE
                wanted = (wanted if wanted != errno.EISDIR else errno.ENOTDIR if not (theirs / path).is_dir()
                          else errno.EEXIST if is_new else errno.EISDIR)
            if (got, contents(ours)) != (wanted, contents(theirs)):
                different.append(f"{what}: {got}, by the host {wanted}")
            if contents(theirs) != same or contents(ours) != same:
                for base in (ours, theirs):
                    small_tree(base)
                machine = Machine(str(ours))
    equal(different[:20], [], "the host's own calls have the same errors, and do the same")


# ---- Much of everything

def long_paths(machine):
    """A path has fewer bytes than PATH_BYTES; those of all requests are tried."""
    for size, wanted in ((serving.PATH_BYTES - 1, 0), (serving.PATH_BYTES, 91), (30000, 91)):
        path = b"." + b"/" * (size - len(b".given")) + b"given"
        results = {machine.ask(0, serving.STATUS_AT, 0, follow, 0, path)[0] for follow in (0, 1)}
        results.add(min(0, machine.ask(0, serving.OPEN, 0, host_files.OPEN_READ, 0, path)[0]))
        equal(results, {-wanted}, f"a path of {size} bytes")
    changes = {machine.ask(0, operation, 0, 4096, 0, path + b"x")[0] for operation in (
        serving.MAKE, serving.REMOVE, serving.REMOVE_FOLDER, serving.RENAME)}
    changes.add(machine.ask(0, serving.RENAME, 0, 1, 0, b"x" + path)[0])
    equal(changes, {-91}, "is no longer in any request")


def names_of(machine, descriptor, after):
    """The names of the next entries of an open folder."""
    size = serving.ENTRY.size
    count, answer = machine.ask(0, serving.LIST, descriptor, data=after, room=16 * size)
    entries = [answer[at:at + size] for at in range(0, len(answer), size)]
    return [serving.ENTRY.unpack(entry)[1].rstrip(b"\0") for entry in entries[:count]]


def long_listings(machine, base):
    """Many descriptors of a large folder, read in turns, while its files are removed."""
    (base / "many").mkdir()
    for i in range(500):
        (base / "many" / f"name {i:03}").touch()
    wanted = [b".", b"..", *(b"name %03d" % i for i in range(500))]
    flags = host_files.OPEN_READ | host_files.OPEN_FOLDER
    opened = [machine.ask(0, serving.OPEN, 0, flags, 0, b"many")[0] for _ in range(40)]
    tracemalloc.start()
    right, after = True, b""
    for at in range(0, len(wanted), 16):
        right = right and all(names_of(machine, descriptor, after) == wanted[at:at + 16] for descriptor in opened)
        after = wanted[at:at + 16][-1]
    equal(tracemalloc.get_traced_memory()[0] < 300000, True, "what is kept of 40 listings is one")
    tracemalloc.stop()
    equal(right, True, "40 descriptors of a folder find all names, in order")
    first, second = opened[:2]
    found, seen = [], []
    while names := names_of(machine, first, found[-1] if found else b""):
        found += names
        seen += names_of(machine, second, seen[-1] if seen else b"")
        for name in names:
            if name not in (b".", b".."):
                machine.ask(0, serving.REMOVE, data=b"many/" + name)
    equal((found, seen), (wanted, wanted), "also while they are removed")
    for descriptor in opened:
        machine.ask(0, serving.CLOSE, descriptor)


def limits(machine):
    """What a node may have, and what a request may ask for, to the last one."""
    def ask_open(node):
        return machine.ask(node, serving.OPEN, 0, host_files.OPEN_READ, 0, b"given")[0]

    opened = [ask_open(7) for _ in range(serving.OPEN_OF_A_NODE)]
    equal((min(opened) >= 0, ask_open(7), ask_open(8) >= 0), (True, -errno.ENFILE, True), "open files of a node")
    for pieces, room, wanted in (([(0, 5), (0, 5)], 10, (10, b"givengiven")), ([(0, 5), (0, 5)], 9, (-errno.EINVAL, b"")),
                                 ([(0, 9), (0, 5)], 20, (5, b"given")), ([(4, 2), (0, 5)], 20, (1, b"n"))):
        data = b"".join(host_files.PIECE.pack(*piece) for piece in pieces)
        equal(machine.ask(7, serving.READ_PIECES, opened[0], len(pieces), 0, data, room), wanted,
              f"pieces {pieces} with room for {room}")
    serving.LOCKS.MOST = 3
    equal([machine.ask(7, serving.LOCK, opened[0], 1, 0, serving.RANGE.pack(2 * k, 1))[0] for k in range(4)],
          [0, 0, 0, -errno.ENFILE], "locks of a file")
    del serving.LOCKS.MOST
    for descriptor in opened:
        machine.ask(7, serving.CLOSE, descriptor)


def many_files(base):
    """As many open files as the host lets us have, of which some stay ours, in all parts of a run together."""
    os.closerange(3, 1000)  # of the machines before
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, min(most, 300)))
    serving.ROOM = serving.Room()
    parts = [Machine(str(base)) for _ in range(2)]
    machine, wanted = parts[0], 300 - descriptors() - serving.RESERVE
    opened = []
    for node in range(10):
        while len(opened) < 40 * (node + 1):
            result, _ = parts[node % 2].ask(node, serving.OPEN, 0, host_files.OPEN_READ, 0, b"given")
            if result < 0:
                break
            opened.append((node, result))
    equal((len(opened), result), (wanted, -errno.ENFILE),
          "a limit can be raised, and some is kept: then ENFILE")
    own = [os.dup(0) for _ in range(30)]
    equal({parts[node % 2].ask(node, serving.READ, descriptor)[0] for node, descriptor in opened}, {5},
          "    all that are open can be read")
    (base / ("deep/" * 200)).mkdir(parents=True)
    equal(machine.ask(0, serving.STATUS_AT, data=b"deep/" * 200)[0], -errno.ENFILE,
          "    and no path leads through too many")
    node, descriptor = opened.pop()
    machine = parts[node % 2]
    machine.ask(node, serving.CLOSE, descriptor)
    equal(machine.ask(node, serving.OPEN, 0, host_files.OPEN_READ, 0, b"given")[0] >= 0, True,
          "    one that is closed makes room for another")
    equal([os.fstat(number).st_nlink > 0 for number in own], [True] * len(own), "    and ours stay ours")
    os.closerange(3, 1000)


# ---- Results

def results_by_descriptor(base):
    """A file for results, removed in the end because nothing was written, is the one that was made: also
    when others have put another file in its place."""
    for folder in ("made", "other"):
        (base / folder).mkdir()
    (base / "other" / "result").write_text("another's")
    file = results.ResultFile("--stats", str(base / "made" / "result"))
    file.open()
    (base / "made").rename(base / "moved")
    (base / "other").rename(base / "made")
    file.close()
    equal([(base / folder / "result").exists() for folder in ("made", "moved")], [True, False],
          "only the file that was made is removed")


def main():
    """All of it, as TAP."""
    attack_at_random()
    compare_with_host()
    with tempfile.TemporaryDirectory() as name:
        base = Path(name).resolve()
        (base / "given").write_text("given")
        machine = Machine(str(base))
        long_paths(machine)
        limits(machine)
        long_listings(machine, base)
        results_by_descriptor(base)
        many_files(base)
    finish()


main()
