#!/bin/sh
# Finds a call of MPI during which a rank dies, and others hang, decide differently or do not learn
# of it (docs/guide/faults.md): each kind of call, at moments drawn from a seed and by the clock.
. tests/lib.sh

# Prints the line of the output that tells how many are left; each rank that dies has one, too, and
# what was never received.
last() {
    echo "$output" | grep ' left$'
}

succeeds 'the program compiles' tools/mpicc -Wall -Wextra -Werror tests/mpi/failures/moments.c -o "$scratch/moments"
for work in all long agree split; do
    run timeout 300 tools/mpiexec -n 5 --with-ft ulfm "$scratch/moments" $work 20 2
    like "survivors of $work" "$status $(last)" '^0 [1-5] left$' || echo "$errors" | diagnose
done
run timeout 300 tools/mpiexec -n 6 "$scratch/moments" all 20
is 'nobody dies' "$status $output" '0 6 left' || echo "$errors" | diagnose
run timeout 300 tools/mpiexec -n 4 "$scratch/moments" barrier 20 2
is 'without --with-ft a death ends the run' "$status" 137
takes --exact || finish
run timeout 300 tools/mpiexec -n 4 --fail-rank 2@203000 --cube --exact "$scratch/moments" allreduce 100
is '    with one report of who, and of who waits' "$status $(echo "$output" | sed 's/, called.*//; s/(.*)//; s/ at [0-9]*$//' | paste -sd '|')" \
    "137 graycube: a program has died, and no node can go on; 1 of 4 programs have ended|\
graycube: rank 2 was killed by its own signal 9|graycube: rank 0 waits in MPI_Allreduce for rank 2|\
graycube: rank 1 waits in MPI_Allreduce for rank 3|graycube: rank 3 waits in MPI_Allreduce for rank 2"
run timeout 300 tools/mpiexec -n 4 --fail-rank 2@20000000 --cube --exact "$scratch/moments" barrier 5
is '    and not after its end' "$status $output" '0 4 left'
run timeout 300 tools/mpiexec -n 6 --with-ft ulfm --fail-rank 0@30000,4@60000 --cube --exact "$scratch/moments" all 20
is 'deaths by the clock' "$status $(last)" '0 4 left' || echo "$errors" | diagnose
is '    and a summary of what was survived' "$(echo "$errors" | sed '/^MPI: /d; s/ at [0-9]*$/ at its time/' | paste -sd '|')" \
    'cuberun: survived: rank 0, which died at its time|cuberun: survived: rank 4, which died at its time'
run timeout 300 tools/mpiexec -n 7 --with-ft ulfm --fail-rank random:3:4 --cube --exact "$scratch/moments" all 40
is 'deaths at moments drawn from a seed' "$status $(last)" '0 3 left' || echo "$errors" | diagnose
again=$output
run timeout 300 tools/mpiexec -n 7 --with-ft ulfm --fail-rank random:3:4 --cube --exact "$scratch/moments" all 40
is '    and again the same' "$output" "$again"

run timeout 300 tools/mpiexec -n 5 --with-ft ulfm "$scratch/moments" revoke 100
is 'a hundred revocations' "$status $output" '0 5 left' || echo "$output$errors" | diagnose
run timeout 300 tools/mpiexec -n 5 --with-ft ulfm "$scratch/moments" all 100 7
is 'down to one rank' "$status $(last)" '0 1 left' || echo "$output$errors" | diagnose

for program in survive tasks; do
    succeeds "$program compiles" tools/mpicc -Wall -Wextra -Werror tests/mpi/failures/$program.c -o "$scratch/$program"
done
run timeout 300 tools/mpiexec -n 8 --with-ft ulfm --fail-rank 3@1500000,4@3000000 --cube --exact "$scratch/survive"
is 'two ranks of an iteration die one after the other' "$status $(echo "$output" | grep -v died)" \
    '0 7 ranks go on from iteration 10
6 ranks go on from iteration 20
100 iterations, 6 ranks left: as one process computes it' || echo "$output$errors" | diagnose
run timeout 300 tools/mpiexec -n 8 --with-ft ulfm --fail-rank 3@3000000,4@3000000 --cube --exact "$scratch/survive"
is 'two neighbours die at once' "$status $(echo "$output" | tail -n 1)" \
    '0 100 iterations, 6 ranks left: as one process computes it' || echo "$output$errors" | diagnose
run timeout 300 tools/mpiexec -n 8 --with-ft ulfm --fail-rank 2@2000000,3@2000000,4@2000000 --cube --exact "$scratch/survive"
is 'three neighbours die at once: that is not survived' "$status" 1
like '    and is told' "$output$errors" 'three neighbours have died: their points are lost'
run timeout 300 tools/mpiexec -n 8 --with-ft ulfm --fail-rank 3@100000,4@150000,1@200000 --cube --exact "$scratch/tasks"
is 'three of seven workers die, and each task is done' "$status $(echo "$output" | grep sum)" \
    '0 200 of 200 tasks done, 3 workers have died: the sum is right' || echo "$output$errors" | diagnose

succeeds 'what agreements cost compiles' tools/mpicc -Wall -Wextra -Werror tests/mpi/failures/price.c -o "$scratch/price"
for ranks in 2 7; do
    for costs in '' ' --ts 1000 --th 10 --tw 1'; do
        run timeout 100 tools/mpiexec -n $ranks --with-ft ulfm --cube "--exact$costs" "$scratch/price"
        is "an agreement of $ranks ranks takes at most 2.5 barriers,$costs" "$status" 0 || echo "$output$errors" | diagnose
    done
done
finish
