#!/bin/sh
# The drawings of schedules. tests/tools/docs.t looks at those in the documentation.
. tests/lib.sh

draw=build/fast/tools/draw/draw

succeeds "an algorithm is drawn" $draw bcast-binomial
like "    with its counts" "$output" \
    '^.bcast-binomial., SIMD: 3 steps \(bound 3\), 7 packets, 7 link words\. Source: '
like "    its first step" "$output" '^    step 1, port 2 +\. +\. +\. +\. +0 +\. +\. +\.$'
like "    its last" "$output" '^    step 3, port 0 +\. +0 +\. +0 +\. +0 +\. +0$'
succeeds "one that is above its bound, as all are" $draw scan-pipelined
like "    which is told" "$output" ': 5 steps \(bound 3 \?\), '
succeeds "sums, and several blocks in a packet" $draw scan-exchange alltoall-exchange
like "    a sum" "$output" '^    step 3, port 2 +4-7 +4-7 +4-7 +4-7 +0-3 +0-3 +0-3 +0-3$'
like "    blocks" "$output" '^    step 1, port 0 +1\.0 1\.2 1\.4 1\.6 '
run $draw bcast-unheard-of
is "an unknown name is refused" "$status" 1
like "    by its name" "$errors" 'no algorithm bcast-unheard-of'

succeeds "every operation is drawn" $draw
like "    under its name" "$output" '^## mesh-transfer$'

finish
