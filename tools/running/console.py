"""The machine's console: its input is ours, and its output."""

import fcntl
import os
import select

RECORD = b"\x1e"  # begins a line of the console that is a record and not text (RFC 7464)

# The machine's console takes bytes as they are but for these, which an escape goes before.
IDLE, END, ESCAPE = 0x16, 0x04, 0x10  # nothing; the input's end; the next byte means itself
AHEAD = 40  # more than the serial port takes before the program reads: 16, and a few at the start
INPUT_BYTES = 2048  # read at once: escaped, no more than a page
PIPE_SIZE = 1031  # fcntl's F_SETPIPE_SZ, which the module lacks before Python 3.10


def write_all(descriptor, data):
    """Writes all of `data`: a pipe may take it in parts."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view):]


def open_input():
    """Sees to it that there is a standard input: no other file must get its number."""
    try:
        os.fstat(0)
    except OSError:
        os.open(os.devnull, os.O_RDONLY)


class Input:
    """Passes our input on, but not before the machine asks for it: what a program does not read is
    left to others.

    The machine's serial port takes a few bytes in advance, and no more before the program reads. The
    pipe to it has room for one write at a time. So when more idle bytes than that are in it, it has
    room again only once the program has read."""

    def __init__(self, poll):
        self.machine, self.pipe = os.pipe()
        fcntl.fcntl(self.pipe, PIPE_SIZE, 1)  # a page: the least there is
        os.write(self.pipe, bytes([IDLE]) * AHEAD)
        self.poll = poll
        poll.register(self.pipe, select.POLLOUT)
        self.is_open, self.is_asked = True, False

    def started(self):
        """The machine has its end of the pipe."""
        os.close(self.machine)

    def turn(self, descriptor, events):
        """Something has happened to the pipe, or to our own input."""
        if not self.is_open:
            return  # in the same moment as the end
        if descriptor == 0:
            self._pass_on()
        elif events & select.POLLERR:  # nobody at the other end
            self._end()
        else:
            self._ask()

    def _ask(self):
        """The machine wants more: our own input is watched now instead of the pipe."""
        self.is_asked = True
        self.poll.modify(self.pipe, 0)
        self.poll.register(0, select.POLLIN)

    def _pass_on(self):
        """There is some, or its end."""
        self.is_asked = False
        self.poll.unregister(0)
        try:
            data = os.read(0, INPUT_BYTES)
        except OSError:  # none, or none for us
            data = b""
        if data:
            self.poll.modify(self.pipe, select.POLLOUT)
            data = b"".join(bytes([ESCAPE, c]) if c in (IDLE, END, ESCAPE) else bytes([c])
                            for c in data)
        try:
            os.write(self.pipe, data or bytes([END]))
        except BrokenPipeError:
            pass  # the machine has ended: the pipe says so next

    def _end(self):
        """The machine has ended."""
        self.is_open = False
        self.poll.unregister(self.pipe)
        if self.is_asked:
            self.poll.unregister(0)


class Console:
    """Copies the console to our output, line by line, and keeps the records out of it."""

    def __init__(self, poll):
        self.source, self.machine = os.pipe()
        self.records, self.rest = [], b""
        self.poll, self.is_open = poll, True
        poll.register(self.source, select.POLLIN)

    def started(self):
        """The machine has its end of the pipe."""
        os.close(self.machine)

    def turn(self):
        """There is some, or its end."""
        data = os.read(self.source, 1 << 16)
        *lines, self.rest = (self.rest + data).split(b"\n")
        text = []
        for line in lines:
            before, mark, record = line.partition(RECORD)
            if mark:
                self.records.append(record)
            else:
                text.append(before + b"\n")
        write_all(1, b"".join(text) if data else self.rest)
        if not data:
            self.is_open = False
            self.poll.unregister(self.source)


def wait_for(child, source, console, poll):
    """Passes input and output on until the machine ends; returns its status."""
    while source.is_open or (console and console.is_open):
        for descriptor, events in poll.poll():
            if console and descriptor == console.source:
                console.turn()
            else:
                source.turn(descriptor, events)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code
