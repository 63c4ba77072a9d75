"""Runs a table of cases on the machine, several at once, and prints the results as TAP."""

import concurrent.futures
import json
import os
import re
import shlex
import socket
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))
from tap import finish, ok

SECONDS = 30  # no case takes one; a machine that hangs ends here, with status 124
CUBERUN = "tools/cuberun"
# What is built with the C library that is tested: make says where.
# Whoever runs tests may have options there for programs.
os.environ["CUBERUN"] = "--host" if os.environ.get("CUBE_ENGINE") == "host" else ""
OUT = Path(os.environ.get("CUBE_OUT", "build"))
SCRATCH = tempfile.TemporaryDirectory()


def cuberun(program, *arguments, nodes=2, options=()):
    """The command that runs a program on the machine."""
    return [CUBERUN, "-n", str(nodes), "--timeout", str(SECONDS), *options, str(program),
            *arguments]


def scratch_file(data, suffix):
    """A file that holds `data`, until this process ends."""
    descriptor, path = tempfile.mkstemp(suffix, dir=SCRATCH.name)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    return path


def image(data, **settings):
    """The command that runs a program file of these bytes."""
    return cuberun(scratch_file(data, ".elf"), **settings)


def emulator(program, *arguments, initrd=None, without=(), replace=(), **settings):
    """The command line of the emulator of a machine of one part, as cuberun would give it, but for: the bytes of the
    initrd, options to leave out, and pairs of an option and its value to replace."""
    run = cuberun(program, *arguments, **settings)
    shown = subprocess.run([*run[:1], "--show", "--parts", "1", *run[1:]], check=True, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, timeout=SECONDS, text=True)
    words = shlex.split(shown.stdout)
    archive = Path(words[words.index("-initrd") + 1])
    content = archive.read_bytes() if initrd is None else initrd(archive.read_bytes())
    archive.unlink()
    for option, value in (("-initrd", scratch_file(content, ".cpio")), *replace):
        words[words.index(option) + 1] = value
    for option in without:
        at = words.index(option)
        del words[at:at + 2]
    return ["timeout", str(SECONDS), *words]


class Monitor:
    """The emulator's control socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(path)
        self.file = self.socket.makefile("rw")
        self.file.readline()
        self.execute("qmp_capabilities")

    def execute(self, command, **arguments):
        """Runs a command and returns its answer."""
        self.file.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.file.flush()
        for line in self.file:
            answer = json.loads(line)
            if "error" in answer:
                raise RuntimeError(answer["error"])
            if "return" in answer:
                return answer["return"]
        sys.exit("Bail out! the emulator has ended")


class Program:
    """A program file of which single fields are changed."""
    SEGMENT = {"address": 16, "bytes": 40}  # places in a program header

    def __init__(self, path):
        self.data = Path(path).read_bytes()

    def segment(self, index, **values):
        """The file with other values in one program header."""
        data = bytearray(self.data)
        table = struct.unpack_from("<Q", data, 32)[0]
        for name, value in values.items():
            struct.pack_into("<Q", data, table + 56 * index + self.SEGMENT[name], value)
        return bytes(data)


def failure(result, status, patterns, absent):
    """What is wrong with a finished run, or None."""
    if result.returncode not in (status if isinstance(status, tuple) else (status,)):
        return f"status {result.returncode}, wanted {status}"
    for pattern in patterns:
        if not re.search(pattern, result.stdout, re.MULTILINE):
            return f"nothing matches {pattern!r}"
    for pattern in absent:
        if re.search(pattern, result.stdout, re.MULTILINE):
            return f"something matches {pattern!r}"
    return None


def run(command):
    """Runs one case; output and errors together, as a person sees them."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=2 * SECONDS, check=False,
                          encoding="utf-8", errors="replace")


def check(cases, absent):
    """Runs all cases: (description, command, status or statuses, patterns). No output may match one
    of `absent`. Exits with 1 when a case fails."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(run, [command for _, command, _, _ in cases])
        for (description, command, status, patterns), result in zip(cases, results):
            wrong = failure(result, status, patterns, absent)
            ok(not wrong, description, f"{wrong}\n{shlex.join(command)}\n{result.stdout}")
    finish()
