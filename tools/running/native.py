"""Programs of this host, made by cubecc --host, whose nodes are processes (docs/guide/debugging.md).
"""

import os
import signal

from .failure import STATUS_IMAGE, STATUS_READER_GONE, Failure, conflict, of_host, shown
from .initrd import environment
from .options import LINK_FAULTS, spelt
from .signals import SIGNALS, Interrupted
from .standard import reader_gone

TOLD = "GRAYCUBE_HOST"  # what the engine reads (kernel/native/words.c), and by which a program of its is known
OURS, FOREIGN = "ours", "foreign"
ELF, MACHINE_AT, AARCH64 = b"\x7fELF", 18, 183  # ELF's e_machine

# Options that are about the machine, and what there is instead.
EMULATOR = "there is no emulator"
EXACT = "only emulated cores count instructions; compile without --host"
LINKS = "only nodes and links of the machine fail like that"
FILES = "a program of the host opens files itself"
REFUSED = {
    "--exact": EXACT, "--ti": EXACT, "--limit": EXACT, "--budget": EXACT, "--budget-write": EXACT,
    "--profile": "use 'perf record'", "--callgrind": "use 'valgrind --tool=callgrind --trace-children=yes'",
    "--dir": FILES, "--file": FILES,
    **dict.fromkeys(LINK_FAULTS, LINKS),
    "--parts": EMULATOR, "--accel": EMULATOR, "--board": EMULATOR, "--line": EMULATOR, "--serial": EMULATOR, "--memory": EMULATOR,
    "--core": "use 'ulimit -c unlimited'", "--heap-check": "use 'cubecc --host -fsanitize=address'",
    "--secret": "only the kernel keeps numbers apart", "--gdb": "use \"CUBERUN='-n 8' gdb PROGRAM\"",
}


def is_native(path, is_permitted):
    """Whether a file is a program of a host, which --host permits to run: such a program has the rights of who runs it,
    so its own contents never decide that. Fails if the permission is missing, or if no engine of ours is in it."""
    kind = kind_of(path)
    if kind == OURS and not is_permitted:
        raise Failure(STATUS_IMAGE, f"{shown(path)}: program of this host, which would run with your rights "
                                    "(permit it with cuberun --board host, or mpiexec --cube '--board host')")
    if kind == FOREIGN:
        raise Failure(STATUS_IMAGE, f"{shown(path)}: compiled for this host, not for the cube (compile it with cubecc or "
                                    "cubecc --host)")
    if is_permitted and kind != OURS and os.path.exists(path):
        raise Failure(STATUS_IMAGE, f"{shown(path)}: not a program of this host (compile it with cubecc --host, or leave "
                                    "out --board host)")
    return kind == OURS


def kind_of(path):
    """Whether a file is a program of this host with our engine (OURS), with none (FOREIGN), or anything else (None)."""
    try:
        if not os.path.isfile(path):  # a pipe perhaps, which nobody writes to
            return None
        with open(path, "rb") as file:
            head = file.read(MACHINE_AT + 2)
            if head[:4] != ELF or len(head) < MACHINE_AT + 2:
                return None
            is_arm = int.from_bytes(head[MACHINE_AT:], "little") == AARCH64
            if is_arm and os.uname().machine != "aarch64":
                return None
            import mmap
            with mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as data:
                if data.find(f"{TOLD}\0".encode()) >= 0:
                    return OURS
    except OSError as error:
        of_host(error)
        return None
    except ValueError:
        return None
    return None if is_arm else FOREIGN


def check(options):
    """Fails if an option cannot be carried out."""
    if options.get("--with-ft") == "cube":
        raise conflict("--with-ft cube", "--board host", LINKS)
    for option, why in REFUSED.items():
        if options.get(option):
            raise conflict(spelt(option), "--board host", why)


def variables(options, nodes, seconds, words):
    """The environment of the program: ours, what -x adds, and what the engine is told."""
    added = dict(word.split("=", 1) for word in os.fsdecode(environment(options)).split("\0") if word)
    return {**os.environ, **added, TOLD: " ".join([str(nodes), str(seconds), *words])}


def command(told, program, arguments):
    """The command that runs it, for a shell."""
    import shlex
    return f"{TOLD}={shlex.quote(told[TOLD])} {shlex.join([program, *arguments])}"


def path_of(program):
    """The program's path, as exec takes it."""
    return program if "/" in program else os.path.join(".", program)


def become(told, program, arguments):
    """Runs it in the place of this process."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    os.execve(path_of(program), [program, *arguments], told)


def run(told, program, arguments):
    """Runs it, and returns its status."""
    child = os.posix_spawn(path_of(program), [program, *arguments], told,
                           setsigdef=[signal.SIGPIPE, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    try:
        with SIGNALS:
            _, status = os.waitpid(child, 0)
    except Interrupted:
        os.kill(child, SIGNALS.number)
        os.waitpid(child, 0)
        raise
    status = os.waitstatus_to_exitcode(status)
    if status == STATUS_READER_GONE:
        raise reader_gone()
    return status
