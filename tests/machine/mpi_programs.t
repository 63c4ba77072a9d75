#!/bin/sh
# MPI programs as they are written for lectures, unchanged, and random ones that know their outcome:
# mpicc compiles them, and mpiexec runs them on numbers of ranks that are powers of two and others.
. tests/lib.sh

mpicc=$PWD/tools/mpicc
mpiexec=$PWD/tools/mpiexec

# prints RANKS NAME TEXT: the program of this name prints the text.
prints() {
    run timeout 60 "$mpiexec" -n "$1" "$scratch/$2"
    is "$2 on $1 ranks" "$status $output" "0 $3" || echo "$errors" | diagnose
}

# lecture NAME TEXT: it compiles without a word, and prints the text on 1, 6, 8 and 13 ranks.
lecture() {
    succeeds "$1 compiles" "$mpicc" -O2 -Wall "tests/mpi/lecture/$1.c" -lm -o "$scratch/$1"
    for ranks in 1 6 8; do
        prints $ranks "$1" "$2"
    done
}

lecture pi '1000 intervals: pi is about 3.141593, wrong by less than 1e-07'
lecture matvec '-18 -1 5 -11 -16 -10 7 35 19 3 -13 -18 -1 5 -11 -16 -10 7 35 19 3 -13 -18'
lecture heat '162 steps, mean temperature 24.841'
lecture floyd 'paths of 24 nodes: together 7665, the longest 30'

# These say something else on each number of ranks.
for name in ring sort workers profiler; do
    succeeds "$name compiles" "$mpicc" -O2 -Wall "tests/mpi/lecture/$name.c" -o "$scratch/$name"
done
prints 6 ring 'round 1: 16 from 5
round 2: 32 from 5
round 3: 48 from 5'
prints 13 sort '520 numbers from 0 to 1007: sorted twice'
prints 8 workers '50 tasks, together 2549'
prints 6 profiler '15 sends of 160 bytes in all'

succeeds "the random programs compile" "$mpicc" -O2 -Wall tests/mpi/random/*.c -o "$scratch/random"
random() {
    ranks=$1
    seed=$2
    shift 2
    run timeout 60 "$mpiexec" -n "$ranks" "$@" "$scratch/random" "$seed" 40
    like "random program $seed on $ranks ranks $*" "$status $output" "^0 seed $seed, .* all right\$" ||
        echo "$errors" | diagnose
}
for ranks in 1 2 3 4 6 8 13 16; do
    random $ranks "$ranks"
done
random 6 20 --cube --exact
random 8 21 --cube '--exact --ts 100 --tw 1'
random 7 22 --strict
random 8 23 --strict
finish
