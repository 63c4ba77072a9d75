#!/usr/bin/env python3
"""attack.py [SEED RUNS]: attacks on the machine from inside, drawn from seeds, as TAP.

Each seed is one attack, of one of these kinds:
  instructions  a process executes random instructions, with registers that hold addresses of others
  image         a program file with random changes in its headers
  system calls  thousands of random ones on every node, after which everything has to work
  calls         a node makes another collective call than the others

The kernel must never fail, and the machine must end with an allowed status: another status, a panic
or a hang is a failed check, with the command that repeats it. Without arguments the attacks go on
for ATTACK_SECONDS (120) from ATTACK_SEED (1).
"""

import concurrent.futures
import os
import random
import shlex
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
os.chdir(ROOT)
sys.path[:0] = [str(ROOT / "tests/fail"), str(ROOT / "tests")]
from machine import OUT, cuberun, image, run
from tap import finish, ok

BUILD = OUT / "tests/fail"

# Statuses (cuberun --help), and the one of a program of ours that misses its arguments.
OPTIONS, IMAGE, DEADLOCK, UNRECEIVED = 64, 71, 75, 76
NO_ARGUMENTS = 98
FAULTS = {128 + signal for signal in (4, 5, 6, 8, 11)}

MARKER = b"anything at all:"  # in front of the words that tests/fail/instructions.c executes
WORDS = 16
OPERATIONS = ("bcast", "reduce", "allreduce", "reduce_scatter", "scan", "exscan", "gather",
              "scatter", "allgather", "alltoall", "shift", "transfer", "aspc", "barrier")

# Bits of an instruction that are set in one of these groups, and bits that may be any (Arm ARM,
# C4.1): system instructions and registers, exceptions, loads and stores, branches, all of them.
INSTRUCTIONS = ((0xD5000000, 0x003FFFFF), (0xD4000000, 0x00FFFFFF), (0x08000000, 0xF7FFFFFF),
                (0x14000000, 0xEBFFFFFF), (0x00000000, 0xFFFFFFFF))


def instructions(dice):
    """Random words in place of those that do nothing."""
    data = bytearray((BUILD / "instructions.elf").read_bytes())
    at = data.index(MARKER) + len(MARKER)
    for word in dice.sample(range(WORDS), dice.randint(1, 4)):
        fixed, free = dice.choice(INSTRUCTIONS)
        place = slice(at + 4 * word, at + 4 * word + 4)
        data[place] = (fixed | dice.getrandbits(32) & free).to_bytes(4, "little")
    options = ["--accel", dice.choice(("single", "multi"))]
    return image(bytes(data), options=options), FAULTS


def changed_image(dice):
    """Random changes in the headers of a program file, or its end cut off."""
    data = bytearray((BUILD / "deadlock.elf").read_bytes())
    table = int.from_bytes(data[32:40], "little")
    headers = [*range(16, 64), *range(table, table + 56 * 4)]
    if dice.random() < 0.1:
        del data[dice.randrange(len(data)):]
        headers = [at for at in headers if at < len(data)]
    for at in dice.sample(headers, min(len(headers), dice.randint(0, 3))):
        data[at] = dice.choice((0, 1, 0x7f, 0x80, 0xff, dice.getrandbits(8)))
    return image(bytes(data)), {NO_ARGUMENTS, OPTIONS, IMAGE, DEADLOCK, UNRECEIVED} | FAULTS


def system_calls(dice):
    """Random system calls on every node."""
    nodes = dice.choice((1, 2, 8))
    return cuberun(BUILD / "system_calls.elf", str(dice.getrandbits(32)), "5000", nodes=nodes,
                   options=["--parts", str(min(nodes, dice.choice((1, 2, 4))))]), {0}


def calls(dice):
    """Another collective call at one node: nobody may take it for the right one."""
    operation, other = dice.sample(OPERATIONS, 2)
    return cuberun(BUILD / "leave.elf", operation, other, nodes=8,
                   options=["--parts", str(dice.choice((1, 2, 4)))]), {1, DEADLOCK, UNRECEIVED}


KINDS = {"instructions": instructions, "image": changed_image, "system calls": system_calls,
         "calls": calls}


def attack(seed):
    """Makes the attack of a seed: (description, what is wrong or None)."""
    dice = random.Random(seed)
    kind = list(KINDS)[seed % len(KINDS)]
    command, statuses = KINDS[kind](dice)
    result = run(command)
    wrong = None
    if result.returncode not in statuses:
        wrong = f"status {result.returncode}, wanted one of {sorted(statuses)}"
    elif any(word in result.stdout for word in ("panic", "Traceback", "qemu-system")):
        wrong = "the kernel, a tool or the emulator failed"
    details = [] if wrong is None else [wrong, shlex.join(command), *result.stdout.splitlines()]
    return f"{kind}, seed {seed}: status {result.returncode}", details


def seeds(arguments):
    """The seeds to take, one after the other."""
    if arguments:
        first, runs = map(int, arguments)
        yield from range(first, first + runs)
        return
    end = time.monotonic() + float(os.environ.get("ATTACK_SECONDS", "120"))
    seed = int(os.environ.get("ATTACK_SEED", "1"))
    while time.monotonic() < end:
        yield seed
        seed += 1


def main():
    """Makes all attacks, a few at once."""
    workers = os.cpu_count()
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        waiting = []
        source = seeds(sys.argv[1:])
        while True:
            for seed in source:
                waiting.append(pool.submit(attack, seed))
                if len(waiting) > workers:
                    break
            if not waiting:
                break
            description, details = waiting.pop(0).result()
            ok(not details, description, "\n".join(details))
    finish()


if __name__ == "__main__":
    main()
