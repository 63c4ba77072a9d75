"""Locks that nodes have of parts of files in the folder that a program reaches (folder.py)."""

import errno
import struct

LOCKED = struct.Struct("<QQII")  # struct folder_locked


class Locks:
    """Which bytes of which files nodes have locked against each other, as fcntl of POSIX does it: a node has
    at most one kind of lock on a byte, and loses all of a file when it closes any descriptor of it."""

    READ, WRITE, NONE, ASK = 0, 1, 2, 4
    END = 1 << 63
    MOST = 65536  # of a file

    def __init__(self):
        self._of = {}  # by device and inode: a list of node, kind, first byte, end

    def drop(self, node, file):
        """A node has closed this file."""
        key = file.st_dev, file.st_ino
        if key in self._of:
            self._of[key] = [lock for lock in self._of[key] if lock[0] != node]
            if not self._of[key]:
                del self._of[key]

    def ask(self, node, file, how, start, size, room):
        """Locks bytes, gives them free, or tells what is in the way; the result and the bytes of the answer."""
        kind, end = how & ~self.ASK, start + size if size else self.END
        if kind not in (self.READ, self.WRITE, self.NONE) or end > self.END:
            raise OSError(errno.EINVAL, "no such lock")
        key = file.st_dev, file.st_ino
        locks = self._of.get(key, [])
        ways = [lock for lock in locks if lock[0] != node and lock[2] < end and start < lock[3]
                and self.WRITE in (kind, lock[1]) and kind != self.NONE]
        if how & self.ASK:
            owner, other, first, last = ways[0] if ways else (0, self.NONE, 0, 0)
            return 0, LOCKED.pack(first, 0 if last == self.END else last - first, other, owner)[:room]
        if ways:
            raise OSError(errno.EAGAIN, "locked by another node")
        kept = []
        for owner, other, first, last in locks:
            if owner != node or last <= start or end <= first:
                kept.append((owner, other, first, last))
                continue
            kept += [(owner, other, *part) for part in ((first, start), (end, last)) if part[0] < part[1]]
        if kind != self.NONE:
            kept.append((node, kind, start, end))
        if len(kept) > self.MOST:
            raise OSError(errno.ENFILE, "too many locks")
        self._of[key] = kept
        return 0, b""
