#!/usr/bin/python3 -I
"""Fuzzes the host's tools: their command lines, their environment, the files that they read.

Usage: tests/fuzz/tools.py [--seed SEED] [--runs RUNS | --seconds SECONDS]

Each input is drawn from its own seed. Most are right but for one thing, and it is known which
option that is: the tool must refuse it with its status and with one line that names the option.
Others are wild: no Python traceback, and one line where the tool refuses. No machine starts: the
emulator is one that ends at once. Prints the seed and the command of the first input that a tool
does not stand.
"""

import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.pycache_prefix = os.path.join(ROOT, "build", "python")

from running.failure import STATUS_IMAGE, STATUS_OUTPUT, STATUS_PANIC, STATUS_USAGE, Failure
from running.numbers import number
from running.options import spelt
from running.tool import STATUS_FAILED, no_more, run, seen_from_here
from workbench import msccl

HELLO = os.path.join(ROOT, os.environ.get("CUBE_OUT") or "build", "programs/hello.elf")
FINDING = os.path.join(ROOT, "tools/finding")
SCHEDULE = os.path.join(ROOT, "tools/workbench/examples/reduce_on_four.json")
LIMIT = 60  # seconds of a run
MOST_RUNS = (1 << 31) - 1
# An emulator that ends at once, with the status 0 as the kernel proves it (formats/status.h): behind the word.
EMULATOR = b"""#!/bin/sh
descriptor=${*##* ending=}
printf '\\000' >>/proc/self/fd/${descriptor%% *}
"""
BYTES = b"\xff".decode(errors="surrogateescape")  # no character

NO_NUMBERS = ["", "x", "-1", "+1", "1.5", "1e3", "0x10", " 1", "1 ", "1\n2", "1_000", "\u0663",
              "\u00bd", BYTES, "9" * 5000, "1" + "0" * 30]
NO_SIZES = [*NO_NUMBERS, "0", "1k", "1KK", "K", "G", "5000T", "9" * 4999 + "G", "1 G"]
NO_NODES = [*NO_NUMBERS, "0", "3", "6", "513", "8192"]
NO_WORDS = ["", "x", "ONE", "on ", BYTES, "1" * 5000, "a\nb"]
NO_FILES = ["", "/nowhere/file", "{folder}", "{file}/file", "/", "n" * 300]

# By option: values that go with all others here, and values that do not.
COSTS = (["0", "17", "4294967295", "007"], [*NO_NUMBERS, "4294967296"])
OPTIONS = {
    "-n": (["1", "2", "0004"], NO_NODES),
    "--parts": (["1", "01"], [*NO_NUMBERS, "0", "3", "17"]),
    "--timeout": (["0", "20"], [*NO_NUMBERS, "2147483648", "99999999999"]),
    "--spins": (["1", "1000"], [*NO_NUMBERS, "0", "4294967296"]),
    "--dead": (["random:1:0:0"], ["", "random", "random:1:1", "random:1:1:1:1", "1:1:1:1", BYTES,
                                  *(f"random:{number}:0:0" for number in NO_NUMBERS)]),
    "--map": (["bit-reverse", "complement,gather"], [*NO_WORDS, "bit-reverse,", "-n", *NO_FILES]),
    "--ts": COSTS, "--th": COSTS, "--tw": COSTS,
    "--heap": (["4K", "16M", "70000"], [*NO_SIZES, "4095", "65G"]),
    "--stack": (["4K", "64K"], [*NO_SIZES, "1K", "2G"]),
    "--memory": (["24M", "1G"], [*NO_SIZES, "1023K", "1001G"]),
    "--board": (["virt"], NO_WORDS),
    "--accel": (["single"], [*NO_WORDS, "both"]),
    "--ports": (["one", "all"], NO_WORDS),
    "--clock": (["on"], NO_WORDS),
    "--stats": (["{new}", "{new}" + BYTES, "/dev/null"], NO_FILES),
    "--record": (["{new}", "/dev/null"], NO_FILES),
    "--dir": (["{folder}:ro"], ["", "/nowhere/file", "{file}", "{file}:ro", "n" * 300, ":ro", BYTES, "/", ROOT,
                                os.path.join(ROOT, "tools", "running")]),
    "--kernel-option": (["direct=1K", "routed=256"],
                        [*NO_WORDS, "explain", "tag", "--", "heap=1M", "clock=on", "direct", "routed=",
                         "direct=1K tag", '"direct=1K"', "direct=1K\ttag", "stats"]),
    "-x": (["A=1", "B=", "C=a b\n" + BYTES], ["", "=", "=1", "2=1", "A-B=1", BYTES, "NOT_THERE",
                                            "\u00e9=1", "A b=1"]),
    "--file": (["{file}", "a={file}", "a b={file}", "=x={file}"[1:]],
               ["", "=", "a=", "={file}", "TRAILER!!!={file}", ".={file}", "..={file}", "a/b={file}",
                ":tt={file}", "a={folder}", "a=/nowhere", "a=/dev/zero", "/", "{folder}",
                "a\n={file}", "a\\b={file}", "n" * 64 + "={file}", "a={file}/x", BYTES,
                "a=" + "n" * 5000, "/environment={file}", "/input={file}"]),
}
FLAGS = ["--tag", "--explain", "--exact", "--profile"]
STRANGE_OPTIONS = ["--nonsense", "-", "--", "---", "--=x", "-Z", "--" + BYTES, "--tag=yes", "-m8",
                   "--a\nb", "--" + "o" * 5000, "--HEAP"]


class Tools:
    """What the runs need on disk."""

    def __init__(self, folder):
        self.folder = folder
        self.names = 0  # of files to be made
        self.file = self.make("file", b"content\n")
        self.bin = os.path.join(folder, "bin")
        os.mkdir(self.bin)
        os.chmod(self.make("bin/qemu-system-aarch64", EMULATOR), 0o755)
        self.modules = os.path.join(folder, "modules")
        os.mkdir(self.modules)
        self.make("modules/json.py", b"raise SystemError\n")

    def make(self, name, content):
        """A file with that content; returns its path."""
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def named(self, value):
        """A value of the tables above, with what it names."""
        self.names += 1
        new = os.path.join(self.folder, f"new-{self.names}")
        return (value.replace("{file}", self.file).replace("{folder}", self.folder)
                .replace("{new}", new))


class Input:
    """A command, and what has to come of it."""

    def __init__(self, tool, words, statuses, pattern=""):
        self.command = [os.path.join(ROOT, tool), *words]
        self.tool = os.path.basename(tool)
        self.statuses, self.pattern = statuses, pattern
        self.environment = {}
        self.output, self.lost_folder = subprocess.PIPE, False


# ---- Inputs that are wrong in one thing

def good_options(dice, tools, without=""):
    """Some options of cuberun that go with each other."""
    words = []
    for name in dice.sample(sorted(OPTIONS), dice.randrange(4)):
        if name != without:
            words += spelled(dice, name, tools.named(dice.choice(OPTIONS[name][0])))
    return words + dice.sample(FLAGS, dice.randrange(2))


def spelled(dice, name, value):
    """The option as one word or as two."""
    return [f"{name}={value}"] if dice.random() < 0.5 else [name, value]


def wrong_option(dice, tools):
    """One option of cuberun has a value that it cannot have."""
    name = dice.choice(sorted(OPTIONS))
    words = [*good_options(dice, tools, name),
             *spelled(dice, name, tools.named(dice.choice(OPTIONS[name][1])))]
    return Input("tools/cuberun", [*words, HELLO], [STATUS_USAGE], rf"{re.escape(spelt(name))}\b")


# ---- Recordings

def wrong_recording(dice, tools):
    """A recording in which one field is not what it has to be, or bytes are others."""
    lines = [{"nodes": 8, "ts": 1, "th": 1, "tw": 1, "gap": 0}]
    for _ in range(dice.randrange(1, 6)):
        packet = {"node": dice.randrange(8), "bytes": 8, "time": dice.randrange(99), "step": 1}
        packet["to" if dice.random() < 0.5 else "port"] = dice.randrange(3)
        lines.append(packet)
    if dice.random() < 0.5:
        line = dice.choice(lines)
        field = dice.choice(sorted(set(line) - {"ts", "gap", "step"}))
        line[field] = dice.choice([None, True, -1, 1.5, 10**30, "x", "1", [], {}, float("inf"),
                                   float("nan"), 3, 1 << 40])
        statuses = [0, STATUS_USAGE]
        if not isinstance(line[field], int) or isinstance(line[field], bool) or line[field] < 0:
            statuses = [STATUS_USAGE]
        if dice.random() < 0.2:
            del line[field]
            statuses = [STATUS_USAGE]
        data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    else:
        data = spoilt(dice, "".join(json.dumps(line) + "\n" for line in lines).encode())
        statuses = [0, STATUS_USAGE]
    if dice.random() < 0.5:
        given = Input("tools/phases", ["--from", tools.make("recording", data), "--order"], [*statuses, STATUS_USAGE])
        given.tool = "lcc"
        return given
    return Input("tools/replay", [tools.make("recording", data)], statuses)


def wrong_schedule(dice, tools):
    """A schedule of one's own with other bytes, or with a value that hardly ever goes there, for tools/check or for a run
    round dead links."""
    with open(SCHEDULE, encoding="utf-8") as file:
        text = file.read()
    if dice.random() < 0.5:
        return Input("tools/check", [tools.make("own.json", spoilt(dice, text.encode()))],
                     [0, STATUS_FAILED, STATUS_USAGE])
    schedule = json.loads(text)
    place = dice.choice([schedule, schedule["case"], schedule["steps"][0],
                         schedule["steps"][0]["packets"][0], schedule["steps"][0]["packets"][0]["from"]])
    place[dice.choice(sorted(place))] = dice.choice([None, True, -1, 1.5, 10**30, "x", [], {}, [[]], 511,
                                                     [0, 512], [3, 1], {"area": 9, "blocks": [0]}])
    if dice.random() < 0.5:
        return Input("tools/check", [tools.make("own.json", json.dumps(schedule).encode())],
                     [0, STATUS_FAILED, STATUS_USAGE])
    os.makedirs(os.path.join(tools.folder, "schedules"), exist_ok=True)
    named = {"name": "reduce-binomial-rerouted", "dead": ["0:0"], "counts": {"bound": dice.choice([2, -1, "x", 10**30])}}
    tools.make("schedules/own.json", json.dumps({**schedule, **named}).encode())
    return Input("tools/cuberun", ["-n", "4", "--show", "--dead-link", "0:0", "--schedules",
                                   os.path.join(tools.folder, "schedules"), HELLO], [0, STATUS_USAGE])


def wrong_object(dice, tools):
    """A damaged object file, or an archive with one, for tools/mpi-missing: nothing of MPI is in it."""
    with open(HELLO, "rb") as file:
        data = file.read()
    if dice.random() < 0.5:
        header = b"%-48s%-10d`\n" % (dice.choice([b"hello.o/", b"/0", b"//", b"/99999", b"/"]), len(data))
        data = b"!<arch>\n" + header + data
    place = dice.choice([0, len(data) - 4000])  # the headers of sections are at the end
    data = data[:place] + spoilt(dice, data[place:place + 4000]) + data[place + 4000:]
    return Input("tools/mpi-missing", [tools.make("own.a", data)], [0])


def wrong_finding(dice, tools):
    """A file of links or what was found on one, with other bytes or with a value that hardly ever goes there. No solver is
    asked."""
    if dice.random() < 0.4:
        with open(os.path.join(FINDING, "networks", dice.choice(["dgx1.links", "two-boxes.links", "dragonfly.links"])), "rb") as file:
            network = tools.make("own.links", spoilt(dice, file.read()))
        given = Input("tools/finding/find", ["allgather", "--network", network, "--solver", "none"], [STATUS_USAGE])
    else:
        with open(os.path.join(FINDING, "found", dice.choice(["debruijn8-allreduce.json", "dgx1-1-2-2.json", "dragonfly-bcast.json"])),
                  encoding="utf-8") as file:
            text = file.read()
        found = json.loads(text)
        packet, result = dice.choice(found["steps"][-1]["packets"]), dice.choice(found["results"])
        place = dice.choice([found, found["steps"][0], packet, packet["link"], packet["blocks"][0][0], result,
                             dice.choice(found["links"])])
        key = dice.choice(sorted(place) if isinstance(place, dict) else range(len(place)))
        place[key] = dice.choice([None, True, -1, 0, 1.5, 10**30, "x", "scan", [], {}, [[]], [[-1, 0]], [[0, 0], [0, 0]], 511,
                                  {"root": 511}, {"packets": 64}])
        data = json.dumps(found).encode() if dice.random() < 0.7 else spoilt(dice, text.encode())
        given = Input("tools/finding/find", ["--prove", tools.make("found.json", data)], [0, STATUS_FAILED, STATUS_USAGE])
    given.tool = "find"
    return given


def wrong_msccl(dice, tools):
    """An algorithm for MSCCL with other bytes, or other values of some attributes."""
    with open(SCHEDULE, encoding="utf-8") as file:
        text = msccl.text(json.load(file))
    for _ in range(dice.randrange(1, 4)):
        value = dice.choice(["", "-1", "0", "1", "2", "3", "99999", "-0", "\u0663", "i", "s", "rcs", "rrs", "re", "allgather", "bcast"])
        at = dice.choice(list(re.finditer('"[^"]*"', text))).span()
        text = f'{text[:at[0]]}"{value}"{text[at[1]:]}'
    data = spoilt(dice, text.encode()) if dice.random() < 0.3 else text.encode()
    given = Input("tools/check", [tools.make("own.xml", data)], [0, STATUS_FAILED, STATUS_USAGE])
    given.tool = "check"
    return given


def spoilt(dice, data):
    """The bytes with some changed, cut off, or put in."""
    at = dice.randrange(len(data))
    return dice.choice([
        data[:at], data[at:], data[:at] + bytes([dice.randrange(256)]) + data[at + 1:],
        data[:at] + b"[" * 20000 + data[at:], b'{"a":' * 9000 + data, data.replace(b"8", b"9" * 5000),
        data * 2, data.replace(b"\n", b""), bytes(dice.randrange(256) for _ in range(200)),
        data.replace(b"1", b"1e999"), data.replace(b'"time"', b'"time":0,"time"'), data + b"\0" * 99,
        data.replace(b"{", b'{"from":0,'), data.replace(b"1", b"\\u0031")])


# ---- Wild ones

WILD = [*OPTIONS, *FLAGS, *STRANGE_OPTIONS, *NO_SIZES, *NO_WORDS, "--ti", "--help", "--show", "8",
        "single", "multi", "off", "16M", "{file}", "{folder}", "{new}", "/dev/null", "a={file}"]


def wild(dice, tools):
    """Any words at all, in any environment."""
    words = [tools.named(dice.choice(WILD)) for _ in range(dice.randrange(6))]
    words += [HELLO] if dice.random() < 0.7 else []
    given = Input("tools/cuberun", words, [0, STATUS_PANIC, STATUS_USAGE, STATUS_IMAGE,
                                         STATUS_OUTPUT])
    given.output = dice.choice([subprocess.PIPE, subprocess.PIPE, "/dev/full"])
    given.lost_folder = dice.random() < 0.2
    given.environment = {
        name: dice.choice(values) for name, values in {
            "LC_ALL": ["C", "POSIX", "C.UTF-8", "xx_YY", BYTES], "HOME": ["", "/nowhere"],
            "TMPDIR": [tools.folder, "/nowhere", BYTES, ""], "PYTHONHOME": ["/nowhere"],
            "PYTHONPATH": [tools.modules], "PYTHONIOENCODING": ["ascii", "nonsense"],
            "CUBE_BUILD": ["", "build", BYTES]}.items() if dice.random() < 0.3}
    return given


KINDS = [wrong_option] * 3 + [wrong_schedule, wrong_finding, wrong_msccl, wrong_object, *[wrong_recording] * 2, *[wild] * 2]


# ---- Running them

def carry_out(given, tools):
    """Runs it; returns the status and what it wrote to standard error."""
    environment = {"PATH": f"{tools.bin}:{os.environ['PATH']}", "TMPDIR": tools.folder,
                   **given.environment}

    def lose_folder():
        lost = os.path.join(tools.folder, "lost")
        os.mkdir(lost)
        os.chdir(lost)
        os.rmdir(lost)

    output = given.output if given.output == subprocess.PIPE else os.open(given.output, os.O_WRONLY)
    done = subprocess.run(given.command, stdin=subprocess.DEVNULL, stdout=output, timeout=LIMIT,
                          stderr=subprocess.PIPE, env=environment, cwd=tools.folder, check=False,
                          preexec_fn=lose_folder if given.lost_folder else None)
    if output != subprocess.PIPE:
        os.close(output)
    return done.returncode, done.stderr.decode(errors="replace")


def finding(given, status, errors):
    """What is wrong with what came of it, or None."""
    lines = errors.splitlines()
    if "Traceback" in errors:
        return "a traceback"
    if status not in given.statuses:
        return f"status {status} and not {' or '.join(map(str, given.statuses))}"
    if status == 0:
        return None
    told = [line for line in lines if "the initrd is" not in line]
    if len(told) != 1 or not told[0].startswith(f"{given.tool}: "):
        return f"{len(told)} lines of what is wrong"
    if not re.search(given.pattern, told[0]):
        return f"not told by /{given.pattern}/"
    return None


def fuzz(seed, is_over):
    """Draws inputs until it is enough. Returns how many there were and how many were refused."""
    runs = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        tools = Tools(folder)
        while not is_over(runs):
            dice = random.Random(seed + runs)
            given = dice.choice(KINDS)(dice, tools)
            try:
                status, errors = carry_out(given, tools)
                wrong = finding(given, status, errors)
            except subprocess.TimeoutExpired:
                status, errors, wrong = None, "", f"no end within {LIMIT} seconds"
            if wrong:
                shown = " ".join([*(shlex.quote(f"{name}={value}")
                                    for name, value in given.environment.items()),
                                  *map(shlex.quote, given.command)])
                print(f"seed {seed + runs}: {wrong}\n{shown[:2000]}\n{errors[:2000]}")
                raise Failure(STATUS_FAILED, f"seed {seed + runs}: {wrong}")
            runs += 1
            refused += status != 0
            for left in re.findall("the initrd is (.*)", errors):
                os.unlink(left)
    return runs, refused


def main(words):
    """tests/fuzz/tools.py."""
    settings = {"--seed": 1, "--runs": None, "--seconds": None}
    while len(words) > 1 and words[0] in settings:
        settings[words[0]] = number(words[0], words[1], 0, MOST_RUNS)
        words = words[2:]
    no_more(words)
    start, seconds = time.monotonic(), settings["--seconds"]
    most = MOST_RUNS if seconds is not None else 200
    most = most if settings["--runs"] is None else settings["--runs"]
    runs, refused = fuzz(settings["--seed"], lambda runs: runs >= most or (
        seconds is not None and time.monotonic() - start >= seconds))
    print(f"{runs} inputs to the tools of {seen_from_here(ROOT)}, {refused} refused")
    return 0


if __name__ == "__main__":
    run("tools.py", __doc__, main)
