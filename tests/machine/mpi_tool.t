#!/bin/sh
# Finds a variable of MPI's tools' interface that counts or changes nothing.
. tests/lib.sh

succeeds 'the program compiles' tools/mpicc -Wall -Wextra tests/mpi/tool.c -o "$scratch/tool"
cat >"$scratch/choice.c" <<'SOURCE'
#include <mpi.h>

int main(void) {
    int number = 1, sum, index, count, provided;
    MPI_T_cvar_handle algorithm;
    MPI_Init(0, 0);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_T_cvar_get_index("CUBE_MPI_ALLREDUCE", &index);
    MPI_T_cvar_handle_alloc(index, 0, &algorithm, &count);
    MPI_T_cvar_write(algorithm, "allreduce-halving");
    MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_T_finalize();
    return MPI_Finalize() != MPI_SUCCESS || sum != 8;
}
SOURCE
succeeds 'a program that chooses an algorithm compiles' tools/mpicc -Wall "$scratch/choice.c" -o "$scratch/choice"
rows 'timeout 60 tools/mpiexec' <<'END'
0 -n 1 "$scratch/tool" => ^right$
0 -n 6 "$scratch/tool" => ^right$
# An algorithm of the catalogue that a variable chooses is what the call then explains.
0 -n 8 --cube --explain "$scratch/choice" => MPI_Allreduce with MPI_SUM on 8 ranks, by the cube: allreduce-halving$
END
finish
