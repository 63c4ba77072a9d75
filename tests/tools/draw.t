#!/bin/sh
# Finds a drawing of a schedule that says or shows something wrong. Then the pictures of Ozveren's appendix A and figure 12,
# which the tools compare with the schedules, and Hu's pipeline.
. tests/lib.sh

# shellcheck disable=SC2317 # rows and run call it
tool() {
    name=$1
    shift
    "build/fast/tools/drawing/$name" "$@"
}
rows tool <<'END'
0 draw bcast-binomial => ^.bcast-binomial., SIMD: 3 steps \(bound 3\), 7 packets, 7 link words\. Source: => ^ step 1, port 2 \. \. \. \. 0 \. \. \.$ => ^ step 3, port 0 \. 0 \. 0 \. 0 \. 0$
0 draw scan-exchange alltoall-exchange => ^ step 3, port 2 4-7 4-7 4-7 4-7 0-3 0-3 0-3 0-3$ => ^ step 1, port 0 1\.0 1\.2 1\.4 1\.6
1 draw bcast-unheard-of => bcast-unheard-of
0 draw => ^## mesh-transfer$
0 shift 32 => ^level 4 .* 7 \[2\] .* 11 \[3\] .* 16 \[1\] most: even 2, odd 3$
0 shift 32 7 => ^a shift by 7: \+8 -1, energy 2, 3 steps; states 0 1 2 4 7
0 rings 16 => ^level 0: 1 ring of 16 nodes, 1 place apart; a shift takes 1 step$ => ^ 1: 0001 -2- \(0101\) -1- 0111 -3- \(1111\) -1- 1101 -2- \(1001\) -1- 1011 -3- \(0011\) -1- 0001$
0 derive 32 8 => ^skewed: x = 1, y = 1, 6 rounds$ => ^ 10 2\+4 \(2\) 1\+2 \(2\)$
64 shift 33
64 shift 32 32
64 rings 2
64 rings 16 --png
64 derive 8
64 derive 128 8
END
# Lines and circles: an input to each even state and two to each odd one, the states of 5 levels; 4 levels of 16 links of
# rings each and 16 of the cube or 32, twice 16 nodes.
for row in 'shift 32 49 36' 'rings 16 176 128'; do
    # shellcheck disable=SC2086 # words
    set -- $row
    run tool "$1" "$2" --svg
    is "a picture by $1 has a title, all lines and nodes" "$status $(/usr/bin/python3 -c '
import sys, xml.dom.minidom as dom
picture = dom.parse(sys.argv[1])
print(*(len(picture.getElementsByTagName(tag)) for tag in ("title", "line", "circle")))' "$scratch/output")" "0 1 $3 $4"
done
finish
