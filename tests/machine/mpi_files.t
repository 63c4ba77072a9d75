#!/bin/sh
# Files of MPI: random programs that know what is in the file, what wrong calls are told, and how few requests
# many pieces take.
. tests/lib.sh

program=$scratch/files
succeeds 'the random programs compile' tools/mpicc -O2 -Wall -Wextra tests/mpi/files/*.c -o "$program"
mkdir "$scratch/dir"
# random RANKS SEED [OPTIONS]
random() {
    takes "${3:-}" || return 0
    run timeout 60 tools/mpiexec -n "$1" ${dir:+--cube "$dir ${3:-}"} "$program" "$2" 6 "$folder"
    like "random files $2 on $1 ranks ${3:-}" "$status $output" "^0 seed $2, .* all right\$" ||
        echo "$errors" | diagnose
}
folder=$scratch/dir
dir=
! takes --dir || {
    dir="--dir $folder"
    folder=.
}
for ranks in 1 2 3 6 8 16; do
    random $ranks $ranks
done
random 6 20 --exact
random 8 21 '--exact --ts 100 --th 10 --tw 1'
random 8 24 '--accel multi --spins 1'
random 6 25 '--dead-link 3:1'
is 'files that are deleted when they are closed are gone' "$(ls "$scratch/dir")" ''
finish
