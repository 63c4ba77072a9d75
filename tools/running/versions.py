"""What a run depends on besides the program, which the report of a fault has to name.

Usage: versions.py    prints the compiler of kernel and library, the C library and the emulator
"""

import os
import subprocess
import sys

if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    sys.dont_write_bytecode = True  # until running says where

from running import CACHE, ROOT

SECONDS = 5  # that the emulator has to tell its version


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
    try:
        told = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=SECONDS, check=False)
        name = told.stdout.partition("\n")[0].replace("emulator version ", "")
        os.makedirs(CACHE, exist_ok=True)
        with open(f"{kept}.{os.getpid()}", "w", encoding="utf-8") as file:
            file.write(key + name)
        os.replace(file.name, kept)
        return name
    except (OSError, subprocess.SubprocessError):
        return f"{command} of unknown version"


if __name__ == "__main__":
    BUILD = os.environ.get("CUBE_BUILD") or os.path.join(ROOT, "build")
    print(f"{built_with(BUILD)}, {emulator('qemu-system-aarch64')}")
