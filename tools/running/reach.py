"""The files that a program can change through a folder (--dir), under any name. Folders and files are
compared by device and inode. Whether a file is inside a folder is found by steps up, and by the
list of mounts, because a part of the folder may be mounted elsewhere, and another folder in it."""

import os

LINKS = 40  # are followed in one path: the number of Linux
ESCAPES = (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\"))  # in the list of mounts


class Reach:
    """An open folder, and all that lies in it."""

    def __init__(self, folder):
        self._entrances = entrances(folder)

    def has_folder(self, folder):
        """Whether an open folder is this one, or lies in it."""
        return not self._entrances.isdisjoint(way_up(folder))

    def has_file(self, descriptor):
        """Whether an open file is also mounted here, or from here."""
        return identity(os.fstat(descriptor)) in self._entrances

    def has_way(self, path):
        """Whether any name of a path is looked up here, so that another file could get that name."""
        names, links = path.split("/")[::-1], 0
        folder = os.open("/" if path.startswith("/") else ".", os.O_PATH)
        try:
            while names:
                name = names.pop()
                if name in ("", "."):
                    continue
                if name != ".." and self.has_folder(folder):
                    return True
                target = link_at(name, folder)
                if target and links < LINKS:
                    links += 1
                    names += target.split("/")[::-1]
                    name = "/" if target.startswith("/") else "."
                following = os.open(name, os.O_PATH, dir_fd=folder)
                os.close(folder)
                folder = following
        except (FileNotFoundError, NotADirectoryError):
            pass  # what is open has no name, like a pipe
        finally:
            os.close(folder)
        return False


def identity(status):
    """What tells a file from all others."""
    return status.st_dev, status.st_ino


def link_at(name, folder):
    """Where a symbolic link in an open folder leads, or None if it is no link."""
    try:
        return os.readlink(name, dir_fd=folder)
    except OSError:
        return None


def way_up(folder):
    """The identities of an open folder and of all folders that it lies in."""
    folder, found = os.open(".", os.O_PATH, dir_fd=folder), []
    try:
        while identity(os.fstat(folder)) not in found:
            found.append(identity(os.fstat(folder)))
            above = os.open("..", os.O_PATH, dir_fd=folder)
            os.close(folder)
            folder = above
    finally:
        os.close(folder)
    return found


def entrances(folder):
    """The identities by which one comes into an open folder from elsewhere: its own, those of what is
    mounted in it, and those of the places where parts of it are mounted."""
    path = os.readlink(f"/proc/self/fd/{folder}")
    mounts = list_of_mounts()
    inner = [mount for mount in mounts.values() if is_within(mount[2], path)]
    parts = [(device, root) for device, root, _ in inner]
    if mount_of(folder) in mounts:
        device, root, point = mounts[mount_of(folder)]
        parts.append((device, f"{root.rstrip('/')}/{path[len(point):].lstrip('/')}"))
    outer = [mount for mount in mounts.values()
             if any(mount[0] == device and is_within(mount[1], root) for device, root in parts)]
    found = {identity(os.fstat(folder))}
    for _, _, point in inner + outer:
        try:
            found.add(identity(os.lstat(point)))
        except OSError:
            pass  # it cannot be reached by that name
    return found


def is_within(path, folder):
    """Whether a path without links and steps up is that of a folder, or of something in it."""
    folder = folder.rstrip("/")
    return path == folder or path.startswith(folder + "/")


def mount_of(descriptor):
    """The number of the mount by which an open file was reached."""
    with open(f"/proc/self/fdinfo/{descriptor}", encoding="ascii") as file:
        return next((line.split()[1] for line in file if line.startswith("mnt_id:")), None)


def list_of_mounts():
    """All mounts by their numbers: the device, which of its folders is mounted, and where (proc(5))."""
    mounts = {}
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            number, _, device, *names = line.split(" ")[:5]
            for escape, character in ESCAPES:
                names = [name.replace(escape, character) for name in names]
            mounts[number] = device, *names
    return mounts
