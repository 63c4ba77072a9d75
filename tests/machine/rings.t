#!/bin/sh
# Finds rings of another length than planned, by how much the kernel's memory grows against rings of 4 KiB, and a kernel or
# program that keeps more for a node. make bench has the largest cubes.
. tests/lib.sh

# bytes WHOSE NODES OPTION...: the kernel's own memory, or the program's.
bytes() {
    whose=$1
    nodes=$2
    shift 2
    run tools/cuberun -n "$nodes" --timeout 60 --stats "$scratch/stats" "$@" "$out/programs/hello.elf"
    sed -n "s/.*\"${whose}_bytes\": \([0-9]*\).*/\1/p" "$scratch/stats"
}

# The tables that map the rings grow with them, by less than 8 KiB a ring.
while read -r nodes links kind kibibytes; do
    grown=$(($(bytes kernel "$nodes") - $(bytes kernel "$nodes" --kernel-option "$kind=4K")))
    is "on $nodes nodes a $kind ring has $kibibytes KiB" \
        "$((((grown / links + 512) / 1024 + 4) / 8 * 8))" "$kibibytes"
done <<END_OF_TABLE
8 24 direct 128
8 24 routed 64
16 64 routed 16
END_OF_TABLE
kept=$(bytes kernel 64)
ok "$((kept / 64 > 960 * 1024))" "the kernel keeps $((kept / 64)) bytes for a node of 64, at most 960 KiB"
few=$(bytes program 8)
ok "$((few / 8 > 140 * 1024))" "a program that sends nothing takes $((few / 8)) bytes, at most 140 KiB"
many=$(bytes program 64)
ok "$((many / 64 > few / 8))" "    and no more on 64 nodes: $((many / 64))"
finish
