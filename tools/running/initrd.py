"""The initrd: the program and its files, arguments and environment."""

import functools
import os
import stat

from .failure import STATUS_IMAGE, STATUS_PANIC, STATUS_USAGE, Failure, of_host, problem, shown
from .host import anonymous_file
from .slim import slim
from .standard import complain, write_all

# What the initrd holds besides files of the user: see formats/initrd.h.
ARGUMENTS, ENVIRONMENT, DEAD, FAILING, SCHEDULES, PROGRAM_INPUT = (
    "/arguments", "/environment", "/dead", "/failing", "/schedules", "/input")
NAME_BYTES = 63  # of a file: as much as a message shows
FILE_BYTES = (1 << 32) - 1  # the most that an entry of the archive can have
SCRIPT_BYTES = 8192  # of a script of cubecc's: two paths, and a few words
PIPE_BYTES = 1 << 30  # the most that is read from a pipe, which need not have an end
TRAILER = "TRAILER!!!"  # the archive's last entry, by its name
INPUT_FILE_BYTES = 64 << 20  # the most input that comes with the program; more goes by the console


def environment(options):
    """The program's environment: its strings, each with a zero behind it."""
    values = {}
    for word in options["-x"]:
        name, equals, value = word.partition("=")
        if not (name.isascii() and name.isidentifier()):
            raise problem(f"-x {shown(word)}", f"'{shown(name)}' is not a valid variable name")
        if name in values:
            raise problem(f"-x {shown(word)}", f"{name} is given twice")
        if not equals and name not in os.environ:
            raise problem(f"-x {shown(name)}", "not set in your environment", f"-x {shown(name)}=VALUE")
        values[name] = value if equals else os.environ[name]
    return b"".join(os.fsencode(f"{name}={value}") + b"\0" for name, value in values.items())


def file_name(word, name):
    """The name of a file, checked: it has no folders, and is none that a path begins with."""
    encoded = os.fsencode(name)
    if not 1 <= len(encoded) <= NAME_BYTES:
        raise problem(f"--file {shown(word)}", f"name of {len(encoded)} bytes", f"expected: 1 to {NAME_BYTES} bytes")
    if name[0] in ".:" or any(c in b"/\\\x7f" or c < 0x20 for c in encoded):
        raise problem(f"--file {shown(word)}", f"invalid name '{name}'",
                      "expected: no dot or colon at the beginning, no slash or control character")
    if name == TRAILER:
        raise problem(f"--file {shown(word)}", f"the name {TRAILER} is reserved", "NAME=PATH gives another")
    return name


def given_files(options):
    """The files for the program: contents by name."""
    contents = {}
    for word in options["--file"]:
        name, equals, path = word.partition("=")
        if not equals:
            name, path = os.path.basename(word), word
        if file_name(word, name) in contents:
            raise problem(f"--file {shown(word)}", f"two files are called {name}")
        contents[name] = contents_of(path, f"--file {shown(path)}",
                                     STATUS_USAGE, takes_pipe=True)
    return contents


def given_input(options):
    """Our input, if it is a file and not too large. It then comes with the program, so that it is
    there at once, and under --exact at the same time in every run. With --gdb it is for gdb."""
    if "--gdb" in options:
        return {}
    try:
        status, offset = os.fstat(0), os.lseek(0, 0, os.SEEK_CUR)
        if not stat.S_ISREG(status.st_mode) or status.st_size - offset > INPUT_FILE_BYTES:
            return {}
        return {PROGRAM_INPUT: os.pread(0, INPUT_FILE_BYTES, offset)}
    except OSError:  # a pipe, or a terminal, or not to be read
        return {}


def contents_of(path, complaint, status, takes_pipe=False):
    """What is in a file, or comes through a pipe. Nothing else is read, for a device may have no end."""
    try:
        found = os.stat(path)
        is_pipe = takes_pipe and stat.S_ISFIFO(found.st_mode)
        if not (is_pipe or stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
            raise Failure(status, f"{complaint}: not a regular file")
        limit = PIPE_BYTES if is_pipe else FILE_BYTES
        with open(path, "rb") as file:
            data = file.read(limit + 1 if is_pipe else -1) if found.st_size <= limit else None
    except OSError as error:
        of_host(error)
        raise Failure(status, f"{complaint}: cannot be read ({error.strerror})") from error
    except MemoryError:
        data = None
    if data is None or len(data) > limit:
        raise Failure(status, f"{complaint}: too large for an initrd or for this host's memory")
    return data


def entry(name, mode, data):
    """An entry of the archive, in parts: its header and name, its data, the padding."""
    name = os.fsencode(name) + b"\0"
    # inode, mode, uid, gid, links, mtime, bytes, device and rdevice (2 each), name, checksum
    fields = (0, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name), 0)
    head = b"070701" + b"".join(b"%08x" % field for field in fields) + name
    return [head + bytes(-len(head) % 4), data, bytes(-len(data) % 4)]


def elf_file(path):
    """The path of a program's ELF file: `path` may also be the script that cubecc puts beside it."""
    if path.endswith(".elf") or not os.path.isfile(path):
        return path
    try:
        if not os.path.isfile(path):  # a pipe, at whose other end nobody may be
            return path
        with open(path, "rb") as file:
            lines = file.read(SCRIPT_BYTES).split(b"\n")
    except OSError:
        return path
    is_script = lines[0].startswith(b"#!")
    if is_script and not os.path.isfile(path + ".elf"):
        built = os.fsdecode(lines[2][2:]) if len(lines) > 2 else ""  # where cubecc put the ELF file of a script that was copied
        if built.endswith(".elf") and os.path.isfile(built):
            return built
        raise Failure(STATUS_IMAGE, f"{shown(path)}: {os.path.basename(path)}.elf is missing (expected: in the same folder)")
    return path + ".elf" if is_script else path


@functools.cache
def program_of(path):
    """The program as it goes to the machine. It is read once, also if mpiexec --explore runs it many times."""
    return slim(contents_of(path, shown(path), STATUS_IMAGE))


def archive(path, name, options, arguments=(), dead=b"", fails=b"", schedules=b""):
    """The initrd, in parts: a cpio archive (newc) of the program under the name that it is started by, its arguments,
    where they are not on the kernel's command line, its environment, what the kernel is told of links that are dead or
    fail, its schedules, and its files."""
    if name == TRAILER:
        raise Failure(STATUS_IMAGE, f"{shown(path)}: reserved name (rename the program)")
    parts = entry(name, 0o100755, program_of(path))
    if arguments:
        parts += entry(ARGUMENTS, 0o100444, b"".join(os.fsencode(word) + b"\0" for word in arguments))
    if options["-x"]:
        parts += entry(ENVIRONMENT, 0o100444, environment(options))
    if dead:
        parts += entry(DEAD, 0o100444, dead)
    if fails:
        parts += entry(FAILING, 0o100444, fails)
    if schedules:
        parts += entry(SCHEDULES, 0o100444, schedules)
    for name, data in {**given_input(options), **given_files(options)}.items():
        parts += entry(name, 0o100444, data)
    return parts + entry(TRAILER, 0, b"")


def initrd_descriptor(parts):
    """An open file that holds the archive. It has no name, so nothing is left behind however we end."""
    try:
        descriptor = anonymous_file("initrd")
        for part in parts:
            write_all(descriptor, part)
    except OSError as error:
        raise Failure(STATUS_PANIC, f"initrd: cannot be kept in memory ({error.strerror})") from error
    return descriptor


def initrd_file(parts):
    """A file that holds the archive and stays, for a person who runs the command by hand."""
    import tempfile
    try:
        with tempfile.NamedTemporaryFile(prefix="cuberun.", suffix=".cpio", delete=False) as file:
            file.writelines(parts)
    except OSError as error:
        raise Failure(STATUS_PANIC, f"--show: cannot write the initrd: {error.strerror} "
                                    "(TMPDIR selects another folder)") from error
    complain(f"the initrd is {file.name}")
    return file.name
