#!/bin/sh
# What programs seldom ask of MPI (tests/mpi/corners), on the world, on halves of it, on a communicator that is
# no subcube, on one process, and between two groups.
. tests/lib.sh

succeeds 'the corners compile' tools/mpicc -Wall -Wextra tests/mpi/corners/*.c \
    -o "$scratch/corners"
for ranks in 1 6 8; do
    run timeout 60 tools/mpiexec -n $ranks "$scratch/corners"
    is "the corners on $ranks ranks" "$status $output" '0 right' || echo "$errors" | diagnose
done
run timeout 60 tools/mpiexec -n 3 --cube --exact "$scratch/corners"
is 'the corners where instructions count' "$status $output" '0 right' || echo "$errors" | diagnose
run timeout 60 tools/mpiexec -n 6 --strict "$scratch/corners"
is 'the corners under the strict mode' "$status $output" '0 right' || echo "$errors" | diagnose
finish
