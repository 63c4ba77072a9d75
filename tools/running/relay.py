"""Stands where the emulator would, and has the machine at the other end of a line: an emulator without semihosting, which
it starts. Its arguments are the descriptors that the machine may open, with commas between them, and the emulator's
command, in which LINE stands for the descriptor of the emulator's end. It ends as the machine does."""

import os
import signal
import socket
import sys



def main():
    """The relay."""
    from running.boards import LINE
    from running.line import serve
    from running.machine import ending_with_us
    allowed, command = sys.argv[1], sys.argv[2:]
    near, far = socket.socketpair()
    os.set_inheritable(far.fileno(), True)
    command = ending_with_us([word.replace(LINE, str(far.fileno())) for word in command])
    nothing = os.open(os.devnull, os.O_RDWR)
    child = os.posix_spawn(command[0], command, os.environ, setsigdef=[signal.SIGPIPE],
                           file_actions=[(os.POSIX_SPAWN_DUP2, nothing, 0), (os.POSIX_SPAWN_DUP2, nothing, 1)])
    far.close()
    status = serve(near.fileno(), {int(word) for word in allowed.split(",")})
    if status is not None:
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status is None and code < 0:
        os.kill(os.getpid(), -code)
    os._exit(code if status is None else status)


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    sys.dont_write_bytecode = True
    main()
