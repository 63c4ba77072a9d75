#!/bin/sh
# Finds a message of survivors that is lost, doubled or out of order when nodes fail and forward nothing any more
# (docs/guide/faults.md), and a run without --with-ft that does not end with one report.
. tests/lib.sh

outliving=$out/tests/boot/outliving.elf

# ---- What is not survived

run tools/cuberun -n 4 --timeout 60 --exact --fail-node 2@0 "$outliving" barrier 4
is 'without --with-ft the run ends, with one report of who waits' \
    "$status $(echo "$output" | sed 's/ at [0-9]*,.*/ at its time/; s/, called.*//' | grep -v '^graycube:  ' | paste -sd '|')" \
    "137 graycube: a program has died, and no node can go on; 1 of 4 programs have ended|\
graycube: node 2 was killed by its own signal 9 at its time|\
graycube: node 0 waits in barrier for node 2 (dimension 1, step 2)|\
graycube: node 1 waits in barrier for node 3 (dimension 1, step 2)|\
graycube: node 3 waits in barrier for node 2 (dimension 0, step 1)" || echo "$output$errors" | diagnose
run tools/cuberun -n 8 --timeout 60 --exact --with-ft cube --fail-node 5@0 "$out/tests/fail/deadlock.elf" recv_in_a_ring
like 'a deadlock of others is found' "$status $output" '^75 graycube: deadlock.* 2 of 8 programs have ended'

# ---- What is survived

# survives DESCRIPTION NODES WANTED OPTIONS... WORK ROUNDS: a run in which N nodes fail, and node 0 prints that.
survives() {
    description=$1
    nodes=$2
    wanted=$3
    shift 3
    run tools/cuberun --timeout 60 --with-ft cube "$@"
    is "$description" "$status $output" "0 $wanted" || echo "$errors" | diagnose
    is "    $nodes have failed, says the summary" "$(echo "$errors" | grep -c '^cuberun: survived: all of node [0-9]*, which failed')" \
        "$nodes"
}

# Node 0 is no neighbour of node 5: links between them and others serve it as ever, and of messages those of node 5 are in
# error, from the first round on. Of a sum all depend on it, once it has come to its first wait in the round before, and of a
# half without it nobody.
for row in 'links 0' 'messages 12' 'barrier 11' 'sum 11' 'shift 3' 'half 0'; do
    survives "node 5 fails: ${row% *}" 1 "1 dead, ${row#* } calls of 12 in error" -n 8 --exact --fail-node 5@1 "$outliving" \
        "${row% *}" 12
done
run tools/cuberun -n 8 --timeout 60 --exact --with-ft cube --fail-node 5@1 --links "$outliving" messages 12
like 'nothing passes its six links' "$output" 'links: 18 of 24 used'
for options in '--parts 2' '--exact --kernel-option direct=256 --kernel-option routed=256' '--exact --fail-link 5:0@9000'; do
    # shellcheck disable=SC2086 # as many options as there are
    run tools/cuberun -n 8 --timeout 60 --with-ft cube $options --fail-node 5@9000 "$outliving" every 34
    like "every call, and again after a failure ($options)" "$status $output" '^0 1 dead, ' || echo "$output$errors" | diagnose
done
for seed in 1 2; do
    for options in --exact '--accel multi'; do
        # shellcheck disable=SC2086 # as many options as there are
        run tools/cuberun -n 16 --timeout 60 $options --with-ft cube --fail-node random:$seed:2 --fail random:$seed:1 \
            --fail-rank random:$seed:2 --kernel-option routed=512 "$outliving" every 51
        passes "nodes, a link and programs fail at random moments, seed $seed ($options)"
        unlike '    and nothing is wrong' "$output" wrong
    done
done
for parts in 1 2; do
    run tools/cuberun -n 16 --timeout 60 --exact --parts $parts --stats "$scratch/stats" --with-ft cube --fail-node random:7:3 \
        "$outliving" every 51
    { echo "$status $output $errors" && grep -v '"cycles"\|"excess"\|_bytes"\|"instructions"\|"sent"\|"taken"\|"routed"\|"barriers"' "$scratch/stats"; } >"$scratch/run"
    [ -e "$scratch/first" ] || cp "$scratch/run" "$scratch/first"
    is "runs with one seed are equal, this one in parts: $parts" "$(diff "$scratch/first" "$scratch/run" | head -n 20)" ''
done
is '    and the file names the nodes' "$(grep -A 3 '"failing": \[' "$scratch/stats" | grep -c '^ *"[0-9]*",*$')" 3

# ---- MPI

tools/mpicc tests/mpi/failures/moments.c -o "$scratch/moments"
seed=0
for work in all agree; do
    seed=$((seed + 1))
    run timeout 100 tools/mpiexec -n 8 --with-ft ulfm --cube "--exact --fail-node random:$seed:2" "$scratch/moments" $work 20
    like "survivors of $work, seed $seed" "$status $output" '^0 [678] left$' || echo "$errors" | diagnose
done

# ---- Refusals

refuses "--fail: invalid value '8@1' .expected: node 0 to 7, @ and a time" --fail 8@1
refuses '--fail: a node fails twice' --fail 1@5,1@6
refuses '--fail: 1 links and 2 nodes are too many for 8 nodes .expected: at most 2' --fail-link 0:0@5 --fail-node random:1:2
refuses '--fail: node 1 would become unreachable' --dead-link 0:0 --fail-node 2@1,4@1
refuses '--fail: nodes cannot fail in a cube of 2 nodes' -n 2 --fail-node 1@5
refuses '--fail: nodes cannot fail with 5 ranks on 8 nodes' --ranks 5 --fail-node 1@5
finish
