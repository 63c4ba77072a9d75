#!/bin/sh
# Finds a call that costs more than it did, in instructions of all nodes when it is repeated. Costs are multiples of the
# reference of docs/measurements.md, 95.6 for each packet and 0.35 for each byte over a link. The counts are the same on
# every machine.
. tests/lib.sh

slack=$(slack)

# bench PROGRAM NODES [BYTES [FORM]]: its lines "name number".
clock='--clock off'
bench() {
    # shellcheck disable=SC2086 # options are words
    run tools/cuberun -n "$2" --exact $clock --timeout 60 "$out/tools/bench/$1.elf" 200 1 \
        ${3:+"$3"} ${4:+"$4"}
}

# of NAME: the number.
of() {
    printf '%s\n' "$output" | awk -v name="$1" '$1 == name { print $2 }'
}

# at_most LIMIT OPERATION BYTES, of what bench has printed for N bytes.
at_most() {
    ratio=$(echo "$(of "$2") $(of "$2-packets") $(of "$2-bytes")" |
        awk '{ printf "%.2f", NF == 3 ? $1 / ($2 * 95.6 + $3 * 0.35) : 99 }')
    ok "$(echo "$ratio $1 $slack" | awk '{ print ($1 > $2 * $3) }')" \
        "$2 of $3 bytes: $ratio times its packets and bytes, at most $1"
}

# limit NUMBER MOST WHAT
limit() {
    ok "$(echo "$1 $2 $slack" | awk '{ print !(NF == 3 && $1 > 0 && $1 <= $2 * $3) }')" "$3: $1, at most $2 times $slack"
}

bench message 2
limit "$(of message)" 82 'a message between neighbours'

# Half a round trip, by the bytes of the message: longer ones cost a word of the same run and 0.35 a byte, so no size takes
# a longer way.
run tools/cuberun -n 2 --exact --clock off --timeout 60 "$out/tests/boot/link.elf" 8 0 1 16 32 33 64 65 256 512 513 1024 4096 65536
passes 'what arrives of any size is what was sent'
word=$(of 8)
for pair in 0:1.9 1:1.9 16:1.5 32:1.5 33:1.9 64:1.9 65:1.9 256:1.5 512:1.2 513:1.2 1024:1.2 4096:1.2 65536:1.2; do
    bytes=${pair%:*}
    limit "$(of "$bytes")" "$(echo "$word $bytes ${pair#*:}" | awk '{ print ($1 + 0.35 * $2) * $3 }')" "    of $bytes bytes"
done
# Looks at the rings of what is to be forwarded are all that more dimensions cost.
run tools/cuberun -n 8 --exact --clock off --timeout 60 "$out/tests/boot/link.elf" 8
limit "$(of 8)" "$(echo "$word" | awk '{ print 1.35 * $1 }')" '    on 8 nodes'

# By a clock that links cost nothing on: the shares of a send, of a receive, and of a wait.
run tools/cuberun -n 2 --exact --clock off --timeout 60 "$out/tools/bench/clock.elf" 64
send=$(of send) receive=$(of receive)
run tools/cuberun -n 2 --exact --timeout 60 "$out/tools/bench/clock.elf" 64
limit "$(echo "$(of send) $send" | awk 'NF == 2 { print $1 - $2 }')" 16 'the share of the clock of a send of 8 bytes'
limit "$(echo "$(of receive) $receive" | awk 'NF == 2 { print $1 - $2 }')" 14 '    of a receive'
limit "$(of wait)" 12 '    of a wait'

# A message to any node beside one of the same length to a neighbour: "LENGTH LINK MESSAGE RATIO".
bench messages 2
for pair in 8:1.5 16:1.42 32:1.42 64:1.4 128:1.36 256:1.3 512:1.24 1024:1.23 2048:1.17 4096:1.15 16384:1.42 \
    65536:1.1; do
    bytes=${pair%:*}
    limit "$(printf '%s\n' "$output" | awk -v bytes="$bytes" '$1 == bytes { print $4 }')" \
        "${pair#*:}" "a round trip of $bytes bytes by messages, in those by links"
done

# Half a round trip by active messages beside one by messages: "LENGTH MESSAGE HANDLED FIRST".
active() {
    printf '%s\n' "$output" |
        awk -v bytes="$1" -v column="$2" '$1 == bytes { printf "%.3f", $column / $2 }'
}
bench active 2
limit "$(active 8 4)" 1.43 'an active message that its receive takes itself, in messages'
limit "$(active 8 3)" 2.2 '    that handlers take'
limit "$(active 1024 4)" 1 '    of 1024 bytes that its receive takes itself'
limit "$(active 65536 3)" 1.03 '    of 65536 bytes that handlers take'
bench active 8
limit "$(active 8 3)" 1.52 '    that goes on through two other nodes, which handlers take'
limit "$(active 8 4)" 1.08 '    that its receive takes itself'

# Its way is longer: "NAME NEAR FAR PASSED".
bench messages 8
limit "$(printf '%s\n' "$output" | awk '$1 == "burst" { print $4 }')" 70 \
    'instructions of each node that a packet passes'
limit "$(printf '%s\n' "$output" | awk '$1 == "round-trip" { print $4 }')" 145 \
    '    and with the looks of all nodes meanwhile'

bench collectives 8
at_most 1.45 bcast 8
at_most 1.75 reduce 8
at_most 1.3 allreduce 8
at_most 1.45 scan 8
at_most 1.6 gather 8
at_most 1.6 scatter 8
at_most 1.2 allgather 8
at_most 1.45 reduce-scatter 8
at_most 1.55 alltoall 8
at_most 0.75 aspc 8
at_most 1.25 shift 8
at_most 1.45 permute 8
at_most 1.25 permute-xor 8
at_most 1.95 pm2i 8
at_most 2.75 transfer 8

# Packets of several slots, and combining what is longer than a vector.
bench collectives 8 64
at_most 1.5 bcast 64
at_most 1.55 allreduce 64
at_most 1.2 allgather 64
at_most 1.6 reduce-scatter 64
at_most 1.6 alltoall 64
at_most 1.3 permute-xor 64

# Here it is the bytes.
bench collectives 8 1024
at_most 1.05 bcast 1024
at_most 1.3 allreduce 1024
at_most 0.9 allgather 1024
at_most 1.15 alltoall 1024

# What a call says beside size and root is compared with what its plan was made for.
bench collectives 8 8 by
at_most 1.65 bcast 8
at_most 1.35 allreduce 8
at_most 1.15 barrier 8
bench collectives 8 8 mesh
at_most 2 bcast 8
at_most 2.3 reduce 8
at_most 2.05 alltoall 8

# Nobody on the way knows how long these are.
bench collectives 8 8 v
at_most 2.3 gather 8
at_most 1.35 alltoall 8

# Derived datatypes beside a loop that a person would write: "NAME MPI HAND", for each element or block.
bench mpi_types 1
for name in words floats unpack-words; do
    limit "$(of "$name")" 4 "an element of a datatype with a stride: $name"
done
beside_hand() {
    printf '%s\n' "$output" | awk -v name="$1" '$1 == name { printf "%.2f", $2 / $3 }'
}
for pair in twovec:2 nestvec:2 indexperf:2 blocks:1.2 making:1; do
    limit "$(beside_hand "${pair%:*}")" "${pair#*:}" "a datatype, ${pair%:*}, beside a loop by hand"
done

# With a clock, by which nothing takes any time.
clock='--ti 0'
bench collectives 8 8
at_most 1.75 bcast 8
at_most 1.55 allreduce 8
at_most 1.8 alltoall 8
at_most 2 permute-xor 8
finish
