"""Answers a machine that has only a serial line to us (formats/line.h). All received bytes are
untrusted: an invalid request gets an empty answer. A machine can access only its own files, by our
descriptors; no request names a path."""

import binascii
import os
import select
import struct
import time

from .host import path_of
from .standard import write_all

START, DATA_BYTES, FIRST = 0x01, 1024, 0xffff
HEAD, CHECK, NUMBER = struct.Struct("<BBBH"), struct.Struct("<H"), struct.Struct("<I")
ASKED = struct.Struct("<III")  # of ASK, before what is written
PRINT, INPUT, OPEN, OPEN_INPUT, READ, WRITE, CLOSE, TIME, EXIT, LOAD, RESTART, ASK = range(1, 13)
GAP = 0.2  # seconds without a byte, after which a frame that has begun goes on no more
HANDLES = 64  # that a machine has open at once, more than the kernel ever has
ENDED = select.POLLHUP | select.POLLERR


def frame(sequence, kind, data):
    """The bytes of a frame."""
    head = HEAD.pack(START, sequence, kind, len(data))
    return head + data + CHECK.pack(binascii.crc_hqx(head[1:] + data, FIRST))


class Frames:
    """Takes frames out of the bytes of a line."""

    def __init__(self):
        self._data = bytearray()

    def begun(self):
        """Whether there is something that may be the first part of a frame."""
        return bool(self._data)

    def add(self, data):
        """Takes bytes; returns the frames that are whole with them: (sequence, kind, data) each."""
        self._data += data
        return self._whole()

    def gap(self):
        """What seems to have begun does not go on: returns the frames that are in it."""
        del self._data[:1]
        return self._whole()

    def _whole(self):
        found = []
        while (start := self._data.find(START)) >= 0:
            del self._data[:start]
            if len(self._data) < HEAD.size:
                return found
            _, sequence, kind, size = HEAD.unpack_from(self._data)
            end = HEAD.size + size
            if size <= DATA_BYTES and len(self._data) < end + CHECK.size:
                return found
            if size <= DATA_BYTES and CHECK.unpack_from(self._data, end)[0] == binascii.crc_hqx(self._data[1:end], FIRST):
                found.append((sequence, kind, bytes(self._data[HEAD.size:end])))
                del self._data[:end + CHECK.size]
            else:
                del self._data[:1]
        self._data.clear()
        return found


class Host:
    """Does what is asked. A machine opens the descriptors that are `allowed`, and no others; its console is our input
    and output. `wait` is called before something is read from a descriptor, and returns when that has some, or raises
    what ends us. `pieces` is what a loader is sent first, as data of answers; a machine that asks for anything else before
    is that of an earlier run, and has to start anew."""

    def __init__(self, allowed, wait, pieces=()):
        self._allowed, self._wait, self._pieces = allowed, wait, pieces
        self._loaded = not pieces
        self._open = {}    # by handle
        self.status = None  # with which the machine has ended
        self._asked, self._answer = None, b""  # the last request and its answer, as frames

    def answered(self, request):
        """The frame that answers a request. One that comes again has the same answer, and is not done again."""
        if request != self._asked:
            sequence, kind, data = request
            is_old = not self._loaded and kind != LOAD
            self._asked, self._answer = request, frame(sequence, RESTART if is_old else kind,
                                                       b"" if is_old else self._do(kind, data))
        return self._answer

    def _do(self, kind, data):
        """Does what a request asks; returns the data of the answer."""
        try:
            if kind == PRINT:
                write_all(1, data)
            elif kind == INPUT:
                return os.read(0, DATA_BYTES) if select.select([0], [], [], 0)[0] else b""
            elif kind in (OPEN, OPEN_INPUT):
                return NUMBER.pack(self._opens(kind, *NUMBER.unpack(data)))
            elif kind == READ:
                return self._read(*struct.unpack("<II", data))
            elif kind == WRITE:
                handle, = NUMBER.unpack_from(data)
                write_all(self._open[handle], data[NUMBER.size:])
                return NUMBER.pack(len(data) - NUMBER.size)
            elif kind == ASK:
                handle, source, size = ASKED.unpack_from(data)
                write_all(self._open[handle], data[ASKED.size:])
                return self._read(source, size)
            elif kind == CLOSE:
                os.close(self._open.pop(*NUMBER.unpack(data)))
            elif kind == TIME:
                return struct.pack("<Q", int(time.time()))
            elif kind == LOAD:
                piece, = NUMBER.unpack(data)
                self._loaded = piece == len(self._pieces) - 1
                return self._pieces[piece]
            elif kind == EXIT:
                self.status, = struct.unpack("<B", data)
        except (struct.error, LookupError, OSError):
            pass
        return b""

    def _read(self, handle, size):
        """What comes from a handle."""
        self._wait(self._open[handle])
        return os.read(self._open[handle], min(size, DATA_BYTES))

    def _opens(self, kind, descriptor):
        """Opens one of our descriptors anew, as semihosting does. Returns its handle."""
        if descriptor not in self._allowed or len(self._open) >= HANDLES:
            raise KeyError(descriptor)
        flags = os.O_RDONLY if kind == OPEN_INPUT else os.O_WRONLY | os.O_TRUNC
        handle = next(number for number in range(HANDLES) if number not in self._open)
        self._open[handle] = os.open(path_of(descriptor), flags)
        return handle


class Gone(Exception):
    """The other end of the line has gone away."""


def serve(line, allowed, pieces=()):
    """Answers the frames of the line, a descriptor, until the machine ends. Returns its status, or None if the line
    has ended before. `pieces` is what a loader is sent first."""
    ends = select.poll()
    ends.register(line, 0)

    def wait(descriptor):
        """Returns when the descriptor has something to read."""
        ends.register(descriptor, select.POLLIN)
        ready = dict(ends.poll())
        ends.unregister(descriptor)
        if descriptor not in ready and ready.get(line, 0) & ENDED:
            raise Gone

    host, frames, comes = Host(allowed, wait, pieces), Frames(), select.poll()
    comes.register(line, select.POLLIN)
    try:
        while host.status is None:
            if comes.poll(GAP * 1000 if frames.begun() else None):
                data = os.read(line, 1 << 16)
                if not data:
                    return None
                requests = frames.add(data)
            else:
                requests = frames.gap()
            for request in requests:
                write_all(line, host.answered(request))
    except (Gone, OSError):  # of the line: whose end it is, depends on the device
        return host.status
    return host.status
