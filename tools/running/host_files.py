"""Files of the host for requests to a program's folder (folder.py): their status, and opening and
changing them without following links."""

import errno
import fcntl
import os
import stat
import struct
from contextlib import contextmanager
from time import time_ns

STATUS = struct.Struct("<8Q6q")  # struct folder_status
SPACE = struct.Struct("<11Q")  # struct folder_space
PIECE = struct.Struct("<qq")  # struct folder_piece
OPEN_READ, OPEN_WRITE, OPEN_APPEND, OPEN_CREATE, OPEN_EXCLUSIVE, OPEN_TRUNCATE, OPEN_FOLDER = (
    1 << bit for bit in range(7))
HOST_FLAGS = {OPEN_APPEND: os.O_APPEND, OPEN_CREATE: os.O_CREAT, OPEN_EXCLUSIVE: os.O_EXCL,
              OPEN_TRUNCATE: os.O_TRUNC, OPEN_FOLDER: os.O_DIRECTORY}
TIME_NOW, TIME_KEPT = -(1 << 63), -(1 << 63) + 1
WITHOUT_LINKS = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


def sized(data, form):
    """The data, if it has the size of this form."""
    if len(data) != form.size:
        raise OSError(errno.EINVAL, "not the right size")
    return data


def answered(data, room):
    """Bytes that come back, of which the result is how many they are, if there is room for them."""
    if len(data) > room:
        raise OSError(errno.ERANGE, "no room")
    return len(data), data


def pieces_of(count, data):
    """The pieces of a file at the beginning of a request, offset and size of each, and the data behind them."""
    end = count * PIECE.size
    if not 0 <= end <= len(data):
        raise OSError(errno.EINVAL, "too many pieces")
    pieces = list(PIECE.iter_unpack(data[:end]))
    if any(offset < 0 or size < 0 for offset, size in pieces):
        raise OSError(errno.EINVAL, "no such piece")
    return pieces, data[end:]


def read_pieces(descriptor, pieces, rest, room):
    """The bytes of pieces of a file, if there is room for all, up to the first that the file does not have all of.
    Nothing may be behind the pieces."""
    if rest or sum(size for _, size in pieces) > room:
        raise OSError(errno.EINVAL, "no room, or more than the pieces")
    found = b""
    for offset, size in pieces:
        part = os.pread(descriptor, size, offset)
        found += part
        if len(part) < size:
            break
    return found


@contextmanager
def held(folder, name):
    """What this name in an open folder stands for, held open, and the host's path to that. A link is refused:
    it has come there since it was looked at. So is what is neither a file nor a folder."""
    found = os.open(name, os.O_PATH | WITHOUT_LINKS, dir_fd=folder)
    try:
        mode = os.fstat(found).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise OSError(errno.EACCES, "no regular file")
        yield found, f"/proc/self/fd/{found}"
    finally:
        os.close(found)


def set_times(where, descriptor, times):
    """Sets when a file was read and written last."""
    if any(time in (TIME_NOW, TIME_KEPT) for time in times):
        status, now = os.fstat(descriptor), time_ns()
        times = [now if time == TIME_NOW else kept if time == TIME_KEPT else time
                 for time, kept in zip(times, (status.st_atime_ns, status.st_mtime_ns))]
    os.utime(where, ns=tuple(times))


def flags_of(descriptor):
    """How a file is open, as a set of the flags above."""
    host = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    access = host & os.O_ACCMODE
    return ((OPEN_READ if access != os.O_WRONLY else 0) | (OPEN_WRITE if access != os.O_RDONLY else 0)
            | (OPEN_APPEND if host & os.O_APPEND else 0))


def change_flags(descriptor, flags):
    """Changes whether all writes go to the end."""
    host = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, host | os.O_APPEND if flags & OPEN_APPEND else host & ~os.O_APPEND)


def mode_of(folder, name):
    """What this name in an open folder is, by the bits of its mode; 0 if it is not there."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return 0


def is_link(folder, name):
    """Whether this name in an open folder is a symbolic link."""
    return stat.S_ISLNK(mode_of(folder, name))


def check_folder(folder, name):
    """Refuses what is there and is no folder."""
    mode = mode_of(folder, name)
    if mode and not stat.S_ISDIR(mode):
        raise OSError(errno.ENOTDIR, "no folder")


def check_kind(folder, name):
    """Refuses what is neither a file nor a folder: a device or a pipe could do anything when opened."""
    mode = mode_of(folder, name)
    if mode and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode)):
        raise OSError(errno.EACCES, "no regular file")


def host_flags(flags):
    """The host's flags to open a file with, which never follow a link."""
    writes, reads = flags & OPEN_WRITE, flags & OPEN_READ
    access = (os.O_RDWR if reads else os.O_WRONLY) if writes else os.O_RDONLY
    for flag, host in HOST_FLAGS.items():
        if flags & flag:
            access |= host
    return access | WITHOUT_LINKS


def packed_space(found, read_only, room):
    """A struct folder_space, if there is room for it."""
    if room < SPACE.size:
        raise OSError(errno.EINVAL, "no room for the space")
    return SPACE.pack(found.f_bsize, found.f_frsize, found.f_blocks, found.f_bfree, found.f_bavail, found.f_files,
                      found.f_ffree, found.f_favail, found.f_namemax, found.f_fsid,
                      bool(read_only or found.f_flag & os.ST_RDONLY))


def packed_status(found, room, mode=~0):
    """A struct folder_status with these bits of the mode, if there is room for it."""
    if room < STATUS.size:
        raise OSError(errno.EINVAL, "no room for a status")
    times = (found.st_atime_ns, found.st_mtime_ns, found.st_ctime_ns)
    return STATUS.pack(found.st_dev, found.st_ino, found.st_mode & mode, found.st_nlink, found.st_uid,
                       found.st_gid, found.st_size, found.st_blocks,
                       *(part for time in times for part in divmod(time, 1000000000)))
