#!/bin/sh
# Finds input that breaks a parser's invariant, among a fixed number from a fixed seed. `make fuzz`
# runs longer.
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

fuzz fdt 10000
fuzz cpio 50000
fuzz elf_image 50000
fuzz options 20000
fuzz matrix_market 20000
fuzz notes 50000
fuzz blocks 10000
fuzz frame 10000
finish
