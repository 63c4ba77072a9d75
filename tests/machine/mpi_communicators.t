#!/bin/sh
# Communicators, intercommunicators and grids on the machine: any number of ranks, both C libraries,
# both ways to share the host, and instruction-exact.
. tests/lib.sh

# makes PROGRAM [mpicc options]: compiles the test program.
makes() {
    program=$scratch/$1
    shift
    succeeds "it compiles${1:+ ($*)}" tools/mpicc -Wall -Wextra -Werror "$@" tests/mpi/communicators.c \
        -o "$program"
}

# runs RANKS COUNT [mpiexec options]: all checks pass, and COUNT communicators twice leave nothing.
runs() {
    ranks=$1
    many=$2
    shift 2
    run tools/mpiexec -n "$ranks" --timeout 60 "$@" "$program" "$many"
    is "$ranks ranks, $many times two communicators${1:+ ($*)}" "$status $output" "0 $ranks ranks" ||
        echo "$errors" | diagnose
}

makes picolibc
for ranks in 1 2 3 4 6 8 13 16; do
    runs $ranks 10
done
runs 2 5000
runs 6 10 --cube --exact
runs 4 10 --cube '--accel multi'
runs 6 10 --cube '--accel multi --spins 1'
runs 6 10 --cube '--accel single --ts 100 --th 10 --tw 1'

if [ "${LIBC:-picolibc}" = picolibc ]; then
    makes newlib --libc=newlib
    runs 6 100
    runs 13 10
fi
finish
