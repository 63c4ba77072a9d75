#!/bin/sh
# Finds an error in rare features of MPI (tests/mpi/corners) on the world, on halves of it, on a
# communicator that is no subcube, on one process, and between two groups.
. tests/lib.sh

freed=-DLOOKS_AT_FREED
takes --exact || freed=-DCUBE_HOST # the host's allocator gives what was freed to others at once
succeeds 'the corners compile' tools/mpicc -Wall -Wextra $freed tests/mpi/corners/*.c \
    -o "$scratch/corners"
dir=
! takes --dir || dir="--dir $scratch"
for ranks in 1 8; do
    run timeout 60 tools/mpiexec -n $ranks ${dir:+--cube "$dir"} "$scratch/corners"
    is "the corners on $ranks ranks" "$status $output" '0 right' || echo "$errors" | diagnose
done
if takes --exact; then
    run timeout 60 tools/mpiexec -n 3 --cube "--exact --stack 4K $dir" "$scratch/corners"
    is 'the corners where instructions count, on the smallest stack' "$status $output" '0 right' || echo "$errors" | diagnose
    run timeout 60 tools/mpiexec -n 2 --replay default ${dir:+--cube "$dir"} "$scratch/corners"
    is 'the corners as --explore runs them' "$status $output" '0 right' || echo "$errors" | diagnose
fi
# Each function of mpi.h, as the preprocessor leaves it.
tools/mpicc -E -P -x c include/mpi.h >"$scratch/mpi.h"
python3 tests/mpi/large_names.py <"$scratch/mpi.h" >"$scratch/large.h"
succeeds 'with large counts they compile, too' tools/mpicc -Wno-mpi $freed -include "$scratch/large.h" tests/mpi/corners/*.c -o "$scratch/corners"
run timeout 60 tools/mpiexec -n 6 --strict ${dir:+--cube "$dir"} "$scratch/corners"
is 'the corners with large counts, under the strict mode' "$status $output" '0 right' || echo "$errors" | diagnose

# Of each kind more objects than a process can have at once, one after the other: 66,000 communicators of one leader, and
# fewer of all kinds, until contexts come again.
succeeds 'objects with many lives compile' tools/mpicc -O2 -Wall -Wextra tests/mpi/lives.c -o "$scratch/lives"
run timeout 120 tools/mpiexec -n 2 --strict "$scratch/lives" duplicate 66000
is '66,000 communicators, one after the other' "$status $output$errors" '0 duplicate'
kinds='duplicate later split group from between pending buffers persistent collective message window'
kinds="$kinds file session key object"
run timeout 120 tools/mpiexec -n 3 --strict --cube "--stack 4K $dir" "$scratch/lives" all 600
is 'objects of all kinds, one after the other, on the smallest stack' "$status $output$errors" "0 $kinds"

# Each function, with one wrong argument in turn: null pointers for results, null handles, negative counts.
python3 tests/mpi/wrong_arguments.py <"$scratch/mpi.h" >"$scratch/wrong.c"
succeeds 'calls with wrong arguments compile' tools/mpicc -O0 -Wno-mpi -Wall -Wextra -Werror "$scratch/wrong.c" -o "$scratch/wrong"
run tools/mpiexec -n 1 --timeout 60 ${dir:+--cube "$dir"} "$scratch/wrong"
like 'wrong arguments are refused by every function, with their class of error' "$status $output" '^0 3[0-9]{3} calls, 0 wrong$' ||
    echo "$errors" | diagnose
finish
