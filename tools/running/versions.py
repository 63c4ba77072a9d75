"""The versions that a run depends on besides the program, for reports of faults.

Usage: versions.py    prints the compiler of kernel and library, the C library and the emulator
"""

import os
import sys

if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    sys.dont_write_bytecode = True  # until running says where

from running import CACHE, ROOT
from running.failure import STATUS_PANIC, Failure
from running.whole import whole

SECONDS = 5  # that the emulator has to tell its version
OLDEST = (7, 2)  # the first version that is known to serve: programs hang on older ones


def built_with(build):
    """The compiler of kernel and library, and the C library, as make has noted them: the usual library's, or newlib's
    where there is nothing else."""
    for folder in (build, os.path.join(build, "newlib")):
        try:
            with open(os.path.join(folder, "versions"), encoding="utf-8") as file:
                return file.read().strip()
        except FileNotFoundError:
            pass
    return "not built"


def emulator(command):
    """The version of the emulator. It is kept, for to ask takes longer than many a run."""
    path = next((os.path.join(folder, command) for folder in os.get_exec_path()
                 if os.access(os.path.join(folder, command), os.X_OK)), None)
    if path is None:
        return f"no {command}"
    status = os.stat(path)
    key = f"{path} {status.st_mtime_ns} {status.st_size}\n"
    kept = os.path.join(CACHE, "emulator")
    try:
        with open(kept, encoding="utf-8") as file:
            if file.readline() == key:
                return file.read().strip()
    except OSError:
        pass
    import subprocess  # takes longer to load than most of cuberun
    try:
        told = subprocess.run([path, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS,
                              check=False)
        name = told.stdout.partition("\n")[0].replace("emulator version ", "")
        os.makedirs(CACHE, exist_ok=True)
        with whole(kept) as new, open(new, "w", encoding="utf-8") as file:
            file.write(key + name)
        return name
    except (OSError, subprocess.SubprocessError):
        return f"{command} of unknown version"


def check_emulator(command):
    """Fails if the emulator says that it is too old."""
    told = emulator(command)
    words = told.removeprefix("QEMU ").split(".")
    if told.startswith("QEMU ") and len(words) > 1 and all(word.isdecimal() for word in words[:2]):
        if tuple(map(int, words[:2])) < OLDEST:
            raise Failure(STATUS_PANIC, f"{command}: {told}: too old (expected: QEMU {'.'.join(map(str, OLDEST))} or later, "
                                        "first in PATH)")


if __name__ == "__main__":
    BUILD = os.environ.get("CUBE_BUILD") or os.path.join(ROOT, "build")
    print(f"{built_with(BUILD)}, {emulator('qemu-system-aarch64')}")
