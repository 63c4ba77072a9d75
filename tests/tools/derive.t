#!/bin/sh
# The derivation of Hu's pipeline from its loops: a wrong skew, and words that are no loops.
. tests/lib.sh

derive=build/fast/tools/drawing/derive
succeeds "the pipeline of 32 elements on 8 nodes is derived" $derive 32 8
like "    by skewing" "$output" '^skewed: x = 1, y = 1, 6 rounds$'
like "    to the steps of ASPC" "$output" '^ +10   2\+4 \(2\)  1\+2 \(2\)$'
for words in '8' '8 16' '128 8' '24 8'; do
    # shellcheck disable=SC2086 # words
    run $derive $words
    is "derive $words is refused" "$status" 64
done

finish
