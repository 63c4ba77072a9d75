#!/usr/bin/python3
"""Finds a forged record that cuberun accepts, or that makes it fail; and a result that cannot be
written without an error. Prints TAP."""

import json
import os
import random
import select
import shlex
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path[:0] = ["tools", "tests"]
from running.console import OUTPUT, Console
from running.ending import WORD_BYTES, Ending
from running.failure import STATUS_READER_GONE, Failure
from running.merging import Merging
from running.records import HEAD_BYTES, KERNEL, frames, read_records
from page.record import run_of
from running.profile import profile_lines
from running.results import Results, packets_text, stats_text, time_line
from running.sampling import Places, Sampling
from running.traffic import link_lines
from tap import finish, ok
from traces import FORMS, trace_text

OUT = os.environ.get("CUBE_OUT", "build")
FORGER = f"{OUT}/tests/fail/records.elf"
HELLO = f"{OUT}/programs/hello.elf"
BAD_OPTIONS, BAD_PROGRAM, NOT_WRITTEN = 64, 71, 74
COSTS = {"ts": 9, "th": 0, "tw": 0, "ti": 0}
PLACES = Places(f"{OUT}/programs/alltoall.elf")
FUZZED = int(sys.argv[1]) if len(sys.argv) > 1 else 1600  # inputs; make soak gives more, and wants nothing else


def cuberun(*words, output=subprocess.PIPE):
    """What a run on two nodes comes to: status, bytes of its output, its complaints."""
    done = subprocess.run(["tools/cuberun", "-n", "2", "--timeout", "60", *words], stdout=output,
                          stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False)
    return done.returncode, done.stdout, done.stderr.decode()


def check_late():
    """What is read of the console for it, when the reader of our output has gone."""
    console = Console(select.poll())
    console.turn(OUTPUT, select.POLLHUP)
    console.add([])
    try:
        console.add([(console.sources[0], b"late")])
        seen = "taken"
    except Failure as failure:
        seen = failure.status
    ok(seen == STATUS_READER_GONE, "what a machine prints when nobody reads any more ends the run", seen)


def contents(path):
    """The value in a JSON file."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)


# ---- What is printed is no record

def check_printed(stats, packets):
    """A program prints what a record could look like."""
    plain = cuberun(FORGER, "print")
    read = cuberun("--stats", stats, "--record", packets, FORGER, "print")
    ok(plain == read and plain[0] == 3 and b"\x1e{" in plain[1],
       "what looks like a record is printed like anything else", (plain, read))
    seen = contents(stats)
    ok((seen["status"], seen["nodes"], seen["program"], seen["kernel"]["nodes"])
       == (3, 2, FORGER, 2), "    and says nothing of the run", seen)
    ok([record["node"] for record in seen["records"]] == [0, 1], "    nor of a node", seen)
    with open(packets, encoding="utf-8") as file:
        ok(json.loads(file.read())["nodes"] == 2, "    nor of a packet")


# ---- What a program records is checked

LINK = "{'dimension':0,'packets':1,'bytes':1,'routed_packets':0,'routed_bytes':0,'slots':1}"
METERS = "{'meters':{'dimension':1,'steps':STEPS,'links':[" + LINK + "],'cycles':1}}"
PACKET = "{'packet':{'port':0,'bytes':1,'time':1,'operation':'link','step':PLACE}}"
EVENT = "{'event':{'port':0,'bytes':1,'operation':'link','step':1,'stamp':1,KIND}}"
SAMPLE = "{'sample':{'kind':'work','time':1,'weight':1,'stack':[STACK]}}"
NONE = "records: the program on node 1 wrote an invalid record"
FORGED = {
    "no JSON": "status",
    "no kind": "{}",
    "two kinds": "{'meters':1,'profile':1}",
    "the kernel's": "{'kernel':{'nodes':512}}",
    "another node's meters": METERS.replace("STEPS", "1,'node':0"),
    "meters without links": "{'meters':{'dimension':1,'steps':1,'links':[],'cycles':1}}",
    "more than 64 bits": METERS.replace("STEPS", "1" * 500),
    "brackets without end": "[" * 1500,
    "a packet of another node": PACKET.replace("PLACE", "1,'node':0"),
    "a packet to nobody": PACKET.replace("'port':0", "'to':2").replace("PLACE", "1"),
    "an arrival that nobody began to wait for": EVENT.replace("KIND", "'kind':'taken','time':1"),
    "what was passed on from nowhere": EVENT.replace("KIND", "'kind':'passed'"),
    "more addresses than a sample has": SAMPLE.replace("STACK", ",".join(["4194304"] * 65)),
    "a strange operation": PACKET.replace("link", "\\u001b[2J").replace("PLACE", "1"),
}


def check_recorded(stats):
    """A program makes the system call of net/record/record.c itself."""
    for what, text in FORGED.items():
        status, output, errors = cuberun("--stats", stats, FORGER, "record", text)
        ok((status, output) == (BAD_PROGRAM, b"0\n") and errors.count("\n") == 1
           and errors.startswith(f"cuberun: {NONE}: ") and not os.path.exists(stats),
           f"refused: {what}", (status, output, errors))
    status, _, errors = cuberun("--stats", stats, FORGER, "record", METERS.replace("STEPS", "1"))
    ok((status, errors) == (BAD_PROGRAM,
                            "cuberun: records: the program on node 1 wrote its meters twice\n"),
       "refused: a node's meters twice", errors)
    for slots, packets, size, wanted in ((0, 0, 0, 0), (1, 1, 1, BAD_PROGRAM), (0, 1, 0, BAD_PROGRAM), (0, 0, 1, BAD_PROGRAM)):
        link = LINK.replace("'slots':1", f"'slots':{slots}").replace("'packets':1", f"'packets':{packets}").replace(
            "'bytes':1", f"'bytes':{size}")
        status, _, errors = cuberun("--links", FORGER, "instead", METERS.replace("STEPS", "1").replace(LINK, link))
        ok(status == wanted and errors == ("cuberun: records: the program on node 1 reports wrong traffic on dimension 0 "
                                           "(the link's rings carried other packets)\n" if wanted else ""),
           f"own meters instead of the library's, of {slots} slots, {packets} packets, {size} bytes", (status, errors))
    status, output, errors = cuberun(FORGER, "record", "status")
    ok((status, output, errors) == (0, b"-30\n", ""), "EROFS where nobody reads records", output)


# ---- The proof of the end

def check_proof():
    """The kernel takes the word out of the file, and puts it back with the status. All else is no proof."""
    word = os.pread((ending := Ending()).descriptor, WORD_BYTES, 0)
    for what, file, wanted in (
            ("nothing", b"", None), ("the word alone", word, None), ("no word", b"\0", None),
            ("another word", bytes(WORD_BYTES + 1), None), ("two proofs", (word + b"\0") * 2, None),
            ("a proof of 0", word + b"\0", 0), ("a proof of 5", word + b"\5", 5)):
        os.ftruncate(ending.descriptor, 0)
        os.pwrite(ending.descriptor, file, 0)
        seen = ending.proved()
        ok(seen == wanted, f"{what} in the file means {wanted}", seen)
    ok(word != os.pread(Ending().descriptor, WORD_BYTES, 0), "each run has a word of its own")


# ---- Any bytes at all

def mutated(chance, data):
    """The bytes with some of them changed, left out or doubled."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data))
        data[at:at + chance.choice((0, 1, 1, 8))] = chance.choice(
            (b"", bytes([chance.randrange(256)]), b'"', b"9" * 30, b"[", b"{}", data[at:at + 40]))
    return bytes(data)


def forged(chance, text):
    """A record of which the kinds of fields and values are right, but not which of them, and not what they say."""
    (kind, fields), = json.loads(text).items()
    for name in chance.sample(sorted(fields), chance.randint(1, len(fields))):
        if type(fields[name]) is int:
            fields[name] = chance.choice((0, 1, 2, 7, 8, chance.getrandbits(64), fields[name] + 1, (1 << 64) - 1))
        if kind == "event" and name == "kind":
            fields[name] = chance.choice(("sent", "passed", "taken"))
        if chance.randrange(4) == 0:
            del fields[name]
    for name in ("time", "begun", "peer", "from"):
        if kind == "event" and chance.randrange(8) == 0:
            fields[name] = chance.randrange(8)
    return json.dumps({kind: fields}).encode()


def framed(node, text):
    """A record as the kernel writes it."""
    return node.to_bytes(4, "little") + len(text).to_bytes(4, "little") + text


def read(data, nodes):
    """All that cuberun makes of records; None where it refuses them."""
    try:
        kernel, records = read_records([data], nodes)
    except Failure:
        return None
    description = {"program": "p", "arguments": [], "nodes": nodes, "status": 0}
    sampling = Sampling(records["sample"], records["profile"], PLACES)
    lines = profile_lines(records["profile"], records["event"], sampling, 1) if records["profile"] else []
    return (stats_text({**kernel}, records), packets_text({}, records["packet"]), [*lines], sampling.callgrind("p", 1),
            [*link_lines(records["meters"], nodes)], time_line(records["meters"], nodes),
            [trace_text(f"run{form}", description, COSTS, records) for form in FORMS],
            run_of(description, COSTS, "all", records))


def check_merged():
    """The output of two machines is the same, in whatever pieces it is read (formats/output.h)."""
    printed = (b"\x10\x111;one\x10\x16\x10\x17two\x10\x10\x16\nthree\n\x10\x113;five\n",
               b"\x10\x112;four\n\x10\x114;six, unfinished\x10\x1623")
    seen = set()
    for seed in range(200):
        chance, merging, rest = random.Random(seed), Merging(), list(printed)
        while any(rest):
            machine = chance.choice([machine for machine in (0, 1) if rest[machine]])
            end = chance.randint(1, len(rest[machine]))
            merging.take(machine, rest[machine][:end])
            rest[machine] = rest[machine][end:]
        for machine in (0, 1):
            merging.take(machine, b"")
        seen.add(merging.release())
    ok(seen == {b"one\ntwo\x10\x16\nthree\nfour\nfive\nsix, unfinished23"},
       "what two machines print becomes one output, in the order of its turns", seen)


def check_circle():
    """Two nodes say that each has passed on what the other has."""
    link = {"sending": 0, "receiving": 0, "waiting": 0}
    event = {"port": 0, "operation": "aspc", "step": 1, "bytes": 1, "stamp": 5}
    texts = [{"profile": {"clock": 9, "work": 9, "links": [link]}},
             {"event": {**event, "kind": "passed", "from": 0}},
             {"event": {**event, "kind": "taken", "time": 9, "begun": 5}}]
    data = b"".join(framed(node, json.dumps(text).encode()) for node in (0, 1) for text in texts)
    signal.alarm(60)
    lines = read(data, 2)[2]
    signal.alarm(0)
    ok(any("no longer known" in line for line in lines), "a packet that came from nowhere has no path", lines)


def check_nodes():
    """A record of a node that there is not, and one of the last node."""
    text = json.dumps({"packet": {"operation": "aspc", "step": 1, "bytes": 1, "time": 5, "to": 0}}).encode()
    ok(read(framed(2, text), 2) is None and read(framed(1, text), 2), "records of nodes that there are")


def check_fuzzed(folder):
    """Records of a run with all kinds of them, changed at random."""
    command = ["tools/cuberun", "-n", "8", "--timeout", "60", "--ts", "9", "--ports", "one",
               "--stats", "-", "--record", "-", "--profile", "--show",
               f"{OUT}/programs/alltoall.elf", "-r", "1"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True,
                           env={**os.environ, "TMPDIR": folder})
    subprocess.run(["sh", "-c", shown.stdout], stdin=subprocess.DEVNULL, check=True,
                   stdout=subprocess.DEVNULL, timeout=60)
    with open(shlex.split(shown.stdout)[-1][2:], "rb") as file:
        data = file.read()
    records = list(frames(data))
    ok(read(data, 8) and {node for node, _ in records} == {*range(8), KERNEL},
       "the command that --show prints leaves the records of all nodes", len(records))
    ok(all(list(frames(data[:end])) == records[:-1] for end in range(
        len(data) - HEAD_BYTES - len(records[-1][1]), len(data))), "the last one may end early")
    full = subprocess.run(["sh", "-c", shown.stdout.replace(" 3>", " 3>/dev/full #")], check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60)
    ok(full.returncode == 0 and full.stdout, "a host that takes none does not stop the machine", full)
    try:
        Results({"--profile": True}, 1).write({"nodes": 8, "status": 0}, {})
        ok(False, "but a good run without them is none")
    except Failure as failure:
        ok(failure.status == NOT_WRITTEN, "but a good run without them is none", failure)
    chance, refused = random.Random(9), 0
    few = [record for record in records if b'"meters"' in record[1] or b'"profile"' in record[1]]
    rest = [record for record in records if record not in few and record[0] != KERNEL]
    for number in range(FUZZED):
        some = few + chance.sample(rest, 20)
        if number % 20 != 10:  # those are left as they are, and taken: of the others hardly any
            place = chance.randrange(len(some))
            some[place] = (chance.randrange(8), mutated(chance, some[place][1]))
        stream = b"".join(framed(*record) for record in some)
        refused += read(stream if number % 4 else mutated(chance, stream), 8) is None
    ok(FUZZED // 2 < refused <= FUZZED - FUZZED // 20, f"{FUZZED} changed ones: refused or reported", refused)
    told = 0
    for _ in range(FUZZED // 4):
        ended = {node for node in range(8) if chance.randrange(4)}  # the others leave nothing
        some = [(node, forged(chance, text) if chance.randrange(40) == 0 else text)
                for node, text in few + chance.sample(rest, 60) if node in ended]
        told += read(b"".join(framed(*record) for record in some), 8) is not None
    ok(0 < told < FUZZED // 4, f"{FUZZED // 4} times well-formed ones that lie: refused or reported", told)


# ---- Where results go

def check_targets(folder):
    """What cannot be written, and when that is told."""
    stats, folder_path = os.path.join(folder, "stats"), os.path.join(folder, "folder")
    os.mkdir(folder_path)
    missing = os.path.join(folder, "no", "such")
    for words, complaint in (
            (("--stats", missing), f"--stats {missing}: No such file or directory"),
            (("--stats", folder_path), f"--stats {folder_path}: Is a directory"),
            (("--stats", stats, "--record", f"{folder_path}/../stats"),
             f"--stats {stats}: the same file as --trace packets:{folder_path}/../stats")):
        ok(cuberun(*words, HELLO) == (BAD_OPTIONS, b"", f"cuberun: {complaint}\n")
           and not os.path.exists(stats),
           f"before it starts: {complaint.replace(folder, '')[:60]}", cuberun(*words, HELLO))
    with open(stats, "wb") as file:
        ok(cuberun("--stats", stats, HELLO, output=file)[0] == BAD_OPTIONS,
           "nor may our own output be one")
    with open(stats, "w", encoding="utf-8") as file:
        file.write("x" * 100000)
    ok(cuberun("--stats", stats, HELLO)[0] == 0 and contents(stats)["nodes"] == 2,
       "an old file is replaced")
    os.unlink(stats)
    ok(cuberun("--stats", "/dev/null", "--record", "/dev/null", HELLO)[0] == 0,
       "a device that takes all may be both")
    status, output, errors = cuberun("--stats", "/dev/full", HELLO)
    ok((status, output.count(b"hello"), errors) ==
       (NOT_WRITTEN, 2, "cuberun: --stats /dev/full: No space left on device\n"),
       "what shows only then is told when it is written", errors)
    status, _, errors = cuberun("--stats", "/dev/full", FORGER, "print")
    ok(status == 3 and "No space" in errors, "    and the program's own failure stays", status)
    ok(sorted(os.listdir(folder)) == ["folder"], "nothing else is left",
       os.listdir(folder))


with tempfile.TemporaryDirectory() as scratch:
    check_fuzzed(scratch)
if len(sys.argv) == 1:
    with tempfile.TemporaryDirectory() as scratch:
        check_printed(os.path.join(scratch, "stats"), os.path.join(scratch, "packets"))
    with tempfile.TemporaryDirectory() as scratch:
        check_recorded(os.path.join(scratch, "stats"))
    check_merged()
    check_circle()
    check_nodes()
    check_proof()
    with tempfile.TemporaryDirectory() as scratch:
        check_targets(scratch)
    check_late()
finish()
