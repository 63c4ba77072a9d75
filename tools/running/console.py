"""The machine's console: its input is ours, and so is its output, byte for byte."""

import fcntl
import os
import select
import time

from .signals import SIGNALS
from .standard import INPUT, OUTPUT, reader_gone, write_output

# The machine's console takes bytes as they are but for these, which an escape goes before: see
# formats/input.h.
IDLE, END, ESCAPE = 0x16, 0x04, 0x10  # nothing; the input's end; the next byte means itself
AHEAD = 40  # bytes, more than the serial port takes before the program reads: 16 and a few more
INPUT_BYTES = 2048  # are read at once, so that they fill no more than a page when all are escaped
OUTPUT_BYTES = 1 << 16  # are read at once, which is what a pipe holds
PIPE_SIZE = 1031  # fcntl's F_SETPIPE_SZ, which the module lacks before Python 3.10
LONGEST_WAIT = 24 * 3600  # seconds, of one poll, which takes no more than 2^31 milliseconds
PAUSE = 0.0005  # seconds in which bytes gather, for the emulator writes each of them by itself
GRACE = 3  # seconds that a machine has to end when nobody reads its output any more, and that a reader
           # has to take what is left when the machine's time is up
NEVER = float("inf")


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
            return  # the input has ended in the same moment
        if descriptor == INPUT:
            self._pass_on()
        elif events & select.POLLERR:  # there is nobody at the other end
            self._end()
        else:
            self._ask()

    def _ask(self):
        """The machine wants more input. From here on our own input is watched, and not the pipe."""
        self.is_asked = True
        self.poll.modify(self.pipe, 0)
        self.poll.register(INPUT, select.POLLIN)

    def _pass_on(self):
        """There is some, or its end."""
        self.is_asked = False
        self.poll.unregister(INPUT)
        try:
            data = os.read(INPUT, INPUT_BYTES)
        except OSError:  # there is none, or we may not read it
            data = b""
        if data:
            self.poll.modify(self.pipe, select.POLLOUT)
            data = b"".join(bytes([ESCAPE, c]) if c in (IDLE, END, ESCAPE) else bytes([c])
                            for c in data)
        try:
            os.write(self.pipe, data or bytes([END]))
        except BrokenPipeError:
            pass  # the machine has ended, as the pipe will tell next

    def _end(self):
        """The machine has ended."""
        self.is_open = False
        self.poll.unregister(self.pipe)
        if self.is_asked:
            self.poll.unregister(INPUT)


class Single:
    """The output of one machine is what it prints (merging.py has that of several)."""

    def __init__(self):
        self._data = b""

    def take(self, _, data):
        """Takes what was read."""
        self._data += data

    def release(self, _latest=None):
        """What the output gets."""
        data, self._data = self._data, b""
        return data

    def latest(self):
        """Up to which turn there is something: there are none."""

    def holds(self):
        """Whether something waits for more."""
        return False


class Console:
    """Copies the console to our output, and sees when that takes no more: the emulator would not
    tell. It reads no more than the output has taken, so that a slow reader slows the machine.

    When the reader goes away, the first byte that it does not get ends the machine; one that prints
    nothing more has lost nothing, and may come to its own end if that is near: at `deadline`."""

    def __init__(self, poll, count=1):
        pipes = [os.pipe() for _ in range(count)]
        self.machines = [machine for _, machine in pipes]
        self.sources = [source for source, _ in pipes]  # of machines that have not ended
        self._numbers = {source: number for number, source in enumerate(self.sources)}
        self._ready = select.poll()  # of the sources alone
        for source in self.sources:
            self._ready.register(source, select.POLLIN)
        if count > 1:
            from .merging import Merging as Several
        else:
            Several = Single
        self._merging = Several()  # how their output becomes one
        self.poll, self.rest = poll, b""
        self.first = None  # the number of the machine that has ended first
        self.waits_for_all = count == 1  # not for the first one to end
        self.deadline = self.until = NEVER  # the second is that of the machine
        self._listen()
        poll.register(OUTPUT, 0)  # watched for its reader's end

    def started(self):
        """The machines have their ends of the pipes."""
        for machine in self.machines:
            os.close(machine)

    def is_open(self):
        """Whether there is more to come."""
        return self.rest or (self.sources if self.waits_for_all else self.first is None)

    def _listen(self):
        for source in self.sources:
            self.poll.register(source, select.POLLIN)

    def turn(self, descriptor, events):
        """There is some, or its end; or something has happened to our output."""
        if descriptor in self.sources:
            if self.rest:
                return  # another machine has printed in the same moment
            if not events & select.POLLHUP:
                time.sleep(PAUSE)
            self._read()
        elif not events & (select.POLLERR | select.POLLHUP):
            self._write()
        elif self.rest:
            raise reader_gone()
        else:
            self.poll.unregister(OUTPUT)
            self.deadline = time.monotonic() + GRACE

    def add(self, read):
        """Takes what was read of the machines' consoles, pairs of a source and its bytes; none are its end."""
        for source, data in read:
            if not data:
                self._end(source)
            self._merging.take(source, data)
        self._print(self._merging.release())

    def _end(self, source):
        """A machine has ended."""
        self._ready.unregister(source)
        if not self.rest:  # else none is listened to
            self.poll.unregister(source)
        self.sources.remove(source)
        if self.first is None:
            self.first = self._numbers[source]

    def _read(self):
        """Reads the consoles, and prints what can be printed. What a machine has printed before something that was
        read in one round is read at the latest in the next."""
        printed = b""
        while True:
            latest = self._merging.latest()
            for source, _ in self._ready.poll(0):
                data = os.read(source, OUTPUT_BYTES)
                if not data:
                    self._end(source)
                self._merging.take(source, data)
            printed += self._merging.release(latest)
            if not self._merging.holds() or len(printed) >= OUTPUT_BYTES:
                break
        self._print(printed)

    def _print(self, data):
        """Gives our output this. Until it has taken it, no console is read."""
        if data and self.deadline != NEVER:
            raise reader_gone()
        if data and not self.rest:
            for source in self.sources:
                self.poll.unregister(source)
            self.poll.modify(OUTPUT, select.POLLOUT)
        self.rest += data

    def limit(self, seconds):
        """The machine has N seconds from now on, if not 0."""
        self.until = time.monotonic() + seconds if seconds else NEVER

    def flush(self):
        """Prints what the machines have printed, which wait for us."""
        self._read()
        while self.rest:
            self._write()

    def _write(self):
        self.rest = self.rest[write_output(self.rest):]
        if not self.rest:
            self.poll.modify(OUTPUT, 0)
            self._listen()
            if self._merging.holds():
                self._read()


def pass_on(source, console, poll, seconds, servers=(), telling=None):
    """Passes input and output on, and lets the servers answer what the machine asks of them, until the
    machine ends, or one of them, or for N seconds, if not 0. `telling` tells how far it has come (progress.py).
    Returns whether it has ended."""
    console.limit(seconds)
    server_of = {server.source: server for server in servers}
    while console.is_open() or source.is_open and console.waits_for_all:
        now = time.monotonic()
        if now >= console.until:
            return False
        if now >= console.deadline:
            raise reader_gone()
        if telling and now >= telling.due:
            SIGNALS.hold()
            telling.tell()
            SIGNALS.release()
        left = min(console.until - now, console.deadline - now, LONGEST_WAIT, max(telling.due - now, 0) if telling else NEVER)
        for descriptor, events in poll.poll(1000 * left):
            if descriptor == OUTPUT or descriptor in console.sources:
                console.turn(descriptor, events)
            elif descriptor in server_of:
                SIGNALS.hold()  # the machine waits for a whole answer, and tells nothing before it has come
                server_of[descriptor].turn(poll)
                SIGNALS.release()
            else:
                source.turn(descriptor, events)
    return True
