#!/bin/sh
# A bounded run of each fuzzer: a fixed number of inputs from a fixed seed. `make fuzz` runs longer.
. tests/lib.sh

succeeds "seeds are written" tests/fuzz/seeds "$scratch/seeds"

# fuzz PARSER RUNS
fuzz() {
    mkdir "$scratch/$1"
    # What the fuzzer finds is new each time; only a crash is written down, in the scratch folder.
    run timeout 60 "build/tests/fuzz/fuzz_$1" -runs="$2" -seed=1 -artifact_prefix="$scratch/" \
        "$scratch/$1" "$scratch/seeds/$1"
    is "$1: $2 inputs break no promise" "$status" 0 || printf '%s\n' "$errors" | diagnose
    like "$1: some of them were taken" "$output" '^accepted [1-9]'
}

fuzz fdt 40000
fuzz cpio 200000
fuzz elf_image 300000
fuzz options 60000
fuzz matrix_market 100000
fuzz notes 200000
fuzz blocks 30000
fuzz frame 20000
finish
