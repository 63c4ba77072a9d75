"""Replaces the emulator, for a machine at the other end of a serial line. Its first argument is the
comma-separated list of descriptors that the machine may open. Then comes the command of an emulator
without semihosting, which it starts, and in which LINE stands for the descriptor of the emulator's
end; or --serial, a board's line, its speed, and the descriptor of the file to load
(serial_line.py). It ends with the machine's status."""

import os
import select
import signal
import socket
import sys
import termios

QUIET = 3  # seconds, after which we say what we wait for


def serve_board(allowed, path, baud, load):
    """Has a board at the other end of the line."""
    from running import serial_line
    from running.failure import STATUS_PANIC, STATUS_USAGE, Failure
    from running.line import DATA_BYTES, serve
    from running.standard import complain
    try:
        line = serial_line.opened(path, baud)
    except (Failure, OSError, termios.error) as error:
        complain(error if isinstance(error, Failure) else f"--serial {path}: cannot be used as a serial line ({error})")
        os._exit(STATUS_USAGE)
    if not select.select([line], [], [], QUIET)[0]:
        serial_line.waiting()
    status = serve(line, allowed, serial_line.pieces_of(int(load), DATA_BYTES))
    if status is None:
        complain(f"--serial {path}: line lost before the board ended")
    os._exit(STATUS_PANIC if status is None else status)


def serve_emulator(allowed, command):
    """Has an emulator there."""
    from running.boards import LINE
    from running.line import serve
    from running.machine import ending_with_us
    near, far = socket.socketpair()
    os.set_inheritable(far.fileno(), True)
    command = ending_with_us([word.replace(LINE, str(far.fileno())) for word in command])
    nothing = os.open(os.devnull, os.O_RDWR)
    child = os.posix_spawn(command[0], command, os.environ, setsigdef=[signal.SIGPIPE],
                           file_actions=[(os.POSIX_SPAWN_DUP2, nothing, 0), (os.POSIX_SPAWN_DUP2, nothing, 1)])
    far.close()
    status = serve(near.fileno(), allowed)
    if status is not None:
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status is None and code < 0:
        os.kill(os.getpid(), -code)
    os._exit(code if status is None else status)


def main():
    """The relay."""
    allowed = {int(word) for word in sys.argv[1].split(",")}
    if sys.argv[2] == "--serial":
        serve_board(allowed, *sys.argv[3:])
    else:
        serve_emulator(allowed, sys.argv[2:])


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    sys.dont_write_bytecode = True
    main()
