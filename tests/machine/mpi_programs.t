#!/bin/sh
# Finds a message of MPI that is lost, late or another: random programs that know their outcome, on numbers of ranks that
# are powers of two and others, and programs of lectures, unchanged.
. tests/lib.sh

for name in pi workers profiler; do
    succeeds "$name compiles" tools/mpicc -O2 -Wall "tests/mpi/lecture/$name.c" -lm -o "$scratch/$name"
done
program=$scratch/random
succeeds "the random programs compile" tools/mpicc -O2 -Wall tests/mpi/random/*.c -o "$program"
rows 'timeout 60 tools/mpiexec' <<'END'
0 -n 1 "$scratch/pi" => ^1000 intervals: pi is about 3.141593, wrong by less than 1e-07$
0 -n 6 "$scratch/pi" => ^1000 intervals: pi is about 3.141593, wrong by less than 1e-07$
0 -n 8 "$scratch/workers" => ^50 tasks, together 2549$
0 -n 6 "$scratch/profiler" => ^15 sends of 160 bytes in all$
0 -n 1 "$program" 1 40 => ^seed 1, .* all right$
0 -n 3 "$program" 3 40 => ^seed 3, .* all right$
0 -n 13 "$program" 13 40 => ^seed 13, .* all right$
0 -n 6 --cube --exact "$program" 20 40 => ^seed 20, .* all right$
0 -n 8 --cube '--exact --ts 100 --tw 1' "$program" 21 40 => ^seed 21, .* all right$
0 -n 7 --strict "$program" 22 40 => ^seed 22, .* all right$
0 -n 8 --cube '--kernel-option routed=256' "$program" 30 40 => ^seed 30, .* all right$
0 -n 16 --cube '--exact --clock off --spins 1' "$program" 31 40 => ^seed 31, .* all right$
0 -n 6 --cube '--accel multi --spins 1' "$program" 25 40 => ^seed 25, .* all right$
END
takes --exact || finish
timed() {
    timeout 60 tools/mpiexec -n 8 --cube '--exact --time' "$program" 32 40 | tail -n 1
}
time=$(timed)
like 'the parallel time of messages that nodes answer while they wait' "$time" '^parallel time: [1-9]'
is '    is the same in each run' "$(timed)" "$time"
if [ "${LIBC:-picolibc}" = picolibc ]; then
    succeeds "and with newlib" tools/mpicc --libc=newlib -O0 -Wall tests/mpi/random/*.c -o "$scratch/newlib"
    rows 'timeout 60 tools/mpiexec' <<'END'
0 -n 13 "$scratch/newlib" 28 40 => ^seed 28, .* all right$
END
fi
finish
