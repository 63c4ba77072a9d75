#!/bin/sh
# Finds a message of MPI that is lost, late or another: random programs that know their outcome, on numbers of ranks that
# are powers of two and others, and programs of lectures, unchanged.
. tests/lib.sh

mpicc=$PWD/tools/mpicc
mpiexec=$PWD/tools/mpiexec

# prints RANKS NAME TEXT: the program of this name prints the text.
prints() {
    run timeout 60 "$mpiexec" -n "$1" "$scratch/$2"
    is "$2 on $1 ranks" "$status $output" "0 $3" || echo "$errors" | diagnose
}

for name in pi workers profiler; do
    succeeds "$name compiles" "$mpicc" -O2 -Wall "tests/mpi/lecture/$name.c" -lm -o "$scratch/$name"
done
for ranks in 1 6; do
    prints $ranks pi '1000 intervals: pi is about 3.141593, wrong by less than 1e-07'
done
prints 8 workers '50 tasks, together 2549'
prints 6 profiler '15 sends of 160 bytes in all'

# random RANKS SEED [OPTIONS]
random() {
    ranks=$1
    seed=$2
    shift 2
    takes "$*" || return 0
    run timeout 60 "$mpiexec" -n "$ranks" "$@" "$program" "$seed" 40
    like "random program $seed on $ranks ranks $*" "$status $output" "^0 seed $seed, .* all right\$" ||
        echo "$errors" | diagnose
}
program=$scratch/random
succeeds "the random programs compile" "$mpicc" -O2 -Wall tests/mpi/random/*.c -o "$program"
for ranks in 1 3 8 13; do
    random $ranks "$ranks"
done
random 6 20 --cube --exact
random 8 21 --cube '--exact --ts 100 --tw 1'
random 7 22 --strict
random 8 30 --cube '--kernel-option routed=256'
random 16 31 --cube '--exact --clock off --spins 1'
random 6 25 --cube '--accel multi --spins 1'
random 6 26 --cube '--accel single --ts 100 --th 10 --tw 1'
takes --exact || finish
timed() {
    timeout 60 "$mpiexec" -n 8 --cube '--exact --time' "$program" 32 40 | tail -n 1
}
time=$(timed)
like 'the parallel time of messages that nodes answer while they wait' "$time" '^parallel time: [1-9]'
is '    is the same in each run' "$(timed)" "$time"
if [ "${LIBC:-picolibc}" = picolibc ]; then
    program=$scratch/random.newlib
    succeeds "and with newlib" "$mpicc" --libc=newlib -O0 -Wall tests/mpi/random/*.c -o "$program"
    random 13 28
    random 6 29 --cube '--exact --ts 100 --th 10 --tw 1'
fi
finish
