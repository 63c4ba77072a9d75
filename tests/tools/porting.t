#!/usr/bin/python3
"""Finds a first step of the guide to machines that does not lead to a board as the page says. Prints TAP."""

import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests")
sys.dont_write_bytecode = True

from tap import finish, ok

PAGE = "docs/guide/machines.md"
UNPROVED = 70
OUT = os.environ.get("CUBE_OUT") or "build"
CROSS = os.environ.get("CROSS_COMPILE") or "aarch64-linux-gnu-"
KEPT = ("board/virt/firmware.c.o", "board/virt/devices.c.o")  # which the new board takes over
LEFT_OUT = re.compile(r"board/(virt|pl011|semihosting)/.*\.o$")  # of the kernel's objects, but for these


def run(words, **environment):
    """Runs a command: its status, and what it prints."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False,
                          env={**os.environ, **environment})
    return done.returncode, done.stdout


def stamp(name):
    """The command line that make has noted down."""
    with open(f"build/stamp/{name}", encoding="utf-8") as file:
        return shlex.split(file.read())


def build(folder, source):
    """Builds a kernel in the folder with this source in place of the board."""
    path = os.path.join(folder, "mine.c")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    result = run([*stamp("kernel"), "-c", path, "-o", f"{path}.o"])
    if result[0] == 0:
        words = [word for word in stamp("kernel-link")
                 if (word.endswith(KEPT) or not LEFT_OUT.search(word)) and "-Map=" not in word]
        result = run([*words, f"{path}.o", "-lgcc", "-o", f"{folder}/kernel.elf"])
    if result[0] == 0:
        result = run([f"{CROSS}objcopy", "-O", "binary", f"{folder}/kernel.elf",
                      f"{folder}/kernel.img"])
    return result


def boot(folder):
    """Runs hello on one node of that kernel."""
    return run(["tools/cuberun", "-n", "1", "--timeout", "60", f"{OUT}/programs/hello.elf"],
               CUBE_BUILD=folder, CUBERUN="")


def main():
    """The tests."""
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    source = page.partition("```c\n")[2].partition("```")[0]
    with tempfile.TemporaryDirectory() as folder:
        status, printed = build(folder, source)
        ok(status == 0 and not printed, "the board of the first step links, without a warning", printed)
        status, printed = boot(folder)
        message = re.search(r"\*Check:\*\s+`(graycube: [^`]*)`", page)[1]
        ok(message in printed.splitlines(), "    and shows the sign of life that the page promises", printed)
        reason = re.search(r"return \".*\";", source)
        status, printed = build(folder, source.replace(reason[0], "return NULL;"))
        ok(status == 0, "with interrupts that never come it links, too", printed)
        status, printed = boot(folder)
        ok((status, printed.splitlines()[0]) == (UNPROVED, "hello from node 0 of 1"),
           "    and runs a program, but without a host there is no proof of its end", printed)
    finish()


main()
