#!/bin/sh
# Finds a program's death that others do not survive or do not learn of (docs/guide/faults.md):
# without --with-ft the run ends with one report; with --with-ft cube calls of cube.h end, and those
# that need the dead program return an error. tests/machine/mpi_failures.t has those of MPI.
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
for options in '--accel multi' '--exact --parts 2'; do
    # shellcheck disable=SC2086 # as many options as there are
    run tools/cuberun -n 4 --timeout 60 $options "$outliving" barrier 4 2
    is "    the same with $options" "$status $(echo "$output" | grep -c 'was killed by its own signal\|waits in barrier')" '137 4' ||
        echo "$output$errors" | diagnose
done
cat >"$scratch/alone.c" <<'END'
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
tools/cubecc "$scratch/alone.c" -o "$scratch/alone.elf"
run tools/cuberun -n 2 --timeout 60 "$scratch/alone.elf"
is 'nobody waits' "$status $(echo "$output" | sed 's/signal\.c:[0-9]*/signal.c:N/')" '137 graycube: node 1 was killed by its own signal 9
graycube:   at kill (signal.c:N)
graycube:   called from main (alone.c:5)'
run tools/cuberun -n 4 --timeout 60 "$scratch/alone.elf"
like 'somebody goes on and on: the run ends all the same' "$status $output" '^137 graycube: a program has died, and the run ends'

# A program ends in failure, and then one of another part dies, which the report is about.
cat >"$scratch/first.c" <<'END'
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
tools/cubecc "$scratch/first.c" -o "$scratch/first.elf"
for parts in 1 2; do
    run tools/cuberun -n 4 --exact --parts $parts --timeout 60 "$scratch/first.elf"
    is "the first failure is the status ($parts parts)" "$status $(echo "$output" | grep -c 'node 0 was killed by its own signal 9')" '3 1'
done

# ---- What is survived

# survives DESCRIPTION DEATHS WANTED OPTIONS... WORK ROUNDS: a run in which N programs die, and node 0 prints that.
survives() {
    description=$1
    deaths=$2
    wanted=$3
    shift 3
    run tools/cuberun --timeout 60 --with-ft cube "$@"
    is "$description" "$status $output" "0 $wanted" || echo "$errors" | diagnose
    is "    $deaths have died, says the summary" "$(echo "$errors" | grep -c '^cuberun: survived: node [0-9]*, which died')" \
        "$deaths"
}

# By hand, of 8 nodes of which node 5 dies before round 6 of 12. Node 0 is no neighbour of it. Of a sum all depend on it,
# of a broadcast those to whom the tree leads over it, and of a half without it nobody.
for row in 'links 0' 'messages 6' 'barrier 6' 'sum 6' 'bcast 0' 'shift 2' 'all 6' 'half 0'; do
    survives "node 5 dies: ${row% *}" 1 "1 dead, ${row#* } calls of 12 in error" -n 8 --exact "$outliving" "${row% *}" 12 5
done
for options in '--accel multi' '--exact --parts 2' '--exact --kernel-option direct=256 --kernel-option routed=256'; do
    # shellcheck disable=SC2086 # as many options as there are
    run tools/cuberun -n 8 --timeout 60 --with-ft cube $options "$outliving" every 34 5
    like "every call, and again after a death ($options)" "$status $output" '^0 1 dead, ' || echo "$output$errors" | diagnose
done
for seed in 5 6; do
    run tools/cuberun -n 16 --timeout 60 --exact --with-ft cube --fail-rank random:$seed:5 "$outliving" every 51
    passes "five programs die at random moments, seed $seed"
    unlike '    and nothing is wrong' "$output" wrong
done
again=$output$errors
run tools/cuberun -n 16 --timeout 60 --exact --with-ft cube --fail-rank random:6:5 "$outliving" every 51
is '    again the same' "$output$errors" "$again"

# ---- Refusals

refuses '--fail: a rank fails twice' --with-ft cube --fail rank:1@5,rank:1@6
refuses '--fail: too many failures: 2 links and 11 ranks .expected: at most 12' --with-ft cube --fail-link 0:0@5,0:1@5 -n 16 \
    --fail-rank random:1:11
finish
