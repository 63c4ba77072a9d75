#!/bin/sh
# Finds a call that costs more than it did, in instructions of all nodes when it is repeated. Costs are multiples of the
# reference of docs/measurements.md, 95.6 for each packet and 0.35 for each byte over a link. The counts are the same on
# every machine.
. tests/lib.sh

slack=$(slack)

# exact PROGRAM NODES WORDS...: runs a program on nodes that count instructions, which prints lines "name number...".
clock='--clock off'
exact() {
    program=$1 nodes=$2
    shift 2
    # shellcheck disable=SC2086 # options are words
    run tools/cuberun -n "$nodes" --exact $clock --timeout 60 "$out/$program.elf" "$@"
}
bench() {
    program=$1 nodes=$2
    shift 2
    exact "tools/bench/$program" "$nodes" 200 1 "$@"
}

# of NAME [COLUMN [DIVISOR]]: the number in a column of that line, the second by default, divided by that in another.
of() {
    printf '%s\n' "$output" | awk -v name="$1" -v column="${2:-2}" -v by="${3:-0}" \
        '$1 == name { print by ? $column / $by : $column }'
}

# limit NUMBER MOST WHAT
limit() {
    ok "$(echo "$1 $2 $slack" | awk '{ print !(NF == 3 && $1 > 0 && $1 <= $2 * $3) }')" "$3: $1, at most $2 times $slack"
}

# limits WHAT COLUMN DIVISOR NAME:MOST...: the number of each line that is named, as of() has it.
limits() {
    what=$1 column=$2 by=$3
    shift 3
    for pair; do
        limit "$(of "${pair%:*}" "$column" "$by")" "${pair#*:}" "$what, ${pair%:*}"
    done
}

# calls BYTES OPERATION:MOST...: what bench has printed for blocks of N bytes, in the costs of their packets and bytes.
calls() {
    bytes=$1
    shift
    for pair; do
        name=${pair%:*}
        limit "$(echo "$(of "$name") $(of "$name-packets") $(of "$name-bytes")" | awk 'NF == 3 { print $1 / ($2 * 95.6 + $3 * 0.35) }')" \
            "${pair#*:}" "$name of $bytes bytes, in its packets and bytes"
    done
}

exact tools/bench/messages 2 200 3 8
limit "$(of 8)" 166 'a round trip of 8 bytes between neighbours'

# Half a round trip, by the bytes of the message: longer ones cost a word of the same run and 0.35 a byte, so no size takes
# a longer way.
exact tests/boot/link 2 8 0 1 16 32 33 64 65 256 512 513 1024 4096 65536
passes 'what arrives of any size is what was sent'
word=$(of 8)
for pair in 0:1.9 1:1.9 16:1.5 32:1.5 33:1.9 64:1.9 65:1.9 256:1.5 512:1.2 513:1.2 1024:1.2 4096:1.2 65536:1.2; do
    bytes=${pair%:*}
    limit "$(of "$bytes")" "$(echo "$word $bytes ${pair#*:}" | awk '{ print ($1 + 0.35 * $2) * $3 }')" "    of $bytes bytes"
done
# Looks at the rings of what is to be forwarded are all that more dimensions cost.
exact tests/boot/link 8 8
limit "$(of 8)" "$(echo "$word" | awk '{ print 1.35 * $1 }')" '    on 8 nodes'

# By a clock that links cost nothing on: the shares of a send, of a receive, and of a wait.
exact tools/bench/clock 2 64
send=$(of send) receive=$(of receive)
clock=
exact tools/bench/clock 2 64
clock='--clock off'
limit "$(echo "$(of send) $send" | awk 'NF == 2 { print $1 - $2 }')" 16 'the share of the clock of a send of 8 bytes'
limit "$(echo "$(of receive) $receive" | awk 'NF == 2 { print $1 - $2 }')" 14 '    of a receive'
limit "$(of wait)" 12 '    of a wait'

# A message to any node beside one of the same length to a neighbour: "LENGTH LINK MESSAGE RATIO".
bench messages 2
limits 'a round trip by messages, in those by links' 4 0 8:1.5 16:1.42 32:1.42 64:1.4 128:1.36 256:1.3 512:1.24 1024:1.23 \
    2048:1.17 4096:1.15 16384:1.42 65536:1.1
# Its way is longer: "NAME NEAR FAR PASSED"; in round trips all nodes look meanwhile.
bench messages 8
limits 'instructions of each node that a packet passes' 4 0 burst:70 round-trip:145
# Where a link may fail, and does not: as above, where they are 349, 12667 and 1412.
clock='--clock off --fail-link 0:0@1099511627776'
bench messages 8
limits '    and where a link may fail' 2 0 round-trip:352 burst:13000
bench barrier 8
limits '    a barrier' 2 0 barrier:1430
clock='--clock off'

# Half a round trip by active messages beside one by messages: "LENGTH MESSAGE HANDLED FIRST". Through two other nodes, too.
for nodes in '2 8:1.43 8:2.2 1024:1 65536:1.03' '8 8:1.08 8:1.52'; do
    # shellcheck disable=SC2086 # words
    set -- $nodes
    bench active "$1"
    limits "active messages that their receives take on $1 nodes" 4 2 "$2" ${4:+"$4"}
    limits "    that handlers take" 3 2 "$3" ${5:+"$5"}
done

bench collectives 8
calls 8 bcast:1.45 reduce:1.75 allreduce:1.3 scan:1.45 gather:1.6 scatter:1.6 allgather:1.2 reduce-scatter:1.45 alltoall:1.55 \
    aspc:0.75 shift:1.25 permute:1.45 permute-xor:1.25 pm2i:1.95 transfer:2.75
# Packets of several slots, and combining what is longer than a vector.
bench collectives 8 64
calls 64 bcast:1.5 allreduce:1.55 allgather:1.2 reduce-scatter:1.6 alltoall:1.6 permute-xor:1.3
# Here it is the bytes.
bench collectives 8 1024
calls 1024 bcast:1.05 allreduce:1.3 allgather:0.9 alltoall:1.15
# What a call says beside size and root is compared with what its plan was made for.
bench collectives 8 8 by
calls 8 bcast:1.65 allreduce:1.35 barrier:1.15
bench collectives 8 8 mesh
calls 8 bcast:2 reduce:2.3 alltoall:2.05
# Nobody on the way knows how long these are.
bench collectives 8 8 v
calls 8 gather:2.3 alltoall:1.35

# Derived datatypes beside a loop that a person would write: "NAME MPI HAND", for each element or block.
bench mpi_types 1
limits 'an element of a datatype with a stride' 2 0 words:4 floats:4 unpack-words:4
limits 'a datatype beside a loop by hand' 2 3 twovec:2 nestvec:2 indexperf:2 blocks:1.2 making:1.005

# With a clock, by which nothing takes any time.
clock='--ti 0'
bench collectives 8 8
calls 8 bcast:1.75 allreduce:1.55 alltoall:1.8 permute-xor:2
finish
