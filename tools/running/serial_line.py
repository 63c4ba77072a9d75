"""A board at the other end of a serial line (--serial): the data for its loader
(board/loader/loader.c), and the line."""

import os
import socket
import stat
import struct
import sys

from .failure import invalid, problem, shown
from .host import anonymous_file
from .numbers import number
from .standard import write_all
from .tree import filled

USUAL_BAUD = 115200
KERNEL, TREE, INITRD = 4 << 20, 126 << 20, 128 << 20  # physical addresses, beyond the loader's
PIECE = struct.Struct("<QQ")  # struct line_piece of formats/line.h
CELLS = struct.Struct(">Q")


def device_of(text):
    """The path and the speed of --serial PATH or PATH:BAUD. Fails if that cannot be a line's."""
    path, colon, baud = text.rpartition(":")
    if not colon:
        path, baud = text, str(USUAL_BAUD)
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        raise problem(f"--serial {shown(path)}", error.strerror) from error
    if not (stat.S_ISCHR(mode) or stat.S_ISSOCK(mode)):
        raise problem(f"--serial {shown(path)}", "neither a serial line nor a socket")
    import termios
    baud = str(number("--serial", baud, 1, 1 << 31))
    if not hasattr(termios, f"B{baud}"):
        raise invalid("--serial", baud, "a baud rate of the host, like 115200")
    return path, baud


def load_file(kernel, tree, line, initrd):
    """A descriptor of a file with what the loader is sent: pieces, each with its length before it."""
    with open(kernel, "rb") as file:
        image = file.read()
    with open(tree, "rb") as file:
        given = file.read()
    archive = b"".join(initrd)
    given = filled(given, {b"bootargs": os.fsencode(line) + b"\0", b"linux,initrd-start": CELLS.pack(INITRD),
                           b"linux,initrd-end": CELLS.pack(INITRD + len(archive))})
    descriptor = anonymous_file("load")
    for address, data in ((KERNEL, image), (TREE, given), (INITRD, archive)):
        write_all(descriptor, struct.pack("<QQ", address, len(data)))
        write_all(descriptor, data)
    return descriptor


def pieces_of(descriptor, size):
    """What the loader is sent, as data of answers of at most that size."""
    pieces, at = [], 0
    step = size - PIECE.size
    while head := os.pread(descriptor, PIECE.size, at):
        address, length = PIECE.unpack(head)
        data = os.pread(descriptor, length, at + PIECE.size)
        pieces += [PIECE.pack(address + begin, 0) + data[begin:begin + step] for begin in range(0, length, step)]
        at += PIECE.size + length
    return [*pieces, PIECE.pack(KERNEL, TREE)]


def opened(path, baud):
    """The open line, which is ours alone: a device as it is without a terminal's ways, or a socket."""
    if stat.S_ISSOCK(os.stat(path).st_mode):
        line = socket.socket(socket.AF_UNIX)
        line.connect(path)
        return line.detach()
    import fcntl
    import termios
    import tty
    line = os.open(path, os.O_RDWR | os.O_NOCTTY)
    try:
        fcntl.flock(line, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise problem(f"--serial {shown(path)}", "used by another cuberun or terminal program") from error
    tty.setraw(line)
    mode = termios.tcgetattr(line)
    mode[2] |= termios.CLOCAL | termios.CREAD
    mode[4] = mode[5] = getattr(termios, f"B{baud}")
    termios.tcsetattr(line, termios.TCSAFLUSH, mode)
    return line


def waiting():
    """Says what we wait for."""
    print("cuberun: waiting for the board (switch it on, or reset it)", file=sys.stderr, flush=True)
