#!/bin/sh
# How long the rings are where nobody says it: by how much the kernel's memory grows against rings
# of 4 KiB, on all links together. And what the kernel keeps for a node of the largest cube.
. tests/lib.sh

# kernel_bytes NODES OPTION...: the kernel's own memory.
kernel_bytes() {
    nodes=$1
    shift
    run tools/cuberun -n "$nodes" --timeout 60 --stats "$scratch/stats" "$@" "$out/programs/hello.elf"
    sed -n 's/.*"kernel_bytes": \([0-9]*\).*/\1/p' "$scratch/stats"
}

# The tables that map the rings grow with them, by less than 8 KiB a ring.
while read -r nodes links kind kibibytes; do
    grown=$(($(kernel_bytes "$nodes") - $(kernel_bytes "$nodes" --kernel-option "$kind=4K")))
    is "on $nodes nodes a $kind ring has $kibibytes KiB" \
        "$((((grown / links + 512) / 1024 + 4) / 8 * 8))" "$kibibytes"
done <<END_OF_TABLE
8 24 direct 128
8 24 routed 64
16 64 routed 16
128 896 direct 32
END_OF_TABLE
bytes=$(kernel_bytes 512)
ok "$((bytes / 512 > 640 * 1024))" "the kernel keeps $((bytes / 512)) bytes for a node of 512, at most 640 KiB"
finish
