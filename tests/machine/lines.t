#!/bin/sh
# Finds a line that is torn or lost when many nodes print at once. Arguments: how many nodes, and lines of
# each.
. tests/lib.sh

nodes=${1:-16}
lines=${2:-500}
all=$((nodes * lines))

# counts: of the lines read, how many are no node's next one; what each node printed.
counts() {
    awk -v nodes="$nodes" -v lines="$lines" '
        {
            node = $2
            tail = $4 % 3 == 2 ? " of those that are longer than most" : ""
            wrong += $0 != "node " node " line " next_line[node]++ + 0 tail
        }
        END {
            for (node = 0; node < nodes; node++)
                complete += next_line[node] == lines
            print NR, wrong + 0, complete
        }'
}

# printed [CUBERUN'S OPTION]: what they print.
printed() {
    tools/cuberun -n "$nodes" --timeout 300 "$@" "$out/tests/boot/print.elf" numbered 0 "$lines"
}

is "$nodes nodes, $lines lines each: as many, none wrong, all nodes complete" \
    "$(printed | counts)" "$all 0 $nodes"
printed --tag >"$scratch/tagged"
is "with --tag too" "$(sed 's/^\[[0-9]*\] //' "$scratch/tagged" | counts)" "$all 0 $nodes"
is "    and each line has its node's tag" \
    "$(sed -n 's/^\[\([0-9]*\)\] node \([0-9]*\) .*/\1 \2/p' "$scratch/tagged" |
        awk '$1 == $2' | wc -l)" "$all"
finish
