"""Our own standard input, output and error."""

import errno
import os
import select

from .failure import STATUS_OUTPUT, STATUS_READER_GONE, Failure, one_line

INPUT, OUTPUT, ERROR = 0, 1, 2


def open_standard():
    """Opens those of the three that are closed, so that no other file gets their numbers. Such a one
    reads as empty and cannot be written."""
    for descriptor in (INPUT, OUTPUT, ERROR):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDONLY), True)


def write_all(descriptor, data):
    """Writes all of `data`, which a pipe may take in parts."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view):]


def reader_gone():
    """The failure that ends cuberun silently when nobody reads its output any more."""
    return Failure(STATUS_READER_GONE, "")


def write_output(data):
    """Writes the beginning of `data` to our output, no more of it than a pipe takes at once if it takes
    anything. Returns how many bytes were written: none where it takes nothing at present."""
    try:
        return os.write(OUTPUT, data[:select.PIPE_BUF])
    except BlockingIOError:
        return 0
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise reader_gone() from error
        raise Failure(STATUS_OUTPUT, f"standard output: cannot be written ({error.strerror})") from error


def say(text):
    """Writes text to our output."""
    data, poll = os.fsencode(text), select.poll()
    poll.register(OUTPUT, select.POLLOUT)
    while data:
        poll.poll()
        data = data[write_output(data):]


def complain(message, tool="cuberun", told=""):
    """Writes a line to our standard error, and those that another program told, if there is somebody who reads them. On a
    terminal the tool's name is bold and red (no-color.org)."""
    first, *lines = (one_line(line) for line in (f"{tool}: {message}", *told.splitlines()))
    try:
        if os.isatty(ERROR) and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb":
            first = f"\033[1;31m{tool}:\033[0m" + first[len(tool) + 1:]
        write_all(ERROR, "".join(f"{line}\n" for line in (first, *lines)).encode())
    except OSError:
        pass
