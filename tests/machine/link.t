#!/bin/sh
# Finds a message between neighbours that costs more than it did: half a round trip, by the bytes of
# the message, in instructions of both nodes. The counts are the same on every machine. A word's
# cost has a fixed limit; that of longer messages is the word's of the same run and 0.35 a byte: so
# no size takes a longer way.
. tests/lib.sh

sizes='8 0 1 16 32 33 64 65 256 512 513 1024 4096 65536'

slack=$(slack)

# of BYTES: the count.
of() {
    printf '%s\n' "$output" | awk -v bytes="$1" '$1 == bytes { print $2 }'
}

# within BYTES COUNT MOST TIMES: the count is there, and at most MOST * TIMES.
within() {
    ok "$(printf '%s %s %s\n' "$2" "$3" "$4" | awk '{ print !(NF == 3 && $1 > 0 && $1 <= $2 * $3) }')" \
        "$1 bytes: $2 instructions, at most $4 times $3"
}

run tools/cuberun -n 2 --exact --clock off --timeout 60 "$out/tools/bench/message.elf" 1000 3
within 8 "$(of message)" 81 "$slack"

# shellcheck disable=SC2086 # a word each
run tools/cuberun -n 2 --exact --clock off --timeout 60 "$out/tests/boot/link.elf" $sizes
is 'what arrives is what was sent' "$status" 0
word=$(of 8)
for bytes in 0 1 16 32 33 64 65 256 512 513 1024 4096 65536; do
    least=$(echo "$word $bytes" | awk '{ print $1 + 0.35 * $2 }')
    case $bytes in
    0 | 1 | 33 | 64 | 65) times=1.9 ;;
    16 | 32 | 256) times=1.5 ;;
    *) times=1.2 ;;
    esac
    within "$bytes" "$(of "$bytes")" "$least" "$(echo "$times $slack" | awk '{ print $1 * $2 }')"
done

# Looks at the rings of what is to be forwarded are all that more dimensions cost.
run tools/cuberun -n 8 --exact --clock off --timeout 60 "$out/tests/boot/link.elf" 8
within '8 nodes, 8' "$(of 8)" "$word" "$(echo "1.35 $slack" | awk '{ print $1 * $2 }')"

# By a clock that links cost nothing on: the shares of a send, of a receive, and of a wait.
clock=$out/tools/bench/clock.elf
run tools/cuberun -n 2 --exact --clock off --timeout 60 "$clock" 64
send=$(of send) receive=$(of receive)
run tools/cuberun -n 2 --exact --timeout 60 "$clock" 64
share() {
    echo "$1 $2" | awk 'NF == 2 { print $1 - $2 }'
}
within 'the share of the clock of a send of 8' "$(share "$(of send)" "$send")" 16 "$slack"
within 'the share of the clock of a receive of 8' "$(share "$(of receive)" "$receive")" 14 "$slack"
within 'the share of the clock of a wait for 8' "$(of wait)" 12 "$slack"
finish
