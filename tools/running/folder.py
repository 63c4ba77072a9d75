"""The folder of a program (--dir): answers the requests that the kernel passes on.

Requests and answers are those of formats/folder.h. A request may come from a hostile program, so
nothing in one is trusted. A path is walked name by name, each opened in the folder before it without
following links; a link's own path is walked in the same way. A step up from the folder itself, and a
path from the host's root that does not lead into it, are refused with EACCES. So no path leads out,
whatever others do to the folder in the meantime. A link that a program makes can only lead down from
where it lies, so that it stays in the folder wherever that is moved.
"""

import bisect
import errno
import os
import resource
import stat
import struct
from contextlib import contextmanager

from .failure import STATUS_OUTPUT, problem, shown
from .host import descriptors
from .host_files import (OPEN_APPEND, OPEN_CREATE, OPEN_EXCLUSIVE, OPEN_FOLDER, OPEN_TRUNCATE, OPEN_WRITE,
                         WITHOUT_LINKS, answered, change_flags, check_folder, check_kind, flags_of, held, host_flags,
                         is_link, mode_of, packed_space, packed_status, pieces_of, read_pieces, set_times, sized)
from .locks import Locks
from .reach import LINKS, Reach
from .requests import Requests
from .standard import complain

REQUEST, ANSWER = struct.Struct("<IIqqqII"), struct.Struct("<qQ")
ENTRY = struct.Struct("<Q256s")
RANGE = struct.Struct("<QQ")
LARGEST = (1 << 64) - 1  # number of an inode

(OPEN, CLOSE, READ, WRITE, SEEK, STATUS_OF, RESIZE, LIST, STATUS_AT, MAKE, REMOVE, REMOVE_FOLDER,
 RENAME, CHANGE, REAL, DUPLICATE, FLAGS, READ_AT, WRITE_AT, MODE, MODE_AT, TIMES, TIMES_AT, READ_LINK,
 MAKE_LINK, MASK, LOCK, ALLOCATE, READ_PIECES, WRITE_PIECES, SPACE, SPACE_AT) = range(32)
CHANGING = OPEN_WRITE | OPEN_APPEND | OPEN_CREATE | OPEN_TRUNCATE
CHANGES = {RESIZE, ALLOCATE, MAKE, REMOVE, REMOVE_FOLDER, RENAME, MODE, MODE_AT, TIMES, TIMES_AT, MAKE_LINK}
OF_OPEN = {CLOSE, READ, WRITE, SEEK, STATUS_OF, RESIZE, LIST, DUPLICATE, FLAGS, READ_AT, WRITE_AT, MODE,
           TIMES, LOCK, ALLOCATE, READ_PIECES, WRITE_PIECES, SPACE}

FOUND = {CHANGE, REAL, MODE_AT, TIMES_AT, SPACE_AT}  # of a path, whose links are followed

OPEN_OF_A_NODE = 64  # files, one for each descriptor of its C library (libc/files.c)
OPEN_OF_ALL = 512 * OPEN_OF_A_NODE
RESERVE = 64  # descriptors that stay ours, for reports and results, beside those that all machines of the run have
PATH_BYTES = 4096  # FOLDER_PATH_BYTES
PERMISSIONS = 0o777
WRITING = 0o222  # permissions that nobody has in a folder that ours lies in
LOSSES = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # of a write: the host does not take more

# The C libraries of programs number these errors otherwise than Linux, which has the same numbers up
# to ERANGE. That we have too many files open is nothing that a program could know of its own.
ERRORS = {errno.EDEADLK: 45, errno.ENAMETOOLONG: 91, errno.ENOSYS: 88, errno.ENOTEMPTY: 90,
          errno.ELOOP: 92, errno.EOVERFLOW: 139, errno.EOPNOTSUPP: 95, errno.ESTALE: 133,
          errno.EDQUOT: 132, errno.EMFILE: errno.ENFILE}


class Room:
    """How many files all programs of the run may have open, of those that our descriptors allow."""

    def __init__(self):
        self._opened, self._most = 0, None

    def check(self):
        """Refuses one file more than that."""
        if self._most is None:  # all machines run by now, and have what they need
            self._most = raised_limit() - descriptors() - RESERVE
        if self._opened >= self._most:
            raise OSError(errno.ENFILE, "too many open files")

    def count(self, change):
        """One more is open, or one less."""
        self._opened += change


LOCKS, ROOM = Locks(), Room()  # of all nodes, for a cube may be served by several folders


class Folder(Requests):
    """The folder, and what the nodes have open in it."""

    def __init__(self, word):
        self.word = word
        path, colon, right = word.rpartition(":")
        self.read_only = colon != "" and right == "ro"
        path = path if self.read_only else word
        try:
            self._root = os.open(path, os.O_PATH | os.O_DIRECTORY)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", error)
            raise problem(f"--dir {shown(word)}", str(reason)) from error
        self._names = [os.fsencode(name) for name in (os.path.realpath(path), os.path.abspath(path))]
        self._here = self._current()
        self._moved = {}  # the way from the folder to the current one of each node that has changed it
        self._masks = {}  # what new files of each node that has said so are not permitted
        self.reach = None if self.read_only else Reach(self._root)  # what programs can change
        self._open = set()  # what is open: nodes, and descriptors
        self._opened = {}  # how many these are of each node
        raised_limit()  # before the first descriptor of the run could be one too many
        self._listing = None  # the folder that was read last, by node and descriptor, and its entries
        self._lost = None  # what a failed write has lost, if one has
        super().__init__()

    def _current(self):
        """The way from the folder to the current one of ours, where that lies in it, else none: from
        there a program's relative names are walked."""
        try:
            here = os.fsencode(os.getcwd())
        except OSError:
            return []
        return self._inside(here) or []

    def _inside(self, path):
        """The names from the folder on of a path from the host's root, or None if it leads elsewhere."""
        for name in self._names:
            name = name.rstrip(b"/")
            if path == name or path.startswith(name + b"/"):
                return path[len(name):].split(b"/")
        return None

    def keep_apart(self, paths):
        """Fails where a program could change one of our own folders, which may not be there yet."""
        for path in paths if self.reach else ():
            there, folder = nearest(os.path.abspath(path))
            try:
                if (self.reach.has_folder(folder) or self.reach.has_way(path)
                        or there and Reach(folder).has_folder(self._root)):
                    word = shown(self.word)
                    raise problem(f"--dir {word}", f"the program could change graycube itself, in {shown(path)}",
                                  f"another folder, or --dir {word}:ro")
            finally:
                os.close(folder)

    def turn(self, poll):
        """A request has come, or the machine has ended."""
        head = self._read(REQUEST.size)
        if len(head) < REQUEST.size:
            poll.unregister(self.source)
            return
        node, operation, descriptor, first, second, size, room = REQUEST.unpack(head)
        data = self._read(size)
        result, answer = 0, b""
        try:
            result, answer = self._do(node, operation, descriptor, (first, second), data, room)
        except OSError as error:
            number = error.errno or errno.EIO
            result = -ERRORS.get(number, number if number <= errno.ERANGE else errno.EIO)
        except (ValueError, OverflowError):  # a path with a zero in it; a number that no file has
            result = -errno.EINVAL
        self.answer(ANSWER.pack(result, len(answer)) + answer)

    def verdict(self, status):
        """The status of a machine that has ended with this one: no success where the host has not taken all
        that was written."""
        if status == 0 and self._lost:
            complain(f"{self._lost} (not all output of the program was written)")
            return STATUS_OUTPUT
        return status

    def _read(self, size):
        """The next bytes of a request: `size`, or fewer at the end."""
        data = b""
        while len(data) < size:
            part = os.read(self.source, size - len(data))
            if not part:
                break
            data += part
        return data

    # ---- Paths

    def _parts(self, path, here):
        """The names of a path, the last one first, and whether it ends with a slash. A dot is only kept
        at the end."""
        if not path:
            raise OSError(errno.ENOENT, "an empty path")
        if len(path) >= PATH_BYTES:
            raise OSError(errno.ENAMETOOLONG, "a long path")
        parts = self._inside(path) if path.startswith(b"/") else here + path.split(b"/")
        if parts is None:
            raise OSError(errno.EACCES, "outside of the folder")
        names = [part for part in parts if part not in (b"", b".")]
        if parts[-1] == b"." or not names:
            names.append(b".")
        return names[::-1], path.endswith(b"/")

    @contextmanager
    def _place(self, node, path, follow=True, makes=False):
        """Of a node's path the open folder in which the path's last name is; that name, which is no link unless `follow`
        is false; and whether a slash is behind it, so that it can be only a folder's. Unless `makes` is
        true, a file's is refused then."""
        (parts, slash), way, links = self._parts(path, self._moved.get(node, self._here)), [], 0
        try:
            while True:
                name = parts.pop() if parts else b"."
                folder = way[-1] if way else self._root
                if name == b"..":
                    if not way:
                        raise OSError(errno.EACCES, "outside of the folder")
                    os.close(way.pop())
                elif name == b".":
                    if not parts:
                        yield folder, name, slash
                        return
                elif (parts or follow) and is_link(folder, name):
                    links += 1
                    if links > LINKS:
                        raise OSError(errno.ELOOP, "too many links")
                    target = os.readlink(name, dir_fd=folder)
                    if target.startswith(b"/"):
                        while way:
                            os.close(way.pop())
                    more, ends = self._parts(target, [])
                    slash = slash or ends and not parts
                    parts += more
                elif parts:
                    way.append(os.open(name, os.O_PATH | os.O_DIRECTORY | WITHOUT_LINKS,
                                       dir_fd=folder))
                else:
                    if slash and not makes:
                        check_folder(folder, name)
                    yield folder, name, slash
                    return
        finally:
            for folder in way:
                os.close(folder)

    # ---- Operations

    def _do(self, node, operation, descriptor, arguments, data, room):
        """Does what is asked; returns the result and the bytes that come back."""
        if self.read_only and operation in CHANGES:
            raise OSError(errno.EROFS, "read-only")
        if operation in OF_OPEN:
            if (node, descriptor) not in self._open:
                raise OSError(errno.EBADF, "not open")
            return self._do_with_open(node, operation, descriptor, arguments, data, room)
        if operation == OPEN:
            return self._do_open(node, *arguments, data), b""
        if operation == RENAME:
            return self._rename(node, data[:arguments[0]], data[arguments[0]:])
        if operation == MAKE_LINK:
            return self._make_link(node, data[:arguments[0]], data[arguments[0]:])
        if operation == MASK:
            before = self._masks.get(node, 0)
            self._masks[node] = arguments[0] & PERMISSIONS
            return before, b""
        if operation == STATUS_AT and (above := self._above(data)):
            return 0, packed_status(os.stat(above) if arguments[0] else os.lstat(above), room, ~WRITING)
        return self._do_at(node, operation, arguments, data, room)

    def _do_at(self, node, operation, arguments, path, room):
        """Does what is asked of a path."""
        follow = operation in FOUND or (
            operation == STATUS_AT and arguments[0] != 0) or (
                operation in (STATUS_AT, READ_LINK) and path.endswith(b"/"))
        with self._place(node, path, follow, operation == MAKE) as (folder, name, _):
            if operation == STATUS_AT:
                status = os.stat(name, dir_fd=folder, follow_symlinks=False)
                return 0, packed_status(status, room)
            if operation == READ_LINK:
                return answered(os.readlink(name, dir_fd=folder), room)
            if operation == MAKE:
                os.mkdir(name, arguments[0] & self._permitted(node), dir_fd=folder)
            elif operation == REMOVE:
                os.unlink(name, dir_fd=folder)
            elif operation == REMOVE_FOLDER:
                os.rmdir(name, dir_fd=folder)
            elif operation in FOUND:
                with held(folder, name) as (found, there):
                    return self._do_with_found(node, operation, arguments, found, there, room)
            else:
                raise OSError(errno.ENOSYS, "no such operation")
        return 0, b""

    def _do_with_found(self, node, operation, arguments, found, there, room):
        """Does what is asked of what was found at a path, which is held open; `there` is the host's path by
        which it can be reached, whatever its names are now."""
        if operation == MODE_AT:
            os.chmod(there, arguments[0] & PERMISSIONS)
        elif operation == TIMES_AT:
            set_times(there, found, arguments)
        elif operation == SPACE_AT:
            return 0, packed_space(os.fstatvfs(found), self.read_only, room)
        else:
            real = os.fsencode(os.readlink(there))
            inside = self._inside(real)
            if inside is None:
                raise OSError(errno.ENOENT, "it is moved out of the folder")
            if operation == REAL:
                return answered(real, room)
            if not stat.S_ISDIR(os.fstat(found).st_mode):
                raise OSError(errno.ENOTDIR, "no folder")
            self._moved[node] = [name for name in inside if name]
        return 0, b""

    def _above(self, path):
        """The path of a folder that ours lies in, if this is one from the host's root, else None."""
        if not path.startswith(b"/") or b"\0" in path or len(path) >= PATH_BYTES:
            return None
        parts = [part for part in path.split(b"/") if part not in (b"", b".")]
        for name in self._names:
            names = [part for part in name.split(b"/") if part]
            if len(parts) < len(names) and parts == names[:len(parts)]:
                return b"/" + b"/".join(parts)
        return None

    def _permitted(self, node):
        """The permissions that a new file of a node can have."""
        return PERMISSIONS & ~self._masks.get(node, 0)

    def _make_link(self, node, target, path):
        parts = target.split(b"/")
        if target.startswith(b"/") or b".." in parts:
            raise OSError(errno.EPERM, "a link that does not only lead down")
        if not target or len(target) >= PATH_BYTES:
            raise OSError(errno.ENAMETOOLONG if target else errno.ENOENT, "no target")
        with self._place(node, path, follow=False, makes=True) as (folder, name, slash):
            if slash:
                there = mode_of(folder, name)
                raise OSError(errno.EEXIST if there else errno.ENOENT, "a link with a folder's name")
            os.symlink(target, name, dir_fd=folder)
        return 0, b""

    def _do_open(self, node, flags, mode, path):
        if self.read_only and flags & CHANGING:
            raise OSError(errno.EROFS, "read-only")
        self._check_room(node)
        follow = not flags & OPEN_EXCLUSIVE or path.endswith(b"/")
        with self._place(node, path, follow) as (folder, name, slash):
            check_kind(folder, name)
            if slash and not flags & OPEN_CREATE:
                flags |= OPEN_FOLDER
            elif slash and not mode_of(folder, name):
                raise OSError(errno.ENOTDIR, "a new file with a folder's name")
            descriptor = os.open(name, host_flags(flags), mode & self._permitted(node), dir_fd=folder)
        return self._opens(node, descriptor)

    def _opens(self, node, descriptor):
        """Notes what a node has open from now on."""
        self._open.add((node, descriptor))
        self._opened[node] = self._opened.get(node, 0) + 1
        ROOM.count(1)
        return descriptor

    def _check_room(self, node):
        """Refuses to open more than a node may have, or all together."""
        if self._opened.get(node, 0) == OPEN_OF_A_NODE:
            raise OSError(errno.ENFILE, "too many open files")
        ROOM.check()

    def _do_with_open(self, node, operation, descriptor, arguments, data, room):
        first, second = arguments
        if operation == CLOSE:
            self._open.remove((node, descriptor))
            self._opened[node] -= 1
            ROOM.count(-1)
            if self._listing and self._listing[0] == (node, descriptor):
                self._listing = None
            LOCKS.drop(node, os.fstat(descriptor))
            os.close(descriptor)
        elif operation == READ:
            found = os.read(descriptor, room)
            return len(found), found
        elif operation == WRITE:
            return self._write(descriptor, data), b""
        elif operation == SEEK:
            if second not in (os.SEEK_SET, os.SEEK_CUR, os.SEEK_END):
                raise OSError(errno.EINVAL, "no such place to seek from")
            return os.lseek(descriptor, first, second), b""
        elif operation == STATUS_OF:
            return 0, packed_status(os.fstat(descriptor), room)
        elif operation == SPACE:
            return 0, packed_space(os.fstatvfs(descriptor), self.read_only, room)
        elif operation == RESIZE:
            os.ftruncate(descriptor, first)
        elif operation == LIST:
            return self._list(node, descriptor, data, room)
        elif operation == READ_AT:
            found = os.pread(descriptor, room, first)
            return len(found), found
        elif operation == WRITE_AT:
            return self._write(descriptor, data, first), b""
        elif operation == READ_PIECES:
            return answered(read_pieces(descriptor, *pieces_of(first, data), room), room)
        elif operation == WRITE_PIECES:
            return self._write_pieces(descriptor, *pieces_of(first, data)), b""
        elif operation == ALLOCATE:
            os.posix_fallocate(descriptor, first, second)
        elif operation == DUPLICATE:
            self._check_room(node)
            return self._opens(node, os.dup(descriptor)), b""
        elif operation == FLAGS:
            if first:
                change_flags(descriptor, second)
            return flags_of(descriptor), b""
        elif operation == MODE:
            os.fchmod(descriptor, first & PERMISSIONS)
        elif operation == TIMES:
            set_times(descriptor, descriptor, arguments)
        else:
            return LOCKS.ask(node, os.fstat(descriptor), first, *RANGE.unpack(sized(data, RANGE)), room)
        return 0, b""

    def _write(self, descriptor, data, offset=None):
        try:
            return os.write(descriptor, data) if offset is None else os.pwrite(descriptor, data, offset)
        except OSError as error:
            if error.errno in LOSSES and not self._lost:
                self._lost = f"{os.readlink(f'/proc/self/fd/{descriptor}')}: {error.strerror}"
            raise

    def _write_pieces(self, descriptor, pieces, data):
        """Writes pieces of a file; returns how many bytes. Why the host has not taken all, a further request is
        told."""
        if sum(size for _, size in pieces) != len(data):
            raise OSError(errno.EINVAL, "other bytes than those of the pieces")
        written = 0
        for offset, size in pieces:
            try:
                some = self._write(descriptor, data[written:written + size], offset)
            except OSError:
                if not written:
                    raise
                break
            written += some
            if some < size:
                break
        return written

    def _list(self, node, descriptor, after, room):
        """The entries of a folder behind the one of that name, as many as there is room for, in an order
        that is the same in every run. Of the folder that was read last all entries are kept. Another
        one is read again: behind a name are the same entries, whatever has been removed before it."""
        if room < ENTRY.size:
            raise OSError(errno.EINVAL, "no room for an entry")
        if not after or not self._listing or self._listing[0] != (node, descriptor):
            own = os.fstat(descriptor).st_ino
            with os.scandir(descriptor) as entries:
                found = [(place_of(name), name, inode) for name, inode in (
                    (os.fsencode(entry.name), entry.inode()) for entry in entries)]
            found += [(place_of(name), name, own) for name in (b".", b"..")]
            self._listing = (node, descriptor), sorted(found)
        entries = self._listing[1]
        first = bisect.bisect(entries, (place_of(after), after, LARGEST)) if after else 0
        found = entries[first:first + room // ENTRY.size]
        return len(found), b"".join(ENTRY.pack(inode, name) for _, name, inode in found)

    def _rename(self, node, old, new):
        with self._place(node, old, follow=False) as (old_folder, old_name, _):
            with self._place(node, new, follow=False, makes=True) as (new_folder, new_name, slash):
                if slash:
                    check_folder(old_folder, old_name)
                os.rename(old_name, new_name, src_dir_fd=old_folder, dst_dir_fd=new_folder)
        return 0, b""


def nearest(path):
    """Opens a folder, or the lowest that is there of those that it is to lie in. Returns whether it is
    there, and the descriptor."""
    wanted = path
    while True:
        try:
            return path == wanted, os.open(path, os.O_PATH | os.O_DIRECTORY)
        except OSError:
            path = os.path.dirname(path)


def raised_limit():
    """Raises the number of descriptors that we can have, as far as programs could use them and the host
    lets us. Returns what it is then."""
    wanted = OPEN_OF_ALL + RESERVE
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = (wanted if limit == resource.RLIM_INFINITY else limit for limit in limits)
    if soft < min(wanted, hard):
        soft = min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, limits[1]))
    return soft


def place_of(name):
    """Where a name is in a list of entries: the folder itself and the one above come first."""
    return 0 if name in (b".", b"..") else 1
