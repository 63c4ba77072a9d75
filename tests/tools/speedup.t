#!/bin/sh
# Speed-up by the nodes' clocks, instructions counted.
. tests/lib.sh

# time_of NODES WORDS...: the parallel time that a program prints.
time_of() {
    nodes=$1
    shift
    tools/cuberun -n "$nodes" --exact --timeout 60 "$@" | sed -n 's/^time: \([0-9]*\) .*/\1/p'
}
# ratio DESCRIPTION A B WANTED: A / B is that, to within 1 %.
ratio() {
    truth=0
    awk -v a="$2" -v b="$3" -v wanted="$4" \
        'BEGIN { exit !(b > 0 && a / b > 0.99 * wanted && a / b < 1.01 * wanted) }' || truth=1
    ok $truth "$1: $2 / $3"
}

loop=$out/programs/integrate.elf
one=$(time_of 1 "$loop" 4000000)
eight=$(time_of 8 "$loop" 4000000)
ratio "a parallel loop is 8 times as fast on 8 nodes" "$one" "$eight" 8
# A loop twice as long, so that the one call which adds up is below 1 % on 64 nodes, too.
ratio "64 times on 64" "$((2 * one))" "$(time_of 64 "$loop" 8000000)" 64
is "to the digit in every run" "$(time_of 8 "$loop" 4000000)" "$eight"
ratio "a serial one is as fast as on one" "$(time_of 1 "$loop" 200000 serial)" \
    "$(time_of 8 "$loop" 200000 serial)" 1

# From elsewhere, through a link.
root=$PWD
ln -s "$root/tools/speedup" "$scratch/speedup"
cd "$scratch" || exit
succeeds "make speedup" ./speedup 4
cd "$root" || exit
like "prints the speed-up" "$output" '^\| integrate \| 4 \| [0-9]+ \| (3\.9|4\.0)[0-9]* \| '
is "draws it" "$(/usr/bin/python3 -c '
from xml.dom.minidom import parse
print(len(parse("build/speedup.svg").getElementsByTagName("polyline")))')" 20
finish
