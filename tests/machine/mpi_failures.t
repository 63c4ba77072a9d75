#!/bin/sh
# Finds a call of MPI during which a rank dies, and others hang, decide differently or do not learn
# of it (docs/guide/faults.md): each kind of call, at moments drawn from a seed and by the clock.
. tests/lib.sh

for program in moments survive tasks price; do
    succeeds "$program compiles" tools/mpicc -Wall -Wextra -Werror tests/mpi/failures/$program.c -o "$scratch/$program"
done
rows 'timeout 300 tools/mpiexec' <<'END'
# Each rank that dies has a line, too, and what was never received.
0 -n 5 --with-ft ulfm "$scratch/moments" all 20 2 => ^[1-5] left$
0 -n 5 --with-ft ulfm "$scratch/moments" long 20 2 => ^[1-5] left$
0 -n 5 --with-ft ulfm "$scratch/moments" agree 20 2 => ^[1-5] left$
0 -n 5 --with-ft ulfm "$scratch/moments" split 20 2 => ^[1-5] left$
0 -n 6 "$scratch/moments" all 20 => ^6 left$
# Without --with-ft a death ends the run.
137 -n 4 "$scratch/moments" barrier 20 2
# A hundred revocations, then down to one rank.
0 -n 5 --with-ft ulfm "$scratch/moments" revoke 100 => ^5 left$
0 -n 5 --with-ft ulfm "$scratch/moments" all 100 7 => ^1 left$
END
takes --exact || finish
rows 'timeout 300 tools/mpiexec' <<'END'
# Not after its end; and deaths by the clock, with a summary of what was survived.
0 -n 4 --fail-rank 2@20000000 --cube --exact "$scratch/moments" barrier 5 => ^4 left$
0 -n 6 --with-ft ulfm --fail-rank 0@30000,4@60000 --cube --exact "$scratch/moments" all 20 => ^4 left$ => ^cuberun: survived: rank 0, which died at [0-9]+$ => ^cuberun: survived: rank 4, which died at [0-9]+$
# Ranks of an iteration die: two one after the other, two neighbours at once, or three, which is not survived. Three of seven
# workers die, and each task is done.
0 -n 8 --with-ft ulfm --fail-rank 3@1500000,4@3500000 --cube --exact "$scratch/survive" => ^7 ranks go on from iteration 10$ => ^6 ranks go on from iteration 20$ => ^100 iterations, 6 ranks left: as one process computes it$
0 -n 8 --with-ft ulfm --fail-rank 3@3000000,4@3000000 --cube --exact "$scratch/survive" => ^100 iterations, 6 ranks left: as one process computes it$
1 -n 8 --with-ft ulfm --fail-rank 2@2000000,3@2000000,4@2000000 --cube --exact "$scratch/survive" => three neighbours have died: their points are lost
0 -n 8 --with-ft ulfm --fail-rank 3@100000,4@150000,1@200000 --cube --exact "$scratch/tasks" => ^200 of 200 tasks done, 3 workers have died: the sum is right$
# An agreement takes at most 2.5 barriers.
0 -n 2 --with-ft ulfm --cube --exact "$scratch/price"
0 -n 7 --with-ft ulfm --cube --exact "$scratch/price"
0 -n 2 --with-ft ulfm --cube '--exact --ts 1000 --th 10 --tw 1' "$scratch/price"
0 -n 7 --with-ft ulfm --cube '--exact --ts 1000 --th 10 --tw 1' "$scratch/price"
END
drawn() {
    timeout 300 tools/mpiexec -n 7 --with-ft ulfm --fail-rank random:3:4 --cube --exact "$scratch/moments" all 40
}
run drawn
like 'deaths at moments drawn from a seed' "$status $(echo "$output" | grep ' left$')" '^0 3 left$' || echo "$errors" | diagnose
is '    and again the same' "$(drawn 2>/dev/null)" "$output"
finish
