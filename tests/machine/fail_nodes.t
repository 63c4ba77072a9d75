#!/bin/sh
# Finds a program's death, or a node that fails and forwards nothing any more, that others do not survive or do not learn
# of, and a message of survivors that is lost, doubled or out of order (docs/guide/faults.md). Without --with-ft the run
# ends with one report; with --with-ft cube calls of cube.h end, and those that need the dead program return an error.
# tests/machine/mpi_failures.t has those of MPI.
. tests/lib.sh

outliving=$out/tests/boot/outliving.elf

# ---- The report of a death that is not survived

# A node kills itself in the middle of four barriers, and whoever can still go on does.
run tools/cuberun -n 4 --exact --timeout 60 "$outliving" barrier 4 2
is 'a death ends the run, with one report of who has died and who waits' \
    "$status $(echo "$output" | sed 's/ at [0-9]*$/ at its time/; s/, called.*//' | grep -v '^graycube:  ' | paste -sd '|')" \
    "137 graycube: a program has died, and no node can go on; 1 of 4 programs have ended|\
graycube: node 2 was killed by its own signal 9 at its time|\
graycube: node 0 waits in barrier for node 2 (dimension 1, step 2)|\
graycube: node 1 waits in barrier for node 3 (dimension 1, step 2)|\
graycube: node 3 waits in barrier for node 2 (dimension 0, step 1)" || echo "$output$errors" | diagnose
like '    and of where' "$output" '^graycube:   called from main \(outliving.c:[0-9]*\)'
c_program alone <<'END'
#include <cube.h>
#include <signal.h>
int main(void) {
    if (cube_node() == 1)
        raise(SIGKILL);
    while (cube_node() == 2)
        cube_link_arrived(0); /* which is never so */
    return 0;
}
END
# A program ends in failure, and then one of another part dies, which the report is about.
c_program first <<'END'
#include <cube.h>
#include <signal.h>
#include <stdlib.h>
int main(void) {
    char byte = 0;
    int first = cube_node() == 3, last = cube_node() == 0;
    if (first)
        cube_send(0, &byte, 1);
    if (first)
        exit(3);
    if (last)
        cube_recv(3, &byte, 1);
    for (volatile int i = 0; last && i < 100000; i++)
        continue;
    if (last)
        raise(SIGKILL);
    cube_recv(cube_node() ^ 3, &byte, 1);
}
END
rows 'tools/cuberun --timeout 60' <<'END'
137 -n 4 --accel multi "$outliving" barrier 4 2 => node 2 was killed by its own signal 9 => node 0 waits in barrier => node 1 waits in barrier => node 3 waits in barrier
137 -n 4 --exact --parts 2 "$outliving" barrier 4 2 => node 2 was killed by its own signal 9 => node 0 waits in barrier => node 1 waits in barrier => node 3 waits in barrier
137 -n 4 --exact --fail-node 2@0 "$outliving" barrier 4 => node 2 was killed by its own signal 9 => node 0 waits in barrier => node 1 waits in barrier => node 3 waits in barrier
# Nobody waits; or somebody goes on and on, and the run ends all the same.
137 -n 2 "$scratch/alone.elf" => ^graycube: node 1 was killed by its own signal 9 => ^graycube:   at kill => ^graycube:   called from main \(alone.c:5\)
137 -n 4 "$scratch/alone.elf" => ^graycube: a program has died, and the run ends
# The first failure is the status.
3 -n 4 --exact --parts 1 "$scratch/first.elf" => node 0 was killed by its own signal 9
3 -n 4 --exact --parts 2 "$scratch/first.elf" => node 0 was killed by its own signal 9
END

# ---- What is survived

rows 'tools/cuberun --timeout 60 --with-ft cube' <<'END'
# Of 8 nodes node 5 dies before round 6 of 12. Node 0 is not its neighbour. Of a sum all depend on it, of a broadcast those
# to whom the tree leads over it, and of a half without it nobody.
0 -n 8 --exact "$outliving" links 12 5 => ^1 dead, 0 calls of 12 in error$ => ^cuberun: survived: node 5, which died
0 -n 8 --exact "$outliving" messages 12 5 => ^1 dead, 6 calls of 12 in error$ => ^cuberun: survived: node 5, which died
0 -n 8 --exact "$outliving" barrier 12 5 => ^1 dead, 6 calls of 12 in error$ => ^cuberun: survived: node 5, which died
0 -n 8 --exact "$outliving" sum 12 5 => ^1 dead, 6 calls of 12 in error$ => ^cuberun: survived: node 5, which died
0 -n 8 --exact "$outliving" bcast 12 5 => ^1 dead, 0 calls of 12 in error$ => ^cuberun: survived: node 5, which died
0 -n 8 --exact "$outliving" shift 12 5 => ^1 dead, 2 calls of 12 in error$ => ^cuberun: survived: node 5, which died
0 -n 8 --exact "$outliving" half 12 5 => ^1 dead, 0 calls of 12 in error$ => ^cuberun: survived: node 5, which died
# Node 5 fails: links between node 0 and others serve it as ever, and of messages those of node 5 are in error, from the
# first round on. Of a sum all depend on it, once it has come to its first wait in the round before.
0 -n 8 --exact --fail-node 5@1 "$outliving" links 12 => ^1 dead, 0 calls of 12 in error$ => ^cuberun: survived: all of node 5, which failed
0 -n 8 --exact --fail-node 5@1 --links "$outliving" messages 12 => ^1 dead, 12 calls of 12 in error$ => survived: all of node 5, which failed => links: 18 of 24 used
0 -n 8 --exact --fail-node 5@1 "$outliving" barrier 12 => ^1 dead, 11 calls of 12 in error$ => ^cuberun: survived: all of node 5, which failed
0 -n 8 --exact --fail-node 5@1 "$outliving" sum 12 => ^1 dead, 11 calls of 12 in error$ => ^cuberun: survived: all of node 5, which failed
0 -n 8 --exact --fail-node 5@1 "$outliving" shift 12 => ^1 dead, 3 calls of 12 in error$ => ^cuberun: survived: all of node 5, which failed
0 -n 8 --exact --fail-node 5@1 "$outliving" half 12 => ^1 dead, 0 calls of 12 in error$ => ^cuberun: survived: all of node 5, which failed
# Every call, and again after a death or failure.
0 -n 8 --accel multi "$outliving" every 34 5 => ^1 dead, 
0 -n 8 --exact --parts 2 "$outliving" every 34 5 => ^1 dead, 
0 -n 8 --exact --kernel-option direct=256 --kernel-option routed=256 "$outliving" every 34 5 => ^1 dead, 
0 -n 8 --parts 2 --fail-node 5@9000 "$outliving" every 34 => ^1 dead, 
0 -n 8 --exact --kernel-option direct=256 --kernel-option routed=256 --fail-node 5@9000 "$outliving" every 34 => ^1 dead, 
0 -n 8 --exact --fail-link 5:0@9000 --fail-node 5@9000 "$outliving" every 34 => ^1 dead, 
# Programs, nodes and a link fail at random moments.
0 -n 16 --exact --fail-rank random:5:5 "$outliving" every 51 => ^[0-9]+ dead, => ! wrong
0 -n 16 --exact --fail-node random:1:2 --fail random:1:1 --fail-rank random:1:2 --kernel-option routed=512 "$outliving" every 51 => dead, => ! wrong
0 -n 16 --accel multi --fail-node random:2:2 --fail random:2:1 --fail-rank random:2:2 --kernel-option routed=512 "$outliving" every 51 => dead, => ! wrong
75 -n 8 --exact --fail-node 5@0 "$out/tests/fail/deadlock.elf" recv_in_a_ring => ^graycube: deadlock.* 2 of 8 programs have ended
END
# Runs with one seed are equal, and in any number of parts.
for parts in 1 2; do
    run tools/cuberun -n 16 --timeout 60 --exact --parts $parts --stats "$scratch/stats" --with-ft cube --fail-node random:7:3 \
        --fail-rank random:6:5 "$outliving" every 51
    passes "three nodes and five programs fail, in parts: $parts"
    unlike '    and nothing is wrong' "$output" wrong
    { echo "$output $errors" && grep -v '"cycles"\|"excess"\|_bytes"\|"instructions"\|"sent"\|"taken"\|"routed"\|"barriers"' "$scratch/stats"; } >"$scratch/run"
    [ -e "$scratch/first" ] || cp "$scratch/run" "$scratch/first"
    is '    and another run is equal' "$(diff "$scratch/first" "$scratch/run" | head -n 20)" ''
done
is '    and the file names the nodes' "$(grep -A 3 '"failing": \[' "$scratch/stats" | grep -c '^ *"[0-9]*",*$')" 3

# ---- MPI

tools/mpicc tests/mpi/failures/moments.c -o "$scratch/moments"
rows 'timeout 100 tools/mpiexec -n 8 --with-ft ulfm' <<'END'
0 --cube '--exact --fail-node random:1:2' "$scratch/moments" all 20 => ^[678] left$
0 --cube '--exact --fail-node random:2:2' "$scratch/moments" agree 20 => ^[678] left$
END

# ---- Refusals

refuses '--fail: a rank fails twice' --with-ft cube --fail rank:1@5,rank:1@6
refuses '--fail: too many failures: 2 links and 12 ranks .expected: at most 13' --with-ft cube --fail-link 0:0@5,0:1@5 -n 16 \
    --fail-rank random:1:12
refuses "--fail: invalid value '8@1' .expected: node 0 to 7, @ and a time" --fail 8@1
refuses '--fail: a node fails twice' --fail 1@5,1@6
refuses '--fail: 1 link and 2 nodes are too many for 8 nodes .expected: at most 2' --fail-link 0:0@5 --fail-node random:1:2
refuses '--fail: node 1 would become unreachable' --dead-link 0:0 --fail-node 2@1,4@1
refuses '--fail: nodes cannot fail in a cube of 2 nodes' -n 2 --fail-node 1@5
refuses '--fail: nodes cannot fail with 5 ranks on 8 nodes' --ranks 5 --fail-node 1@5
finish
