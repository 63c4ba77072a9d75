#!/bin/sh
# Finds mismatched collective calls of MPI without a report, an algorithm that is not the chosen
# one, and a call that costs much more than the cube's own.
. tests/lib.sh

mismatch=$out/tests/boot/mpi_mismatch.elf
rows 'tools/mpiexec --timeout 60' <<'END'
# Processes that call something else than rank 1 say so: whichever of the two finds it out first.
16 -n 6 "$mismatch" operator => rank [01] of MPI_COMM_WORLD has called MPI_Allreduce with MPI_(MAX|SUM), and this process
16 -n 8 "$mismatch" function => has called MPI_All(gather\(2 of MPI_INT\), and this process MPI_Allreduce\(2 of MPI_INT, MPI_SUM\)|reduce\(2 of MPI_INT, MPI_SUM\), and this process MPI_Allgather\(2 of MPI_INT\))
# All ranks wait, and the report tells the call of each, or its last call.
75 -n 6 "$mismatch" root => rank 0 waits in MPI_Reduce\(root 0, 2 of MPI_INT, MPI_SUM, comm MPI_COMM_WORLD\) for rank 1, called from main  => rank 1 waits in MPI_Reduce\(root 1, .*\) for rank [02], called from main  => rank 2 waits in MPI_Finalize\(after MPI_Reduce, root 0, 2 of MPI_INT, MPI_SUM\), called from main 
75 -n 8 "$mismatch" root => rank 0 waits in MPI_Reduce\(root 0, 2 of MPI_INT, MPI_SUM, comm MPI_COMM_WORLD\) for rank 1, called from main  => rank 1 waits in MPI_Reduce\(root 1, .*\) for rank [02], called from main  => rank 2 waits in MPI_Finalize\(after MPI_Reduce, root 0, 2 of MPI_INT, MPI_SUM\), called from main 
75 -n 4 --cube --exact "$mismatch" half => rank 1 waits in MPI_Gather\(root 1, 3 of MPI_DOUBLE, comm lower\) for rank 0, called from wait_in_half 
76 -n 8 "$mismatch" source => MPI_Finalize: rank 0 has unreceived messages: rank 1 of MPI_COMM_WORLD has called MPI_Bcast\(root 1, 2 of MPI_INT\), and this process MPI_Bcast\(root 0, 2 of MPI_INT\), as the same operation of MPI_COMM_WORLD
# Blocks of two sizes.
0 -n 6 "$mismatch" sizes => ^0 0 0 0$
0 -n 8 "$mismatch" sizes => ^0 0 0 0$
END
run tools/mpiexec -n 6 --timeout 60 "$mismatch" count
like 'another count is told by one process or both' "$status $all" '^(2|15) .*rank [01] of MPI_COMM_WORLD sent (12 bytes, but this process expected 8|8 bytes, but this process expected 12)'
# Faults that the strict mode finds before anything is moved, wrong types among them, and in messages of a call.
types='in MPI_(Alltoallv|Gatherv with root 0|Alltoall|Bcast with root 0|Neighbor_allgather) rank [0-7] of MPI_COMM_WORLD sent'
for ranks in 6 8; do
    run tools/mpiexec -n $ranks --strict --timeout 60 "$mismatch" types
    like "other types on $ranks ranks" "$all" 'has called MPI_Allgather\(1 of MPI_(INT|FLOAT)\), and this process MPI_Allgather\(1 of MPI_(INT|FLOAT)\), as the same operation of MPI_COMM_WORLD \(invalid datatype argument\), called from main '
    for how in long gather nonblocking neighbours; do
        run tools/mpiexec -n $ranks --strict --timeout 60 "$mismatch" types-$how
        like "    and in messages of a call, $how" "$all" "$types (4|8000) bytes of other types, but this process expected (4|8000) "
    done
done

# ---- In which order values are combined: the bits of a sum

# trees RANKS WORDS [options]: what the reductions' trees are.
trees() {
    ranks=$1
    words=$2
    shift 2
    # shellcheck disable=SC2086 # no word, or one
    run tools/mpiexec -n "$ranks" --timeout 60 "$@" "$out/tests/boot/mpi_trees.elf" $words
}
trees 8 ''
like 'trees differ by the size of a result' "$output" '^reduce: several'
like '    but all ranks get the same bits by all algorithms' "$status $output" '^6 algorithms of allreduce, 0 give'
for ranks in 6 8; do
    trees "$ranks" reproducible
    first="$status $output"
    is "not if it is to be reproducible, on $ranks ranks" "$status $(echo "$output" | grep -c 'one tree')" '0 7'
    trees "$ranks" reproducible --cube '--dead random:1:2:0 --parts 2'
    is '    and these are the same where links are dead, in parts' "$status $output" "$first"
done
trees 8 '' -x CUBE_MPI_REPRODUCIBLE=true
is '    and by a variable' "$status $output" "$first"

# A process combines while it waits for the next message. That takes time, too: an instruction for each element and
# round at least, three rounds on 6 ranks.
c_program sum tools/mpicc -O2 <<'END'
#include <mpi.h>
#include <stdlib.h>
static double in[40000], out[40000];
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int call = 0; call < 2; call++)
        MPI_Reduce(in, out, atoi(argv[1]), MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return MPI_Finalize();
}
END
# parallel_time COUNT
parallel_time() {
    run tools/mpiexec -n 6 --timeout 60 --cube '--exact --time' -x CUBE_MPI_REDUCE=few-rounds "$scratch/sum.elf" "$1"
    echo "$all" | sed -n 's/parallel time: *//p'
}
ok "$([ $(($(parallel_time 40000) - $(parallel_time 20000))) -ge $((2 * 3 * 20000)) ]; echo $?)" 'combining takes time'

# What is taken, and what the user has chosen.
c_program key tools/mpicc <<'END'
#include <mpi.h>
int main(int argc, char **argv) {
    int in[16] = {0}, sums[16];
    MPI_Comm comm;
    MPI_Info info;
    MPI_Init(&argc, &argv);
    MPI_Info_create(&info);
    if (argc > 1)
        MPI_Info_set(info, "graycube_allreduce", argv[1]);
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
    MPI_Allreduce(in, sums, argc > 1 ? 16 : 1, MPI_INT, MPI_SUM, comm);
    MPI_Info_free(&info);
    MPI_Comm_free(&comm);
    return MPI_Finalize();
}
END
allreduce() {
    run tools/mpiexec "$@" --timeout 60 --cube '--explain --ts 1000 --tw 1' "$scratch/key.elf"
}
allreduce -n 6
is 'what is taken on a group' "$output" "MPI_Allreduce with MPI_SUM on 6 ranks, by messages: \
recursive doubling
  at rank 0: rounds 2, messages sent 1, bytes sent 4, time at least 2008"
allreduce -n 8
like 'and on the cube' "$all" '^allreduce of 4 bytes on 8 nodes, .*: allreduce-exchange$'
like 'which call that is' "$all" '^MPI_Allreduce[(]1 of MPI_INT, MPI_SUM, comm .*[)], by the cube$'
allreduce -n 8 -env CUBE_MPI_ALLREDUCE allreduce-rotated
is 'what a variable chooses' "$status $output" "0 MPI_Allreduce with MPI_SUM on 8 ranks, by the \
cube: allreduce-rotated"

# An info key chooses an algorithm for one communicator alone.
chosen() {
    run tools/mpiexec -n "$1" --timeout 60 --cube --explain "$scratch/key.elf" "$2"
    like "what a key chooses on $1 ranks" "$all" "$3"
}
chosen 8 allreduce-halving '^MPI_Allreduce with MPI_SUM on 8 ranks, by the cube: allreduce-halving$'
chosen 6 few-bytes '^MPI_Allreduce with MPI_SUM on 6 ranks, by messages: halving, and backwards$'

# A call by messages that comes again keeps its schedule, and so takes fewer instructions.
c_program again tools/mpicc -Iinclude <<'END'
#include <mpi.h>
#include <stdio.h>
#include "cube.h"
static int rank, in[10], sums[10];
static unsigned long long ten_calls(int places) {
    unsigned long long start = cube_cycles();
    for (int k = 0; k < 10; k++) {
        in[k % places] = rank + k;
        MPI_Allreduce(&in[k % places], &sums[k % places], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        if (sums[k % places] != 15 + 6 * k)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return cube_cycles() - start;
}
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ten_calls(10);
    unsigned long long others = ten_calls(10), again = ten_calls(2);
    if (rank == 0)
        puts(again * 5 < others * 4 ? "fewer" : "as many");
    return MPI_Finalize();
}
END
run tools/mpiexec -n 6 --timeout 60 --cube '--exact --clock off' "$scratch/again.elf"
is 'instructions of a call that comes again' "$status $output" '0 fewer'

# What calls on the world cost beyond the cube's own: in instructions a node.
run tools/cuberun -n 8 --exact --clock off --timeout 60 "$out/tools/bench/mpi_collectives.elf" 200 2
is 'calls that cost over 80 instructions more than those of cube.h' \
    "$status $(echo "$output" | awk '{ lines++ } $4 > 80 { print $1 } END { print lines }')" '0 5'

finish
