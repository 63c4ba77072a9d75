#!/usr/bin/python3 -I
"""Measures alternatives to graycube: Linux with Open MPI and MPICH, in the same emulator with as many
cores as ranks, by the same program, one after the other on this host.

Usage: measure.py [--ranks N,N...] [--seconds SECONDS] [--only NAME] [--help]

  --ranks N,N...     numbers of ranks (2,8,64)
  --seconds SECONDS  most seconds for one operation and size (4)
  --only NAME        graycube, openmpi, openmpi-tuned or mpich alone

Prints a table for each number of ranks, and writes what the programs printed to build/peers. Progress
goes to standard error. docs/measurements.md says how to read the tables.
"""

import os
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.dont_write_bytecode = True  # until running says where

from peers import machine
from peers.machine import say
from peers.table import START, figures, table
from running.failure import invalid
from running.tool import no_more, run, split

RANKS = (2, 8, 64)
SECONDS = 4
START_SECONDS = 600     # after which a peer that has printed no line is given up
RUN_SECONDS = 3600      # of a run from its first line on; what has been printed by then counts
HEAP = "32M"
MEMORY_MIB = (1024, 64)  # of a peer's machine: for Linux, and for each rank

# Name: library, emulator's threads, the command before the benchmark, its environment. MPICH and Open MPI as
# they come; and tuned: one host thread, no rank that spins, and a yield that reaches the emulator.
AS_ROOT = "mpirun.openmpi --allow-run-as-root"
CONFIGURATIONS = {
    "openmpi": ("openmpi", "multi", f"{AS_ROOT} -n {{ranks}}"),
    "openmpi-tuned": ("openmpi", "single",
                      f"{AS_ROOT} --mca mpi_yield_when_idle 1 -x LD_PRELOAD=/yield.so -n {{ranks}}"),
    "mpich": ("mpich", "multi", "mpiexec.hydra -n {ranks}"),
}
OURS = "graycube"


def follow(command, name, ranks):
    """Runs a command until its benchmark is done. Returns its figures, with the start's."""
    path = os.path.join(machine.HERE, f"{name}-{ranks}.txt")
    begun = time.monotonic()
    lines, found = [], {}
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        signal.signal(signal.SIGALRM, lambda *_: process.kill())
        signal.alarm(START_SECONDS)
        for line in process.stdout:
            line = line.rstrip()
            lines.append(line)
            if line == "ready":
                found[START] = (0, time.monotonic() - begun, 0)
                signal.alarm(RUN_SECONDS)
            say(f"{name}, {ranks} ranks: {line}")
            if line == "done":
                process.kill()
        signal.alarm(0)
    if START not in found:
        say(f"{name}, {ranks} ranks: not begun after {time.monotonic() - begun:.0f} seconds")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return {**figures(lines), **found}


def peer_command(name, ranks, seconds):
    """The emulator with a peer's machine."""
    peer, threads, launcher = CONFIGURATIONS[name]
    program = machine.compile_benchmark(peer)
    line = f"exec {launcher.format(ranks=ranks)} /benchmark {seconds}"
    memory = MEMORY_MIB[0] + MEMORY_MIB[1] * ranks
    return ["qemu-system-aarch64", "-M", "virt,gic-version=3", "-cpu", "cortex-a76", "-smp", str(ranks),
            "-m", f"{memory}M", "-accel", f"tcg,thread={threads}", "-nodefaults", "-no-user-config",
            "-no-reboot", "-display", "none", "-serial", "stdio", "-kernel", machine.kernel(),
            "-initrd", machine.initrd(peer, program, line),
            "-append", "console=ttyAMA0 quiet loglevel=3 mitigations=off"]


def our_command(ranks, seconds):
    """The benchmark on graycube."""
    program = os.path.join(machine.HERE, "benchmark.elf")
    machine.call([os.path.join(ROOT, "tools", "mpicc"), "-O2",
                  os.path.join(machine.SOURCES, "benchmark.c"), "-o", program])
    return [os.path.join(ROOT, "tools", "cuberun"), "-n", str(ranks), "--heap", HEAP, program,
            str(seconds)]


def load():
    """What else the host does."""
    with open("/proc/loadavg", encoding="ascii") as file:
        return file.read().split()[0]


def options(words):
    """The options, by name."""
    usual = {"--ranks": ",".join(map(str, RANKS)), "--seconds": str(SECONDS), "--only": ""}
    plain, given = split(words, usual)
    no_more(plain)
    chosen = {**usual, **given}
    if not all(part.isdigit() and int(part) > 0 for part in chosen["--ranks"].split(",")):
        raise invalid("--ranks", chosen["--ranks"], "numbers separated by commas")
    if chosen["--only"] not in ("", OURS, *CONFIGURATIONS):
        raise invalid("--only", chosen["--only"], ", ".join((OURS, *CONFIGURATIONS)))
    return chosen


def main(words):
    """make peers."""
    chosen = options(words)
    os.makedirs(machine.HERE, exist_ok=True)
    names = [name for name in (OURS, *CONFIGURATIONS) if chosen["--only"] in ("", name)]
    if names != [OURS]:
        machine.download()
    for ranks in map(int, chosen["--ranks"].split(",")):
        found, loads = {}, {}
        for name in names:
            command = (our_command(ranks, chosen["--seconds"]) if name == OURS else
                       peer_command(name, ranks, chosen["--seconds"]))
            loads[name] = load()
            found[name] = follow(command, name, ranks)
        for line in table(ranks, found.pop(OURS, {}), found):
            print(line)
        print("load of the host before each run: "
              + ", ".join(f"{name} {value}" for name, value in loads.items()) + "\n", flush=True)
    return 0


run("peers", __doc__, main)
