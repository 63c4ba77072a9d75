#!/bin/sh
# Finds a drawing of a schedule that says or shows something wrong.
. tests/lib.sh

draw=build/fast/tools/drawing/draw

succeeds "an algorithm is drawn" $draw bcast-binomial
like "    with its counts" "$output" \
    '^.bcast-binomial., SIMD: 3 steps \(bound 3\), 7 packets, 7 link words\. Source: '
like "    its first step" "$output" '^    step 1, port 2 +\. +\. +\. +\. +0 +\. +\. +\.$'
like "    its last" "$output" '^    step 3, port 0 +\. +0 +\. +0 +\. +0 +\. +0$'
succeeds "sums, and several blocks in a packet" $draw scan-exchange alltoall-exchange
like "    a sum" "$output" '^    step 3, port 2 +4-7 +4-7 +4-7 +4-7 +0-3 +0-3 +0-3 +0-3$'
like "    blocks" "$output" '^    step 1, port 0 +1\.0 1\.2 1\.4 1\.6 '
run $draw bcast-unheard-of
is "an unknown name is refused" "$status" 1
like "    by its name" "$errors" 'no algorithm bcast-unheard-of'

succeeds "every operation is drawn" $draw
like "    under its name" "$output" '^## mesh-transfer$'

# ---- The pictures of Ozveren's appendix A and figure 12, which the tools compare with the schedules; Hu's pipeline.

shift=build/fast/tools/drawing/shift
rings=build/fast/tools/drawing/rings
succeeds "the least energy of shifts on a ring of 32" $shift 32
like "    on the last level" "$output" '^level 4 .* 7 \[2\] .* 11 \[3\] .* 16 \[1\]   most: even 2, odd 3$'
succeeds "the way to a shift by 7" $shift 32 7
is "    is the appendix's" "$output" "a shift by 7: +8 -1, energy 2, 3 steps; states 0 1 2 4 7"
succeeds "the hierarchy of rings of 16 nodes" $rings 16
like "    the ring itself" "$output" '^level 0: 1 ring of 16 nodes, 1 place apart; a shift takes 1 step$'
like "    rings of 4, by two links each" "$output" \
    '^ +1: 0001 -2- \(0101\) -1- 0111 -3- \(1111\) -1- 1101 -2- \(1001\) -1- 1011 -3- \(0011\) -1- 0001$'
is "    all of them" "$(printf '%s\n' "$output" | grep -c '^ ')" 15
# picture COMMAND LINES CIRCLES: it is XML, with so many of each.
picture() {
    # shellcheck disable=SC2086 # a tool and its argument
    succeeds "a picture by $1" $1 --svg
    printf '%s\n' "$output" >"$scratch/picture.svg"
    is "    has a title, all lines and nodes" "$(/usr/bin/python3 -c '
import sys, xml.dom.minidom as dom
picture = dom.parse(sys.argv[1])
print(*(len(picture.getElementsByTagName(tag)) for tag in ("title", "line", "circle")))' "$scratch/picture.svg")" "1 $2 $3"
}
picture "$shift 32" 49 36       # an input to each even state and two to each odd one; the states of 5 levels
picture "$rings 16" 176 128     # 4 levels: 16 links of rings each, and 16 of the cube or 32; twice 16 nodes
derive=build/fast/tools/drawing/derive
succeeds "the pipeline of 32 elements on 8 nodes is derived" $derive 32 8
like "    by skewing" "$output" '^skewed: x = 1, y = 1, 6 rounds$'
like "    to the steps of ASPC" "$output" '^ +10   2\+4 \(2\)  1\+2 \(2\)$'
for words in "$shift 33" "$shift 32 32" "$rings 2" "$rings 16 --png" "$derive 8" "$derive 8 16" "$derive 128 8" "$derive 24 8"; do
    # shellcheck disable=SC2086 # a tool and its arguments
    run $words
    is "$words is refused" "$status" 64
done

finish
