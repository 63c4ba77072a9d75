"""The tool lcc, which finds in which order of the dimensions communications contend least."""

import os

from .failure import STATUS_PANIC, STATUS_USAGE, Failure, not_built, of_host


def lcc_path(build):
    """Where the tool lcc is, in the folder of what is built."""
    return os.path.join(build, "fast", "tools", "lcc", "lcc")


def find_order(build, dimension, words):
    """What lcc says of the words, in a cube of that dimension if a file does not say another."""
    import subprocess
    lcc = lcc_path(build)
    try:
        done = subprocess.run([lcc, "-n", str(dimension), "--order", *words], check=False,
                              stdin=subprocess.DEVNULL, capture_output=True)
    except OSError as error:
        of_host(error)
        raise not_built(lcc, "make lcc") from error
    if done.returncode < 0:
        raise Failure(STATUS_PANIC, f"--map: lcc was killed by signal {-done.returncode}")
    if done.returncode != 0:
        message = os.fsdecode(done.stderr).strip().removeprefix("lcc: ")
        raise Failure(STATUS_USAGE, f"--map: {message}")
    return [int(bit) for bit in done.stdout.split(b",")]
