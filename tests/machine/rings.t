#!/bin/sh
# How long the direct rings are where nobody says it: by how much the kernel's memory grows against
# rings of 4 KiB, on all links together. And what the kernel keeps for a node of the largest cube.
. tests/lib.sh

# kernel_bytes NODES OPTION...: the kernel's own memory.
kernel_bytes() {
    nodes=$1
    shift
    run tools/cuberun -n "$nodes" --timeout 60 --stats "$scratch/stats" "$@" "$out/programs/hello.elf"
    sed -n 's/.*"kernel_bytes": \([0-9]*\).*/\1/p' "$scratch/stats"
}

# Each ring lies whole pages apart, so its tables grow by less than a page for each 512 of them.
while read -r nodes links kibibytes; do
    grown=$(($(kernel_bytes "$nodes") - $(kernel_bytes "$nodes" --kernel-option direct=4K)))
    is "on $nodes nodes a direct ring has $kibibytes KiB" \
        "$(((grown / links + 512) / 1024 + 4))" "$kibibytes"
done <<END_OF_TABLE
8 24 128
128 896 16
END_OF_TABLE
bytes=$(kernel_bytes 512)
ok "$((bytes / 512 > 256 * 1024))" "the kernel keeps $((bytes / 512)) bytes for a node of 512, at most 256 KiB"
finish
