"""The folder that programs write their files to."""

import os

from .failure import STATUS_OUTPUT, STATUS_USAGE, Failure


def target_folder(options):
    """The folder that --out names. Where that is a link, this is the folder that the link leads to, for
    another folder is going to take its place."""
    return os.path.realpath(options["--out"])


def check_place(folder, target):
    """Whether the folder can take the target's place. It is moved there to find out, and back again."""
    try:
        os.rename(folder, target)
        os.rename(target, folder)
    except OSError:
        os.rmdir(folder)
        raise


def output_folder(options):
    """Makes the folder that the machine writes its files to, beside the one that they will be in.
    Returns None where --out is not given."""
    if "--out" not in options:
        return None
    target = target_folder(options)
    try:
        if os.path.lexists(target) and os.listdir(target):
            raise Failure(STATUS_USAGE, f"--out {options['--out']}: there are files in it; name a "
                                        "folder that is new or empty")
        folder = f"{target}.{os.getpid()}"
        os.mkdir(folder)
        check_place(folder, target)
    except OSError as error:
        raise Failure(STATUS_USAGE, f"--out {options['--out']}: {error.strerror}") from error
    return folder


def move_output(options, folder):
    """Moves the folder to where --out says."""
    try:
        os.rename(folder, target_folder(options))
    except OSError as error:
        raise Failure(STATUS_OUTPUT, f"--out {options['--out']}: {error.strerror}; the files are in "
                                     f"{folder}") from error


def in_folder(folder, command):
    """The command, run in that folder, if there is one."""
    return ["env", "-C", folder, *command] if folder else command
