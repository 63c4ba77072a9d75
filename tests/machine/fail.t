#!/usr/bin/env python3
"""Finds a fault, deadlock, mismatch or bad image that does not end with its one message and its status, within seconds."""

import os
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent.parent / "fail"))
from machine import OUT, Program, check, cuberun, emulator, image

BUILD = OUT / "tests/fail"
FAULT, DEADLOCK = BUILD / "fault.elf", BUILD / "deadlock.elf"
SYSTEM_CALLS, REGISTERS = BUILD / "system_calls.elf", BUILD / "registers.elf"
MEMORY = BUILD / "memory.elf"
LEAVE = BUILD / "leave.elf"
NOT_RECEIVED = BUILD / "unreceived.elf"
OTHER_LAYOUT = BUILD / "other_layout.elf"

BAD_OPTIONS, BAD_IMAGE, DEADLOCKED, UNRECEIVED = 64, 71, 75, 76
ILLEGAL, TRAP, ABORTED, SEGMENT = 128 + 4, 128 + 5, 128 + 6, 128 + 11

CASES = []


def case(description, command, status, *patterns):
    """Adds a case to the table: regular expressions that lines of its output match."""
    CASES.append((description, command, status, patterns))


# ---- What a process must not do: the misdeed, the status, the cause in the report.

KERNEL, ALIEN = "the kernel's memory", "memory that is not the program's"

MISDEEDS = [
    ("read_null", SEGMENT, "read an unmapped address (at or near a null pointer), address 0x8"),
    ("read_unmapped", SEGMENT, "read an unmapped address (nothing is there)"),
    ("read_no_address", SEGMENT, f"read {ALIEN} (not a valid address)"),
    ("write_device", SEGMENT, "wrote to an unmapped address (beyond the end of its heap)"),
    ("write_kernel", SEGMENT, f"wrote to {ALIEN} ({KERNEL})"),
    ("write_text", SEGMENT, "wrote to read-only memory (its own code)"),
    ("write_node_page", SEGMENT, "wrote to read-only memory (its node page)"),
    ("write_incoming_control", SEGMENT, "wrote to read-only memory (a neighbour's link)"),
    ("write_alias_of_incoming", SEGMENT, "wrote to read-only memory (a neighbour's link)"),
    ("read_behind_window", SEGMENT, "read an unmapped address (unused, between its links)"),
    ("write_behind_heap", SEGMENT, "wrote to an unmapped address (beyond the end of its heap)"),
    ("zero_text_line", SEGMENT, "wrote to read-only memory (its own code)"),
    ("misaligned_exclusive", SEGMENT, "read a misaligned address (its data)"),
    ("overflow_at_once", SEGMENT, "stack overflow"),
    ("lose_stack_pointer", SEGMENT, f"wrote to {ALIEN} ({KERNEL})"),
    ("execute_odd_address", SEGMENT, "jumped to a misaligned address"),
    ("execute_undefined", ILLEGAL, "executed an undefined instruction (0x00000000)"),
    ("execute_breakpoint", TRAP, "executed a breakpoint (BRK)"),
    ("read_privileged_register", ILLEGAL, "executed a privileged instruction (0xd5381000)"),
    ("set_timer", ILLEGAL, "executed a privileged instruction (0xd51be320)"),
    ("drop_translations", ILLEGAL, "executed a privileged instruction (0xd508871f)"),
    ("call_hypervisor", ILLEGAL, "executed HVC or SMC, which programs may not"),
    ("return_from_exception", ILLEGAL, "executed an undefined instruction (0xd69f03e0)"),
    ("call_host", ILLEGAL, "executed HLT, a semihosting call, which programs may not make"),
    ("circular_frames", ILLEGAL, "executed an undefined instruction"),
    ("frames_in_the_kernel", ILLEGAL, "executed an undefined instruction"),
    ("thread_in_kernel_text", ILLEGAL, "executed an undefined instruction"),
]
for misdeed, status, cause in MISDEEDS:
    case(misdeed.replace("_", " "), cuberun(FAULT, misdeed), status,
         "^graycube: node 1: " + re.escape(cause),
         rf"^graycube:   (at|inlined in|called from) {misdeed} \(fault\.c:\d+\)$",
         r"^graycube:   called from main \(fault\.c:\d+\)$")

case("write a given file",
     cuberun(FAULT, "write_given_file", options=["--file", "README.md"]), SEGMENT,
     r"^graycube: node 1: wrote to read-only memory \(its input files\)",
     r"^graycube:   inlined in write_given_file \(fault\.c:\d+\)$")

# Where the instruction itself is not the program's, the report names who jumped there.
JUMPS = [
    ("execute_null", "jumped to an unmapped address (at or near a null pointer)"),
    ("execute_kernel", f"executed memory that is not code ({KERNEL})"),
    ("execute_heap", "executed memory that is not code (its heap)"),
    ("execute_link", "executed memory that is not code (its own link)"),
]
for jump, cause in JUMPS:
    case(jump.replace("_", " "), cuberun(FAULT, jump), SEGMENT,
         "^graycube: node 1: " + re.escape(cause), r"^graycube:   at 0x[0-9a-f]+$",
         r"^graycube:   called from main \(fault\.c:\d+\)$")

case("overflow the stack by recursion", cuberun(FAULT, "overflow"), SEGMENT,
     r"^graycube: node 1: stack overflow: .* below its stack of 8196 KiB \(increase --memory stack=BYTES\)$",
     r"^graycube:   at overflow_stack \(fault\.c:\d+\)$",
     r"^graycube:   called from overflow_stack \(fault\.c:\d+\)$",
     r"^graycube:   inlined in overflow_stack \(fault\.c:\d+\)$")
case("abort", cuberun(FAULT, "call_abort"), ABORTED, "^graycube: node 1: aborted$",
     r"aborted\ngraycube:   called from call_abort \(fault\.c:\d+\)\n"
     r"graycube:   called from main \(fault\.c:\d+\)\n\Z")
# As a neighbour that lies about time may have it.
case("a clock past its end", cuberun(FAULT, "pass_the_end_of_time", options=["--exact"]), ABORTED,
     r"\Acube: node 1: clock overflow: .* exceeds 2\^63.*\ngraycube: node 1: aborted$")
case("a failed assertion", cuberun(FAULT, "fail_assertion"), ABORTED,
     "^assertion .*cube_nodes.* failed", r"^graycube: node 1: aborted\n(graycube:   inlined in .*\n)*"
     r"graycube:   called from (fail_assertion|main) \(fault\.c:\d+\)$")
case("return 3, all nodes", cuberun(FAULT, "return_three", "all", nodes=8), 3)
case("return 3, the others 0", cuberun(FAULT, "return_three", "alone", nodes=8), 3)
case("a fault on one node while 7 wait for it", cuberun(FAULT, "read_null", nodes=8), SEGMENT,
     "^graycube: node 7: read an unmapped address")
case("a fault on one node after the others have ended",
     cuberun(FAULT, "read_null", "alone", nodes=8), SEGMENT,
     "^graycube: node 7: read an unmapped address")
# One report, and no second one in it.
case("the same fault on all of 8 nodes", cuberun(FAULT, "read_null", "all", nodes=8),
     SEGMENT, r"\Agraycube: node \d+: read an unmapped .*\n(graycube:   (at|called|inlined).*\n)*\Z")

# ---- All wait for one another.

case("one has ended, the other waits for it", cuberun(FAULT, "return_three"), DEADLOCKED,
     "^graycube: deadlock: no node can go on; 1 of 2 programs have ended$",
     r"^graycube: node 0 waits in recv for node 1 \(dimension 0\), called from watch \(fault\.c:\d+\), "
     r"main \(fault\.c:\d+\)$")
SITUATIONS = [
    ("recv_in_a_ring", 0, r"node 1 waits in recv for node 2 \(2 links away\), called from "
                          r"recv_in_a_ring \(deadlock\.c:\d+\)"),
    ("link_recv", 0, r"node 2 waits in link recv for node 3 \(dimension 0\), called from "
                     r"link_recv \(deadlock\.c:\d+\)"),
    ("link_send", 0, r"node 2 waits in link send for node 3 \(dimension 0\)"),
    # Which bytes are buffered, and on how many nodes, is in tests/unit/net/test_message_buffered.c.
    ("routed_send", 0, r"node 2 waits in send for node 3 \(dimension 0\)",
     r"cube_send waits while a node has more than 16384 unreceived bytes \(a message counts 64 more\): let one side receive first"),
    ("barrier_without_one", 1, r"node 2 waits in barrier for node 0 \(dimension 1, step 2\)"),
    ("alltoall_without_one", 1, r"node 2 waits in alltoall for node 0 \(dimension 1, step 2\)"),
]
for situation, ended, *lines in SITUATIONS:
    case("deadlock: " + situation.replace("_", " "), cuberun(DEADLOCK, situation, nodes=8),
         DEADLOCKED,
         f"^graycube: deadlock: no node can go on; {ended} of 8 programs have ended$",
         *(rf"^graycube: {line}$" for line in lines))
case("deadlock of 32 nodes: the report stays short", cuberun(DEADLOCK, "recv_in_a_ring", nodes=32),
     DEADLOCKED, "^graycube: node 15 waits", r"^graycube: and 16 more nodes wait$")

# ---- A node leaves in the middle of a collective operation, while the others go on.

for operation, how in (("bcast", "return"), ("reduce", "exit"), ("scan", "return"), ("alltoall", "exit"), ("barrier", "return")):
    case(f"{operation}: a node leaves by {how}", cuberun(LEAVE, operation, how, nodes=8),
         DEADLOCKED, r"^graycube: deadlock: no node can go on; \d of 8 programs have ended$",
         r"^graycube: node 3 has ended with status 3$" if how == "exit" else "",
         rf"^graycube: node \d waits in {operation} for node 3 \(dimension \d, step \d\), "
         r"called from (reduce \(leave\.c:\d+\), )?main \(leave\.c:\d+\)$")
case("alltoall: a node faults", cuberun(LEAVE, "alltoall", "fault", nodes=8), SEGMENT,
     r"\Agraycube: node 3: wrote to an unmapped address \(at or near a null pointer\)")
UNRECEIVED_REPORT = (r"^graycube: all programs have ended, but packets were never received: "
                     "the nodes' calls do not match$")
case("a node leaves for which nobody waits", cuberun(LEAVE, "scatter_elsewhere", "return", nodes=8),
     UNRECEIVED, UNRECEIVED_REPORT,
     r"^graycube: node 3 has not received all that node 2 sent \(dimension 0\): "
     r"1 packet, 8 bytes in the link's ring$")
case("the same, with a status of its own", cuberun(LEAVE, "scatter_elsewhere", "exit", nodes=8), 3)

# ---- Messages that nobody receives.

def left(to, count, source, total):
    """The line that says so."""
    return (rf"^graycube: node {to} has not received {count} message{'s' * (count != 1)} of node "
            rf"{source}: {total} bytes in its inbox$")


for situation, line in (("none", left(1, 3, 0, 60)), ("some", left(1, 2, 0, 50)),
                        ("empty", left(1, 1, 0, 0)), ("own", left(1, 2, 1, 30)),
                        ("late", left(7, 6, 0, 15030)), ("all_to_all", left(1, 2, 7, 30)),
                        ("message_and_packet", left(1, 1, 0, 100))):
    for options in ([], ["--kernel-option", "routed=256"])[:2 if situation in ("late", "message_and_packet") else 1]:
        case(f"messages that nobody receives: {' '.join([situation, *options])}",
             cuberun(NOT_RECEIVED, situation, nodes=8, options=options), UNRECEIVED,
             rf"{UNRECEIVED_REPORT}\n(graycube: .*\n)*\Z", line)
case("the report of them stays short", cuberun(NOT_RECEIVED, "all_to_all", nodes=8), UNRECEIVED,
     r"\A(graycube: .*\n){17}graycube: and 48 more pairs of nodes\n\Z")
case("a packet and a message that nobody receives",
     cuberun(NOT_RECEIVED, "message_and_packet", nodes=8), UNRECEIVED,
     r"^graycube: node 1 has not received all that node 0 sent \(dimension 0\): "
     r"2 packets, 500 bytes in the link's ring$", left(1, 1, 0, 100))
case("messages that nobody receives, and a status", cuberun(NOT_RECEIVED, "with_status", nodes=8), 3,
     r"\A\Z")
case("nodes that lie about what they have received", cuberun(NOT_RECEIVED, "lies", nodes=8),
     UNRECEIVED, left(7, 2**64 - 1, 7, 2**64 - 1))

# ---- Calls that do not match (tests/unit/collectives/test_mismatch.c has all differences).

case("every node is the root", cuberun(LEAVE, "bcast_from_all", "none", nodes=8), UNRECEIVED,
     UNRECEIVED_REPORT, r"^graycube: and 8 more links$")

# ---- Processes of the host have done all of this as the machine does, and what follows is the machine's own. So is
# the assembly of tests/fail/fault.c.

if os.environ.get("CUBE_ENGINE") == "host":
    check([case for case in CASES if not {str(FAULT), "--exact"} & {*case[1]}], absent=[])
    sys.exit()

# ---- System calls that no library would make.

case("wild numbers, pointers and sizes", cuberun(SYSTEM_CALLS, nodes=8), 0, "^node 7: 0 wrong answers$", "^the end of a page$")
case("the same where records are read",
     cuberun(SYSTEM_CALLS, nodes=2, options=["--stats", "/dev/null"]), 0,
     "^node 1: 0 wrong answers$")
case("random system calls", cuberun(SYSTEM_CALLS, "1", "5000", nodes=8), 0,
     *(f"^node {node}: still works$" for node in range(8)))
case("system calls with strange values in all registers", cuberun(REGISTERS), 0,
     "^written with a strange thread pointer$",
     *(f"^node {node}: 0 registers changed$" for node in range(2)))

# ---- Files that are no programs: tests/unit/kernel/test_elf_image.c has all reasons, as the kernel reads
# them; here are those that cuberun meets before, and the bounds of addresses.

PROGRAM = Program(FAULT)
CODE, DATA = 0, 4  # segments, in the order of libc/program.ld
BYTES = PROGRAM.data

IMAGES = [
    ("an empty file", b"", "empty file"),
    ("a script", b"#!/bin/sh\necho hello\n", r"not a program \(no ELF file; "),
    ("a program cut off in its code", BYTES[:0x1800], "truncated: a segment"),
    ("a program cut off at its end", BYTES[:-1], "truncated: the section headers"),
    ("code at the kernel's addresses", PROGRAM.segment(CODE, address=0xffffffc000000000),
     r"a segment overlaps the kernel or the stack \(link it"),
]
for description, content, reason in IMAGES:
    case(description, image(content), BAD_IMAGE, rf"^graycube: \S+\.elf: {reason}")
for options in ([], ["--exact"]):
    case(f"built for another layout of the links {' '.join(options)}",
         cuberun(OTHER_LAYOUT, options=options), BAD_IMAGE,
         r"^cube: the program has version 0 of the link layout, the kernel \d+ .rebuild both")

# ---- Initrds that are no archives (tests/unit/formats/test_cpio.c has all reasons).

INITRDS = [
    ("garbage for an initrd", lambda archive: b"garbage!" * 64,
     "initrd: not a cpio archive in the newc format"),
    ("an archive without files", lambda archive: archive[archive.rindex(b"070701"):],
     "no program: the initrd is empty"),
    ("an environment that does not end", lambda archive: archive.replace(b"NAME=VALUE\0", b"NAME=VALUES"),
     "initrd: /environment is not zero-terminated"),
]
for description, initrd, reason in INITRDS:
    case(description, emulator(FAULT, initrd=initrd, options=["-x", "NAME=VALUE"]), BAD_IMAGE, f"^graycube: .*{reason}$")
case("no initrd at all", emulator(FAULT, without=["-initrd"]), BAD_IMAGE,
     "^graycube: no program: the machine was started without an initrd$")

# ---- Options (tests/unit/kernel/test_options.c has all mistakes) and node counts.

case("an unknown kernel option", emulator(FAULT, replace=[("-append", "hepa=16M")]),
     BAD_OPTIONS, "^graycube: unknown option 'hepa=16M'; there are heap= stack= ")
case("the kernel refuses 6 cores", emulator(FAULT, replace=[("-smp", "6")]), BAD_OPTIONS, r"^graycube: .*\b6\b")

# ---- Too little memory.

SHORT = r"^graycube: not enough memory: .* than the machine's \d+ MiB \(use --memory \d+M\)$"
case("too little memory for the stack that a program grows to",
     cuberun(FAULT, "overflow", options=["--memory", "64M", "--stack", "256M"]), SEGMENT,
     r"^graycube: node 1: not enough memory for its stack, .* \(increase --memory\)$",
     r"^graycube:   at overflow_stack \(fault\.c:\d+\)$")
case("too little memory for the nodes", cuberun(FAULT, nodes=64, options=["--memory", "24M"]),
     BAD_OPTIONS, SHORT)
case("too little memory for the program's data", image(PROGRAM.segment(DATA, bytes=64 << 30)),
     BAD_OPTIONS, SHORT)
case("a heap up to its limit", cuberun(MEMORY, options=["--heap", "1M"]), 0,
     "^node 0: no more memory after [89][0-9]{2} KiB$", "^node 1: no more memory after [89][0-9]{2} KiB$")
case("a heap up to the machine's memory",
     cuberun(MEMORY, options=["--heap", "64G", "--memory", "24M"]), 0,
     "^node 0: no more memory after [0-9]+ KiB$", "^node 1: no more memory after [0-9]+ KiB$")

# ---- A machine without semihosting ends all the same, if without a status.

case("a fault without semihosting",
     emulator(FAULT, "read_null", without=["-semihosting-config"]), 0,
     "^graycube: node 1: read an unmapped address")

check(CASES, absent=["^nothing happened$", "panic"])
