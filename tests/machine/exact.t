#!/bin/sh
# What calls that come again cost, in instructions of all nodes: at most twice what their packets
# would as messages between neighbours. The counts are the same on every machine.
. tests/lib.sh

# bench PROGRAM NODES: its lines "name number".
bench() {
    run tools/cuberun -n "$2" --exact --clock off --timeout 60 "$out/tools/bench/$1.elf" 500 1
}

# of NAME: the number.
of() {
    printf '%s\n' "$output" | awk -v name="$1" '$1 == name { print $2 }'
}

bench message 2
message=$(of message)
ok "$([ -n "$message" ]; echo $?)" "a message between neighbours costs $message instructions"

bench collectives 8
for operation in bcast allreduce scan allgather aspc; do
    ratio=$(echo "$(of $operation) $(of $operation-packets) $message" |
        awk '{ printf "%.2f", NF == 3 ? $1 / ($2 * $3) : 99 }')
    ok "$(echo "$ratio" | awk '{ print ($1 > 2) }')" \
        "$operation: $ratio times its packets as messages, at most 2"
done
finish
