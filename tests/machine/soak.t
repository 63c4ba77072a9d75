#!/bin/sh
# Finds a byte that random collectives and messages deliver wrongly, at the smallest rings too: a piece of `make soak`. The
# seed of the first two thousand collectives is CUBE_SEED (7).
. tests/lib.sh

# soak NODES 'SEED ROUNDS BYTES' [cuberun options]
soak() {
    nodes=$1
    work=$2
    shift 2
    takes "$*" || return 0
    # shellcheck disable=SC2086
    run tools/cuberun -n "$nodes" --timeout 120 "$@" "$out/tests/soak/soak.elf" $work
    ok "$status" "$nodes nodes, seed, rounds, bytes: $work${1:+ ($*)}" ||
        printf 'status %s\n%s\n%s\n' "$status" "$output" "$errors" | diagnose
    like "    to the end" "$output" '^seed [0-9]+: .* verified [1-9]'
}

soak 8 '3 150 10000'
soak 8 '4 60 10000' --kernel-option direct=256 --kernel-option routed=256
soak 32 '5 30 2000' --kernel-option direct=256 --kernel-option routed=256 --spins 1
soak 4 '6 30 3000' --accel multi
soak 8 '10 40 2000' --exact --spins 1

# Any algorithms in any order, in any subcubes, with any roots, sizes and numbers of packets, and
# nothing between them.
soak 8 "${CUBE_SEED:-7} 1000 500 collectives"
soak 8 '8 500 100 collectives' --kernel-option direct=4K --kernel-option routed=4K
# The actions of a plan follow each other by jumps, so they take no stack, however many they are.
soak 32 '9 50 200 collectives' --stack 8K
finish
