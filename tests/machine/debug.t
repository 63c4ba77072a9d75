#!/usr/bin/python3
"""Finds a crash, a hang or a deadlock that is not reported by file and line, to people and to gdb,
with any addr2line and any program's file. Prints TAP."""

import os
import re
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = ["tests", "tools"]
sys.dont_write_bytecode = True

from running.edge import Guarded
from running.failure import Failure
from tap import finish, ok

os.environ.pop("CUBERUN", None)
SECONDS = 60  # every run takes less than a few; one that hangs ends after so many
LIMITS = (1, 4, 16)  # seconds after which a run is ended; a busy host may need the longer ones to begin
SCRATCH = tempfile.TemporaryDirectory()

# The checks below name lines of these programs, counted from the first.
CRASH = r"""#include <cube.h>
#include <stdio.h>
#include <stdlib.h>
static const char alike[] = "graycube: node 0: aborted\n"
                            "graycube:   at 0x400100 main+0x10\n"
                            "graycube:   called from main+0x10 (0x400100)\n";
__attribute__((noinline)) static void give_up(void) {
    abort();
}
static inline void inlined(void) {
    give_up();
}
int main(void) {
    if (cube_node() == 1)
        for (;;)
            cube_recv(0, (char[1]){0}, 1);
    fputs(alike, stdout);
    fflush(stdout);
    inlined();
    puts("");
}
"""

# Both nodes wait, and the second of the callers has a name that no report has room for.
CALLERS = r"""#include <cube.h>
static char byte;
__attribute__((noinline)) static void inner(void) { cube_recv(cube_node() ^ 1, &byte, 1); byte++; }
__attribute__((noinline)) static void LONG(void) { inner(); byte++; }
int main(void) { LONG(); byte++; }
""".replace("LONG", "long_" * 80)

# The only node waits for nothing, in a call that it names in its details, which have no other part.
NAMED = r"""#include <cube.h>
#include "cube_abi.h"
int system_wait(const struct cube_wait *wait);
int main(void) {
    struct cube_detail detail[CUBE_DETAILS] = {{.name = (uintptr_t)"a_call_by_name"}};
    struct cube_wait wait = {.peer = CUBE_NOBODY, .details = (uintptr_t)detail};
    for (;;) /* the kernel asks once for details */
        system_wait(&wait);
}
"""

# Rank 0 computes, and says when it begins.
HANG = r"""#include <mpi.h>
#include <stdio.h>
static volatile int go_on = 1;
static void wait_for_number(int rank) {
    int number;
    MPI_Recv(&number, 1, MPI_INT, 0, 7 + (rank == 3), MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d\n", number);
}
int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0)
        wait_for_number(rank);
    puts("ready");
    fflush(stdout);
    while (go_on) {}
    MPI_Finalize();
}
"""

# Node 2 waits for ever, node 0 stops with one packet in a ring and one message in an inbox.
MESSAGES = r"""#include <cube.h>
#include <stdio.h>
static int number[2];
static void all_sent(void) { puts("all sent"); }
int main(void) {
    if (cube_node() == 0) {
        cube_send(1, number, 8);
        cube_link_send(0, number, 4);
        cube_link_recv(1, number, 1);
        all_sent();
    }
    if (cube_node() == 1)
        cube_recv(3, number, 1);
    if (cube_node() == 2) {
        cube_link_send(1, number, 1);
        cube_recv(0, number, 1);
    }
    if (cube_node() == 3)
        cube_send(1, number, 1);
}
"""


def built(name, text, *options, compiler="tools/cubecc"):
    """The program's file."""
    source = Path(SCRATCH.name, f"{name}.c")
    source.write_text(text, encoding="utf-8")
    program = str(source.with_suffix(".elf"))
    subprocess.run([compiler, *options, source, "-o", program], check=True)
    return program


def run(command, text="", **settings):
    """Runs a command with this input: its status, output and errors."""
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=SECONDS, check=False, **settings)
    return done.returncode, done.stdout, done.stderr


def has_all(text, patterns):
    """Whether lines of the text match the patterns, in this order and one after the other."""
    return re.search("^" + r"\n".join(patterns) + "$", text, re.MULTILINE)


# ---- A crash

ALIKE = ("graycube: node 0: aborted\ngraycube:   at 0x400100 main+0x10\n"
         "graycube:   called from main+0x10 (0x400100)\n")
crash = built("crash", CRASH)
status, output, _ = run(["tools/cuberun", "-n", "2", "--timeout", "30", crash])
ok(status == 134 and output.startswith(ALIKE),
   "lines of a program that look like a report stay as they are", output)
ok(has_all(output[len(ALIKE):], [
    "graycube: node 0: aborted", r"graycube:   called from give_up \(crash\.c:8\)",
    r"graycube:   called from inlined \(crash\.c:11\)", r"graycube:   inlined in main \(crash\.c:19\)"]),
   "a report has file and line of all callers, inlined ones too", output)
OFFSET = r"\+0x[0-9a-f]+ \(0x[0-9a-f]+\)"
status, output, _ = run(["tools/cuberun", "-n", "2", "--timeout", "30", built("crash", CRASH, "-g0")])
ok(has_all(output[len(ALIKE):], ["graycube: node 0: aborted", "graycube:   called from give_up" + OFFSET,
                                 "graycube:   called from main" + OFFSET]),
   "without -g it has function and offset", output)
environment = {**os.environ, "CROSS_COMPILE": "there-is-no-"}
status, output, _ = run(["tools/cuberun", "-n", "2", "--timeout", "30", crash], env=environment)
ok(status == 134 and has_all(output, ["graycube:   called from main" + OFFSET]),
   "and so it has without addr2line", output)

# ---- An addr2line that takes too much: a file can be made for that

FAKES = {
    "whose answer has no end": "exec yes",
    "that closes its output": "exec >&-; exec sleep 1000",
}
MEMORY = "while read a && read n; do printf '%s\\nlimit_%s\\nfile.c:7\\n%s\\n??\\n??:0\\n' $a $(ulimit -v) $n; done"


def with_addr2line(script, *words):
    """A run with this in the place of addr2line: its status, and all that it prints."""
    path = Path(SCRATCH.name, "fake-addr2line")
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    found, told, errors = run(["tools/cuberun", "-n", "2", *words],
                              env={**os.environ, "CROSS_COMPILE": str(path).removesuffix("addr2line")})
    return found, told + errors


loop = built("loop", "int main(void) { for (;;) __asm__ volatile(\"\"); }\n")
for what, script in FAKES.items():
    status, output = with_addr2line(script, "--timeout", "30", crash)
    ok(status == 134 and has_all(output, ["graycube:   called from main" + OFFSET]),
       f"an addr2line {what}: the report has no lines", output)
ENDS = "while read a && read n; do printf '%s\\n{}\\n%s\\n??\\n??:0\\n' $a $n; done"
for what, lines in {"a name": "two\\nlines\\nfile.c:7", "a folder": "name\\n/two\\nlines/file.c:7", "a file": "name\\nf:c\\n.c:7\\nx",
                    "a line": "name\\nfile.c:" + 5000 * "7", "too many lines": "name\\nfile.c:7\\nrest", "an address": "0xffffffffffffffff\\n??\\n??:0"}.items():
    status, output = with_addr2line(ENDS.format(lines), "--timeout", "30", crash)
    ok(status == 134 and has_all(output, [f"graycube:   called from (give_up|inlined)?{OFFSET}", "graycube:   called from main" + OFFSET]),
       f"line ends in names: {what}", output)
status, output = with_addr2line(ENDS.format("0xffffffffffffffff\\nfile.c:7"), "--timeout", "30", crash)
ok(status == 134 and has_all(output, [r"graycube:   called from 0xf{16} \(file\.c:7\)"]), "no name is the end of an answer", output)
for limit in LIMITS:
    status, _, output = run(["tools/cuberun", "-n", "2", "--exact", "--timeout", str(limit), loop])
    if "computes" in output:
        break
ok(status == 124 and has_all(output, ["cuberun: node 0 computes in main.*", "cuberun: node 1 .*", "cuberun: under --exact no other node runs .*"]),
   "a node that keeps its turn is told of", output)
status, output = with_addr2line("read question; exec sleep 1000", "--timeout", "2", loop)
ok(status == 124 and has_all(output, ["cuberun: nodes 0-1 compute in main" + OFFSET]),
   "one that never answers: nor has that of a timeout", output)
status, output = with_addr2line(MEMORY, "--timeout", "30", crash)
ok(status == 134 and has_all(output, [r"graycube:   called from limit_524288 \(file\.c:7\)"]),
   "one may not take more than this much memory", output)

# ---- What nobody has foreseen

losses = []
with Guarded("--part", losses):
    raise struct.error("of a report")
ok(losses == ["--part"], "an error in a part of a report ends that part, and is noted", losses)
try:
    with Guarded("--part", losses):
        raise Failure(74, "")
except Failure as failure:
    losses.append(failure.status)
ok(losses == ["--part", 74], "    but a failure goes on", losses)
# ---- A deadlock

status, output, _ = run(["tools/cuberun", "-n", "2", "--timeout", "30", built("callers", CALLERS)])
ok(status == 75 and has_all(output, [r"graycube: node 0 waits in recv for node 1 \(dimension 0\), "
                                     r"called from inner \(callers\.c:3\)"]),
   "callers end before one that there is no room for, and leave none out between", output)
status, output, _ = run(["tools/cuberun", "-n", "1", "--timeout", "30", built("named", NAMED)])
ok(status == 75 and has_all(output, [r"graycube: node 0 waits in a_call_by_name\(\)(, called .*)?"]),
   "a name without arguments has empty brackets", output)

# ---- What the machine gets

status, output, _ = run(["tools/cuberun", "--show", crash])
words = shlex.split(output)
archive = Path(words[words.index("-initrd") + 1])
data = archive.read_bytes()
archive.unlink()
ok(len(data) < os.path.getsize(crash) / 2 and b"give_up\0" in data,
   "the machine gets the names of functions, and not what is for debuggers", len(data))

# ---- A hang

hang = built("hang", HANG, compiler="tools/mpicc")
PLACES = [r"cuberun: node 0 computes in main \(hang\.c:17\)",
          r"cuberun: nodes 1-3 wait in MPI_Recv\(source 0, tag 7, 7, 8, comm MPI_COMM_WORLD, count 1\), "
          r"called from wait_for_number \(hang\.c:6\), main \(hang\.c:14\)"]
for accelerator in ("single", "multi"):
    for limit in LIMITS:
        status, output, errors = run(["tools/cuberun", "-n", "4", "--accel", accelerator,
                                      "--timeout", str(limit), hang])
        expected = [rf"cuberun: ended after {limit} seconds? \(--timeout\)", *PLACES]
        if has_all(errors, expected):
            break
    ok(status == 124 and has_all(errors, expected),
       f"at a timeout it says where all nodes are, and what they wait for ({accelerator})", errors)
with subprocess.Popen(["tools/cuberun", "-n", "4", "--timeout", "60", hang], stdin=subprocess.DEVNULL,
                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
    running.stdout.readline()
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=SECONDS)
ok(running.returncode == 130 and has_all(errors, ["cuberun: interrupted", *PLACES]),
   "and so it says on Ctrl-C", errors)

# ---- gdb

script = "\n".join(["break all_sent", "continue", "cube nodes", "cube links 1", "cube messages 1",
                    "info threads", "cube messages 4", "help cube nodes", "kill"])
status, output, errors = run(["tools/cuberun", "-n", "4", "--exact", "--timeout", "50", "--gdb",
                              built("messages", MESSAGES, "-Og")], script)
output = output.replace("(gdb) ", "")
ok("connected: 4 nodes, before the first instruction" in output and "all_sent ()" in output,
   "--gdb starts gdb, which takes its commands from our input", output + errors)
ok(has_all(output, [r"node 0 computes in all_sent \(messages\.c:4\), called from main \(messages\.c:10\)",
                    r"nodes 1, 3 have ended",
                    r"node 2 waits in recv for node 0 \(dimension 1\), called from main \(messages\.c:16\)"]),
   "cube nodes", output)
ok(has_all(output, [" from    to dim  ring    published   consumed     of",
                    r"    0     1   0  direct          1          0 +\d+",
                    r"    0     1   0  routed          1          1 +\d+",
                    r"    3     1   1  direct          0          0 +\d+",
                    r"    3     1   1  routed          1          1 +\d+"]), "cube links", output)
ok(has_all(output, [r"node 0 -> node 1, direct ring: link, 4 bytes",
                    r"(node 3 .*\n)?node 1 has 1 message of node 0, 8 bytes, that nobody has asked for"]),
   "cube messages", output)
ok(re.search(r'Thread 1\.3 "node 2"', output), "threads have the names of their nodes", output)
with tempfile.TemporaryDirectory() as own, tempfile.TemporaryDirectory() as left:
    Path(own, "gdb-multiarch").symlink_to(shutil.which("gdb-multiarch"))
    status, _, complaint = run(["tools/cuberun", "--gdb", crash], env={**os.environ, "PATH": own, "TMPDIR": left})
    ok(status == 70 and "qemu-system-aarch64: not installed" in complaint and not os.listdir(left),
       "without an emulator nothing is left", f"{complaint}{os.listdir(left)}")
ok("the nodes are 0 to 3" in errors, "a node that there is not is refused", errors)
ok("Where the nodes are, and what they wait for" in output, "each command has help", output)

script = "\n".join(["continue", "backtrace", "continue"])
status, output, errors = run(["tools/cuberun", "-n", "2", "--exact", "--timeout", "50", "--gdb",
                              built("crash", CRASH)], script)
output = output.replace("(gdb) ", "")
ok(has_all(output, [r"node 0 has failed\. Next: .*", r"#\d+ .*kill \(.*"]) and
   re.search(r"<signal handler called>\n(.*\n)*#\d+ .* give_up \(\) at .*crash\.c:8\n"
             r"#\d+ .* inlined \(\) at .*crash\.c:11\n#\d+ .*main \(\) at .*crash\.c:19", output),
   "a fault stops where it is, before the machine is gone", output + errors)
ok(has_all(output, ["graycube: node 0: aborted"]), "    and then goes on to its report", output)
script = "\n".join(["continue", "cube nodes", "thread 1", "backtrace", "continue"])
status, output, errors = run(["tools/cuberun", "-n", "2", "--exact", "--timeout", "50", "--gdb",
                              built("callers", CALLERS)], script)
output = output.replace("(gdb) ", "")
ok(has_all(output, [r"deadlock: no node can go on\. Next: .*", "#.*", ".*",
                    r"nodes 0-1 wait in recv for their neighbours \(dimension 0\).*"]),
   "    and so does a deadlock", output + errors)
ok(re.search(r"<signal handler called>\n(.*\n)*#\d+ .*main \(\) at .*callers\.c:5\n", output),
   "a backtrace leads from the kernel to the process", output)

finish()
