"""Running programs on the machine for make bench, and reading their output."""

import os
import re
import shlex
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("CUBE_OUT") or "build")
CUBERUN = os.path.join(ROOT, "tools", "cuberun")
HELLO = os.path.join(BUILD, "programs", "hello.elf")
SECONDS = 120  # a run that takes longer counts as "too slow to measure"
COUNTED = ("--exact", "--clock", "off")  # cube_cycles() counts the instructions of all nodes

KIB = 1 << 10

FIRST_RUNS = {}  # by its words that are no numbers: what the first run of a command came to
NUMBER = re.compile(r"[\d.]+[KMG]?")
_quick = []


def be_quick():
    """From here on, commands that differ in numbers only are run once, by the numbers of the first."""
    _quick.append(True)


def is_quick():
    """Whether be_quick() was called."""
    return bool(_quick)


def carry_out(command, carry):
    """What carry() returns, which carries the command out."""
    if not is_quick():
        return carry()
    key = tuple(word for word in command if not NUMBER.fullmatch(word))
    if key not in FIRST_RUNS:
        FIRST_RUNS[key] = carry()
    return FIRST_RUNS[key]


def bench_program(name):
    """Path of a program of this folder."""
    return os.path.join(BUILD, "tools", "bench", f"{name}.elf")


def table_of(program, arguments, *options, seconds=SECONDS):
    """Runs a program of this folder; the words of each line that it prints, or None after that number of
    seconds."""
    command = [CUBERUN, "--timeout", str(seconds), *options, bench_program(program),
               *map(str, arguments)]
    result = carry_out(command, lambda: subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL,
        check=False))
    if result.returncode == 124:
        return None
    if result.returncode != 0:
        sys.exit(f"{shlex.join(command)}: status {result.returncode}\n"
                 f"{result.stdout}{result.stderr}")
    return [line.split() for line in result.stdout.splitlines()]


def measure(program, arguments, *options):
    """The same of a program that prints lines `name number`: a dict, or None if it is too slow."""
    lines = table_of(program, arguments, *options)
    return lines and {name: float(number) for name, number in lines}


def least(runs):
    """Of several runs' figures, the least of each name."""
    found = {}
    for figures in runs:
        for name, value in figures.items():
            found[name] = min(value, found.get(name, value))
    return found


def half_round_trip(batches, *options):
    """Cycles of half a round trip of 8 bytes on a link: COUNTED, the instructions that a packet is compared to."""
    return float(table_of("messages", (1000, batches, 8), "-n", "2", *options)[0][1]) / 2


def wall_time(command):
    """Seconds that a command takes; it must succeed."""
    def carry():
        start = time.perf_counter()
        # A pipe, whose end comes at once: without one, Python looks every 50 ms for the end.
        subprocess.run(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, check=True,
                       timeout=SECONDS)
        return time.perf_counter() - start

    return carry_out(command, carry)


def shown_command(*words):
    """The emulator's command line that cuberun would run."""
    result = subprocess.run([CUBERUN, "--show", *words, HELLO], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True, check=True)
    command = shlex.split(result.stdout)
    os.unlink(command[command.index("-initrd") + 1])
    return command


def progress(text):
    """Says what is being measured: some parts take minutes."""
    print(f"                  {text}", file=sys.stderr, flush=True)
