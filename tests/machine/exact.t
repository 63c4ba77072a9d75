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

# limit NUMBER MOST WHAT
limit() {
    ok "$(echo "$1 $2" | awk '{ print !(NF == 2 && $1 > 0 && $1 <= $2) }')" "$3: $1, at most $2"
}

# A message to any node beside one of the same length to a neighbour: "LENGTH LINK MESSAGE RATIO".
bench messages 2
for pair in 8:1.5 16:1.2 32:1.2 64:1.2 128:1.2 256:1.2 512:1.2 1024:1.2 2048:1.2 65536:1.2; do
    bytes=${pair%:*}
    limit "$(printf '%s\n' "$output" | awk -v bytes="$bytes" '$1 == bytes { print $4 }')" \
        "${pair#*:}" "a round trip of $bytes bytes by messages, in those by links"
done

# Its way is longer: "NAME NEAR FAR PASSED".
bench messages 8
limit "$(printf '%s\n' "$output" | awk '$1 == "burst" { print $4 }')" 90 \
    'instructions of each node that a packet passes'

bench collectives 8
for operation in bcast allreduce scan allgather aspc; do
    ratio=$(echo "$(of $operation) $(of $operation-packets) $message" |
        awk '{ printf "%.2f", NF == 3 ? $1 / ($2 * $3) : 99 }')
    ok "$(echo "$ratio" | awk '{ print ($1 > 2) }')" \
        "$operation: $ratio times its packets as messages, at most 2"
done
finish
