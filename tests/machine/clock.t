#!/bin/sh
# Finds a node's clock under --exact that is not the same in every run, or counts more than its own work and waits.
. tests/lib.sh

# clocks NODES WHAT ROUNDS [cuberun options]: what the nodes of tests/boot/clock.c print, in order.
clocks() {
    nodes=$1 what=$2 rounds=$3
    shift 3
    run tools/cuberun -n "$nodes" --exact --timeout 60 "$@" "$out/tests/boot/clock.elf" "$what" "$rounds"
    output=$(printf '%s\n' "$output" | sort -n)
}

# longest: the largest second number of $output.
longest() {
    printf '%s\n' "$output" | awk '$2 > most { most = $2 } END { print most + 0 }'
}

# within DESCRIPTION NUMBER LEAST MOST
within() {
    truth=0
    [ "$2" -ge "$3" ] && [ "$2" -le "$4" ] || truth=1
    ok $truth "$1" || echo "# $2 is not within $3 .. $4"
}

clocks 16 traffic 12
first=$output
clocks 16 traffic 12
is "two runs are equal to the digit" "$output" "$first"
is "    and say something of each node" "$(printf '%s\n' "$first" | wc -l)" 16

clocks 8 chain 1000
like "a chain of messages takes the sum: each node as long as the one before" \
    "$(printf '%s\n' "$output" | awk 'NR > 1 { print $2 - last } { last = $2 }' | sort -n |
        sed -n '1p;$p' | awk '{ print $1 - last } { last = $1 }' | tr '\n' ' ')" '^30[0-9]{2} [0-9]{1,2} $'

clocks 8 pairs 10000
within "independent pairs take the longest" \
    "$(printf '%s\n' "$output" | awk '$3 > most { most = $3 } END { print most }')" 210000 211000
like "    and each what its own two take" "$(printf '%s\n' "$output" | sed -n 1,4p | tr '\n' ' ')" \
    '^0 120... [0-9]+ 1 150... [0-9]+ 2 180... [0-9]+ 3 210... '

for nodes in 1 8; do
    clocks "$nodes" parallel 1000000
    share=$((3000000 / nodes))
    within "a parallel loop on $nodes nodes takes its share, to 1 %" "$(longest)" $share \
        $((share + share / 100))
    clocks "$nodes" serial 10000
    [ "$nodes" -gt 1 ] || serial=$(longest)
    is "    a serial one the same as on one" "$(longest)" "$serial"
done
within "    three instructions a round" "$serial" 30000 30100

# The emulator passes on to the other cores in the middle: QEMU 7.2 three times, and from 8.1 on hundreds of
# times, more often the nearer a tenth of a second of its time is. There, but at no other moment, it may stop a
# core that waits in the midst of a look, which it has counted as a whole or not yet; so this ends elsewhere.
clocks 1 alone 120000000
alone=$(longest)
within "360 million instructions are as many" "$alone" 360000000 360000100
clocks 8 alone 120000000 --stats "$scratch/stats"
is "    and just so many while seven others wait" "$(longest)" "$alone"
within "    what those and the kernel took is told" \
    "$(sed -n 's/.*"excess": \([0-9]*\).*/\1/p' "$scratch/stats" | sort -n | tail -1)" 15 1000000
within "--stats has the parallel time" "$(sed -n 's/^ "time": \([0-9]*\),/\1/p' "$scratch/stats")" \
    "$alone" $((alone + 10000))

clocks 8 parallel 1000 --ti 1000
within "an instruction costs what --ti says" "$(longest)" 375000 450000

clocks 2 overflow 8
is "a clock that would overflow ends the program" "$status" 134
like "    and says so" "$errors" 'clock overflow: [0-9]+ \+ 1 \* 4611686018427387903 exceeds'
clocks 2 late 720000 --ti 4294967295
like "    by instructions too" "$errors" 'clock overflow: [0-9]+ \+ [0-9]+ \* 4294967295 exceeds'
finish
