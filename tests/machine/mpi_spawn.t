#!/bin/sh
# Finds a process of MPI that is spawned with other numbers or arguments, whose messages with its parents are lost, or
# that is left waiting; and groups that do not find each other by a name.
. tests/lib.sh

spawn=$scratch/spawn
ports=$scratch/ports
succeeds 'a program that spawns compiles' tools/mpicc -Wall -Wextra -Werror tests/mpi/spawn.c -o "$spawn"
succeeds '    and one with ports' tools/mpicc -Wall -Wextra -Werror tests/mpi/ports.c -o "$ports"
printf '#include <mpi.h>\nint main(void) {\n    MPI_Init(0, 0);\n    return MPI_Finalize();\n}\n' >"$scratch/none.c"
succeeds '    and one with neither' tools/mpicc "$scratch/none.c" -o "$scratch/none"

rows 'tools/mpiexec --timeout 60' <<'END'
0 -n 2 --spawnable 2 --strict "$spawn" => ^world of 2 in a universe of 4, program 0$ => ^child 0 of 2, MPI_COMM_PARENT: 2 arguments, the last is two words$ => ^child 1 of 2, => ^children: 2 others, the sum of ranks is 6$ => ^parents: 2 others, the sum of ranks is 6$
0 -n 3 --spawnable 5 --cube '--parts 2' "$spawn" => universe of 8, => ^children: 3 others, the sum of ranks is 10$ => ^parents: 2 others, the sum of ranks is 10$
0 -n 2 --spawnable 3 --cube '--dead-link 0:0' "$spawn" => ^parents: 2 others, the sum of ranks is 6$
# Several programs in one MPI_COMM_WORLD.
0 -n 2 --spawnable 4 "$spawn" several => ^world of 3 in a universe of 6, program 0$ => ^world of 1 in a universe of 6, program 0$ => ^child 0 of 3, MPI_COMM_PARENT: 1 arguments, the last is leaf$ => ^child 1 of 3, MPI_COMM_PARENT: 2 arguments, the last is last$ => ^child 2 of 3, MPI_COMM_PARENT: 2 arguments, the last is last$
# Processes that are spawned spawn others after the first ones have ended.
0 -n 2 --spawnable 4 --cube --exact "$spawn" outlive => ^world of 1 in a universe of 6, program 0$ => ^child 0 of 1, MPI_COMM_PARENT: 1 arguments, the last is leaf$
# Nodes that are never used end with the program, whether it has begun MPI or ended it.
0 -n 2 --spawnable 3 "$ports" => ^rank 0: the ranks of the 1 others add up to 1$
3 -n 2 --spawnable 2 "$spawn" before
4 -n 2 --spawnable 2 "$spawn" unfinished
# A process that is spawned fails, dies, or waits for ever.
7 -n 2 --spawnable 2 "$spawn" fail
134 -n 2 --spawnable 2 "$spawn" die => rank 3: aborted => called from main .spawn.c
75 -n 2 --spawnable 3 "$spawn" wait => 0 of 5 programs have ended => rank 3 waits in MPI_Recv.source 0, tag 9 => rank 4 waits in reserve .dimensions 0,1,2.
# Too few, none, and where none can be.
53 -n 2 "$spawn" => MPI_Comm_spawn: not enough processes to spawn .2 wanted, 0 left; increase mpiexec --spawnable. .error in spawning processes., called from main
53 -n 3 --spawnable 1 "$spawn" => MPI_Comm_spawn: not enough processes to spawn .2 wanted, 1 left
53 -n 1 --spawnable 1 "$scratch/none" => MPI_Init: --spawnable: nothing spawns
134 -n 2 -x MPI_SPAWNABLE=2 "$spawn" => MPI_SPAWNABLE: invalid value 2 .expected: fewer than all 2 processes.
134 -n 2 -x MPI_SPAWNABLE=-1 "$spawn" => MPI_SPAWNABLE: invalid value -1 .expected: fewer than all 2 processes.
64 -n 1 --spawnable x "$spawn" => --spawnable: invalid value 'x'
64 -n 1 --spawnable 1 --with-ft ulfm "$spawn" => --spawnable: cannot be combined with --with-ft
# Ports and their names, three times; and errors by their classes.
0 -n 5 --strict "$ports" => ^rank 0: the ranks of the 2 others add up to 4$ => ^rank 1: the ranks of the 3 others add up to 6$
0 -n 8 --cube '--exact --ts 100 --th 10 --tw 1' "$ports" => ^rank 0: the ranks of the 4 others add up to 16$ => ^rank 1: the ranks of the 4 others add up to 12$
END
run tools/mpiexec -n 5 --timeout 60 "$ports"
is 'each group gets the sums of the other' "$(echo "$output" | sort | uniq -c | tr -s ' \n' ' ')$errors" \
    ' 3 rank 0: the ranks of the 2 others add up to 4 3 rank 1: the ranks of the 3 others add up to 6 '
exactly() {
    tools/mpiexec -n 2 --spawnable 2 --timeout 60 --cube '--exact --links --time' "$spawn" 2>&1
}
is 'a run with --exact repeats' "$(exactly)" "$(exactly)"
finish
