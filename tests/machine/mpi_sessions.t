#!/bin/sh
# Finds a session of MPI that does not work alone, beside MPI_Init or at one process only, or is linked where none is.
. tests/lib.sh

program=$scratch/sessions
succeeds 'the sessions compile' tools/mpicc -Wall -Wextra tests/mpi/sessions.c -o "$program"
# session RANKS WHAT [OPTIONS]
session() {
    ranks=$1
    what=$2
    shift 2
    takes "$*" || return 0
    run timeout 60 tools/mpiexec -n "$ranks" "$@" "$program" "$what"
    is "sessions $what on $ranks ranks $*" "$status $output$errors" '0 right'
}
for ranks in 1 6; do
    session "$ranks" alone
    session "$ranks" beside
done
session 6 one
session 3 errors
session 6 alone --strict
session 6 beside --strict
session 8 alone --cube '--exact --ts 100 --th 10 --tw 1'
session 6 alone --cube '--dead-link 3:1'

# shellcheck disable=SC2317 # rows calls it
wrong() {
    word=$1
    shift
    timeout 60 tools/mpiexec -n 3 "$@" "$program" "$word"
}
rows wrong <<'END'
5 world => MPI_Comm_size: MPI_Init has not been called, and the handle does not belong to a session \(invalid communicator\)
0 open => MPI: rank 2 ended without MPI_Session_finalize
80 open --strict => MPI: rank 2 ended without MPI_Session_finalize
0 left => MPI_Finalize: rank 1: 1 communicator is left, the newest is comm [0-9]+: call MPI_Comm_free
81 left --strict => MPI_Finalize: rank 1: 1 communicator is left, the newest is comm [0-9]+: call MPI_Comm_free
75 tags => rank 1 waits in P?MPI_Comm_create
END

# Functions of sessions take the place of others. A program with all that calls these is linked without sessions.
cat >"$scratch/none.c" <<'SOURCE'
#include <mpi.h>
#include <stddef.h>

int main(void) {
    MPI_Request request;
    MPI_Win win;
    MPI_File file;
    int number = 0, sum;
    MPI_Init(NULL, NULL);
    MPI_Buffer_iflush(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Win_create(&number, sizeof number, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_free(&win);
    MPI_File_open(MPI_COMM_WORLD, "none", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_Grequest_start(NULL, NULL, NULL, NULL, &request);
    return MPI_Finalize();
}
SOURCE
succeeds 'a program without sessions is linked' tools/mpicc -Wall "$scratch/none.c" -o "$scratch/none"
elf=$scratch/none
[ ! -f "$elf.elf" ] || elf=$elf.elf
is '    and has nothing of them, nor of the types that Fortran selects' \
    "$("${CROSS_COMPILE:-aarch64-linux-gnu-}nm" "$elf" | grep -cE 'running_sessions|PMPI_Session|PMPI_Type_create_f90')" 0
finish
