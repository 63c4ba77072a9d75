#!/bin/sh
# Finds a session of MPI that does not work alone, beside MPI_Init or at one process only, or is linked where none is.
. tests/lib.sh

program=$scratch/sessions
succeeds 'the sessions compile' tools/mpicc -Wall -Wextra tests/mpi/sessions.c -o "$program"
rows 'timeout 60 tools/mpiexec' <<'END'
0 -n 1 "$program" alone => ^right$
0 -n 1 "$program" beside => ^right$
0 -n 6 "$program" alone => ^right$
0 -n 6 "$program" beside => ^right$
0 -n 6 "$program" one => ^right$
0 -n 3 "$program" errors => ^right$
0 -n 6 --strict "$program" alone => ^right$
0 -n 6 --strict "$program" beside => ^right$
0 -n 8 --cube '--exact --ts 100 --th 10 --tw 1' "$program" alone => ^right$
0 -n 6 --cube '--dead-link 3:1' "$program" alone => ^right$
# What is wrong.
5 -n 3 "$program" world => MPI_Comm_size: MPI_Init has not been called, and the handle does not belong to a session \(invalid communicator\)
0 -n 3 "$program" open => MPI: rank 2 ended without MPI_Session_finalize
80 -n 3 --strict "$program" open => MPI: rank 2 ended without MPI_Session_finalize
0 -n 3 "$program" left => MPI_Finalize: rank 1: 1 communicator is left, the newest is comm [0-9]+: call MPI_Comm_free$
    => MPI_Finalize: rank 1: 1 window is left, the newest is MPI_Win: call MPI_Win_free$
81 -n 3 --strict "$program" left => MPI_Finalize: rank 1: 1 communicator is left, the newest is comm [0-9]+: call MPI_Comm_free
75 -n 3 "$program" tags => rank 1 waits in P?MPI_Comm_create
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
