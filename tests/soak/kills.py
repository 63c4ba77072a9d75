#!/usr/bin/env python3
"""Kills, at random moments of runs on several hosts (processes of this one under mpiexec), one of the
processes of one host. The run must end within seconds, with an error that names a host and a status
other than 0 unless it had ended before, and leave no process behind. A launcher may not survive
that a process dies while it sends it something: MPICH's tells of an error of its own then, or ends
by SIGPIPE without a word.

Usage: kills.py [KILLS [SEED]]   (200, 1)
"""

import os
import random
import signal
import subprocess
import sys
import time

PATIENCE = 30   # seconds for a run whose process was killed: twice those that hosts wait for each other
REAPED = 5      # seconds in which what is left has to be gone
LATEST = 2.5    # seconds: of the moments of kills, which are drawn from the first run's start on
PROGRAMS = ("build/tests/boot/idle.elf", "build/programs/collectives.elf")
NAMES = ("bridge", "cuberun", "python3", "qemu-system-aar")


def marked(mark):
    """The processes of a run that have not ended: their numbers and names."""
    found = []
    for number in filter(str.isdecimal, os.listdir("/proc")):
        try:
            with open(f"/proc/{number}/environ", "rb") as environ, open(f"/proc/{number}/stat", encoding="ascii") as stat:
                name, _, rest = stat.read().partition("(")[2].rpartition(")")
                if mark.encode() in environ.read().split(b"\0") and rest.split()[0] not in "ZX":
                    found.append((int(number), name))
        except OSError:
            continue  # it has ended
    return found


def attempt(number, draw, launcher):
    """One run. Returns what was killed and when, and what was wrong, or None."""
    hosts, program, mark = draw.choice((2, 4)), draw.choice(PROGRAMS), f"GRAYCUBE_KILL={os.getpid()}.{number}"
    moment = draw.uniform(0, LATEST)
    command = [*launcher, "-n", str(hosts), "tools/cuberun", "-n", "8", "--timeout", "60", program]
    run = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           env=os.environ | dict([mark.split("=")]), text=True)
    time.sleep(moment)
    victims = [each for each in marked(mark) if each[1] in NAMES]
    if not victims:
        run.communicate()
        return f"{hosts} hosts, {moment:4.2f} s: over", None
    victim, name = draw.choice(sorted(victims))
    over = run.poll() is not None
    try:
        os.kill(victim, signal.SIGKILL)
    except ProcessLookupError:
        over = True
    what = f"{hosts} hosts, {moment:4.2f} s: {name}"
    try:
        said = run.communicate(timeout=PATIENCE)[0]
    except subprocess.TimeoutExpired:
        for each, _ in marked(mark):
            os.kill(each, signal.SIGKILL)
        return what, f"has not ended after {PATIENCE} s: {run.communicate()[0]}"
    until = time.monotonic() + REAPED
    while marked(mark) and time.monotonic() < until:
        time.sleep(0.05)
    if marked(mark):
        return what, f"has left {marked(mark)}"
    told = [line for line in said.splitlines() if "cuberun: " in line and "host" in line
            or "RUNNING AT" in line or " on node " in line or "[mpiexec@" in line]  # the launcher's own: MPICH's, Open MPI's
    if run.returncode == -signal.SIGPIPE and not told:
        told = ["the launcher has died"]
    if run.returncode != 0 and not told:
        return what, f"has ended with {run.returncode} without a word on the host: {said}"
    if run.returncode == 0 and not over and program == PROGRAMS[0]:
        return what, "has ended with 0"
    return f"{what}: {run.returncode} {told[0] if told else ''}", None


def main():
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    launcher = subprocess.run(["tests/launcher"], stdout=subprocess.PIPE, text=True, check=False).stdout.split()
    if not launcher:
        print("kills: left out, for there is no bridge between hosts: 'make setup-bridge bridge' makes it")
        return 0
    wrong = 0
    for number in range(kills):
        what, problem = attempt(number, draw, launcher)
        print(f"{number:4}  {what}{': ' + problem if problem else ''}", flush=True)
        wrong += problem is not None
    print(f"{kills} kills, {wrong or 'none'} of them with another end than it has to have")
    return 1 if wrong else 0


sys.exit(main())
