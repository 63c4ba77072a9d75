#!/bin/sh
# Finds input that breaks a parser's invariant, among a fixed number from a fixed seed. `make fuzz`
# runs longer.
. tests/lib.sh

succeeds "seeds are written" tests/fuzz/seeds "$scratch/seeds"

# What the fuzzer finds is new each time; only a crash is written down, in the scratch folder. Of each parser some inputs
# are taken.
# shellcheck disable=SC2317 # rows calls it
fuzz() {
    mkdir "$scratch/$1"
    timeout 60 "build/tests/fuzz/fuzz_$1" -runs="$2" -seed=1 -artifact_prefix="$scratch/" "$scratch/$1" "$scratch/seeds/$1"
}
rows fuzz <<'END'
0 fdt 10000 => ^accepted [1-9]
0 cpio 50000 => ^accepted [1-9]
0 elf_image 50000 => ^accepted [1-9]
0 options 20000 => ^accepted [1-9]
0 matrix_market 20000 => ^accepted [1-9]
0 notes 50000 => ^accepted [1-9]
0 blocks 10000 => ^accepted [1-9]
0 frame 10000 => ^accepted [1-9]
0 replay 20000 => ^accepted [1-9]
END
finish
