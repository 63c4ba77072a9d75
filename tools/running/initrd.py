"""The initrd: the program, and what is given to it."""

import os
import stat

from .failure import STATUS_IMAGE, STATUS_USAGE, Failure
from .standard import complain, write_all

NAME_BYTES = 63  # of a file
INPUT_FILE_BYTES = 64 << 20  # of an input that comes with the program; a larger one has to wait


def environment(options):
    """The program's environment: its strings, each with a zero behind it."""
    values = {}
    for word in options["-x"]:
        name, equals, value = word.partition("=")
        if not (name.isascii() and name.isidentifier()):
            raise Failure(STATUS_USAGE, f"-x {word}: '{name}' is no name of a variable")
        if name in values:
            raise Failure(STATUS_USAGE, f"-x {word}: {name} is given twice")
        if not equals and name not in os.environ:
            raise Failure(STATUS_USAGE, f"-x {name}: our own environment has no {name} to pass on; "
                                        f"-x {name}=VALUE gives it one")
        values[name] = value if equals else os.environ[name]
    return b"".join(os.fsencode(f"{name}={value}") + b"\0" for name, value in values.items())


def file_name(word, name):
    """The name of a file, checked: what the kernel would take for one that the program writes."""
    encoded = os.fsencode(name)
    if not 1 <= len(encoded) <= NAME_BYTES:
        raise Failure(STATUS_USAGE,
                      f"--file {word}: a name has 1 to {NAME_BYTES} bytes, not {len(encoded)}")
    if name[0] in ".:" or any(c in b"/\\\x7f" or c < 0x20 for c in encoded):
        raise Failure(STATUS_USAGE, f"--file {word}: the name {name!r} must not begin with a dot or a "
                                    "colon, nor have a slash or a control character in it")
    return name


def given_files(options):
    """The files for the program: contents by name."""
    contents = {}
    for word in options["--file"]:
        name, equals, path = word.partition("=")
        if not equals:
            name, path = os.path.basename(word), word
        if file_name(word, name) in contents:
            raise Failure(STATUS_USAGE, f"--file {word}: there are two files {name}")
        contents[name] = contents_of(path, f"--file {word}: cannot read {path}", STATUS_USAGE)
    return contents


def given_input():
    """Our input, if it is a file and not too large: it comes with the program then, so that it is
    there at once, and under --exact at the same time in every run."""
    try:
        status, offset = os.fstat(0), os.lseek(0, 0, os.SEEK_CUR)
        if not stat.S_ISREG(status.st_mode) or status.st_size - offset > INPUT_FILE_BYTES:
            return {}
        return {"/input": os.pread(0, INPUT_FILE_BYTES, offset)}
    except OSError:  # a pipe, or a terminal, or not to be read
        return {}


def contents_of(path, complaint, status):
    """What is in a file."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Failure(status, f"{complaint}: {error.strerror}") from error


def archive(path, options):
    """The initrd: a cpio archive (newc) of the program, its environment and its files."""
    def entry(name, mode, data):
        if len(data) > 0xFFFFFFFF:
            raise Failure(STATUS_USAGE, f"{name} is larger than 4 GiB, the most that an initrd holds")
        name = os.fsencode(name) + b"\0"
        # inode, mode, uid, gid, links, mtime, bytes, device and rdevice (2 each), name, checksum
        fields = (0, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name), 0)
        head = b"070701" + b"".join(b"%08x" % field for field in fields) + name
        return head + bytes(-len(head) % 4) + data + bytes(-len(data) % 4)

    program = contents_of(path, f"cannot read the program {path}", STATUS_IMAGE)
    entries = [entry(os.path.basename(path), 0o100755, program)]
    if options["-x"]:
        entries.append(entry("/environment", 0o100444, environment(options)))
    files = {**given_input(), **given_files(options)}
    entries += [entry(name, 0o100444, data) for name, data in files.items()]
    return b"".join(entries) + entry("TRAILER!!!", 0, b"")


def initrd_descriptor(data):
    """An open file without a name that holds `data`: nothing to clean up, however we end."""
    descriptor = os.memfd_create("initrd", 0)
    write_all(descriptor, data)
    return descriptor


def initrd_file(data, program):
    """A file that holds `data` and stays, for a person who runs the command by hand."""
    import tempfile
    with tempfile.NamedTemporaryFile(prefix=os.path.basename(program) + ".", suffix=".cpio",
                                     delete=False) as file:
        file.write(data)
    complain(f"the initrd is {file.name}")
    return file.name
