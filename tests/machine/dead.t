#!/bin/sh
# Finds a packet that passes a dead link, a call that fails with dead links, or a detour of another
# length. TEST_CUBERUN (tests/lib.sh) lets other tests run so: make soak has those of MPI.
. tests/lib.sh

traffic=$out/tests/boot/traffic.elf
tools/mpicc -O2 tests/mpi/random/*.c -o "$scratch/random"
rows 'tools/cuberun --timeout 60' <<'END'
# Messages of all nodes to all, whatever is dead; also placed elsewhere (--map): what is dead is physical, and paths ascend
# in physical dimensions.
0 -n 16 --dead random:2:11:0 --kernel-option routed=256 "$traffic" => 8960 messages
0 -n 16 --dead random:5:8:0 --accel multi "$traffic" => 8960 messages
0 -n 16 --dead random:2:11:0 --map transpose --exact "$traffic" => 8960 messages
0 -n 16 --dead random:2:11:0 --map transpose --parts 2 --kernel-option routed=256 "$traffic" => 8960 messages
# Nothing passes a dead link, and packets go round it.
0 -n 8 --dead-link 0:0,5:1,7:2 --exact "$out/tests/boot/failing.elf"
0 -n 8 --dead-link 0:0,5:1,7:2 --parts 2 "$out/tests/boot/failing.elf"
0 -n 8 --dead-link 0:0,5:1,7:2 --kernel-option direct=256 --kernel-option routed=256 "$out/tests/boot/failing.elf"
0 -n 8 --dead-link 0:0,5:1,7:2 --map bit-reverse "$out/tests/boot/failing.elf"
0 -n 16 --dead random:7:6:0 --parts 4 --kernel-option routed=256 "$out/tests/soak/soak.elf" 3 30 500 => seed 3: 30 rounds
75 -n 8 --dead-link 1:2 "$out/tests/fail/deadlock.elf" recv_in_a_ring => ^graycube: deadlock
END

# By the clock a packet over a dead link takes two hops more; two barriers meet it here. Nothing is counted on the link itself.
barriers() {
    run tools/cuberun -n 4 --timeout 60 --exact --ti 0 --ts 100 --th 10 --tw 1 --time "$@" "$out/programs/collective.elf" \
        barrier --repetitions 1
    time=${output##*parallel time: }
}
barriers
living=$time
barriers --dead-link 0:0
is 'a detour takes two hops more' "$((time - living))" 40
# So does one that a schedule passes on over a dead link: from node 0 by nodes 1 and 3 to node 7; in one piece, and in several.
transfer() {
    run tools/cuberun -n 8 --timeout 60 --exact --ti 0 --ts 100 --th 10 --tw 1 "$@" "$out/programs/collective.elf" \
        transfer --algorithm transfer-path --target 7 --bytes 1000 --repetitions 1
    time=$(printf '%s\n' "$output" | awk '$1 == "transfer-path" { print $11 }')
}
for ring in '8192 0:0' '8192 3:2' '256 1:1'; do
    transfer --kernel-option "direct=${ring% *}"
    living=$time
    transfer --kernel-option "direct=${ring% *}" --dead-link "${ring#* }"
    is "    and where it is passed on, over link ${ring#* } in rings of ${ring% *} bytes" "$((time - living))" 20
done
run tools/cuberun -n 4 --timeout 60 --dead-link 0:1 --links --stats "$scratch/stats" "$out/tests/boot/traffic.elf"
like '--links shows what is dead' "$output" '^ +1 x[.0-9]x[.0-9]$'
like '    and --stats names it' "$(tr -d ' \n' <"$scratch/stats")" '"dead":\["0:1"\]'

# The same to the digit in each run, and in any number of parts.
for parts in 1 4; do
    run tools/cuberun -n 16 --timeout 60 --exact --parts $parts --stats "$scratch/stats" --dead random:8:7:0 \
        "$out/tests/soak/soak.elf" 7 10 500
    { echo "$status $output" && grep -v '"cycles"\|"excess"\|"instructions"\|_bytes"' "$scratch/stats"; } >"$scratch/run$parts"
    [ -f "$scratch/first" ] || { cp "$scratch/run$parts" "$scratch/first" && like 'random collectives' "$status $output" '^0 seed 7: 10 rounds'; }
    is "with $parts parts the same clocks and meters" "$(diff "$scratch/first" "$scratch/run$parts" | head -n 20)" ''
done

# ---- Nodes that are placed elsewhere (--map)

run tools/cuberun -n 16 --timeout 60 --dead-link 4:1 --map transpose --stats "$scratch/stats" "$traffic"
succeeds 'the dead link is the physical one that was named' /usr/bin/python3 -c '
import json, sys
stats = json.load(open(sys.argv[1]))
unused = {(node, link["dimension"]) for node, record in enumerate(stats["records"])
          for link in record["links"] if link["routed_packets"] == 0}
assert stats["map"] == [0, 2, 1, 3] and stats["dead"] == ["4:1"] and unused == {(4, 1), (6, 1)}, unused
' "$scratch/stats"
# What a program sends over its link to a node that is dead, in its own cube, names that node.
c_program beside <<'END_OF_PROGRAM'
#include <cube.h>
#include <stdlib.h>
int main(int count, char *words[]) {
    char byte = 1;
    (void)words;
    return cube_node() == 3 && (count > 1 ? cube_barrier() : cube_link_send(0, &byte, 1)) != 0;
}
END_OF_PROGRAM
rows 'tools/cuberun --timeout 60 -n 8 --ranks 5 --dead 2' <<'END'
134 "$scratch/beside.elf" => ^cube: node 3: node 2 is unreachable$ => rank 2 .node 3.: aborted$
134 --parts 2 "$scratch/beside.elf" barrier => ^cube: node 3: node 2 is unreachable$
END

c_program one <<'END_OF_PROGRAM'
#include <cube.h>
int main(void) {
    char word = 0;
    int error = cube_node() == 0 ? cube_send(7, &word, 1) : cube_node() == 7 ? cube_recv(0, &word, 1) : 0;
    cube_barrier();
    return error;
}
END_OF_PROGRAM
run tools/cuberun -n 8 --timeout 60 --dead-link 4:0 --map bit-reverse --stats "$scratch/stats" "$scratch/one.elf"
succeeds "    and E-cube's physical path is taken where it lives" /usr/bin/python3 -c '
import json, sys
stats = json.load(open(sys.argv[1]))
used = {(node, link["dimension"]) for node, record in enumerate(stats["records"])
        for link in record["links"] if link["routed_packets"] > 0}
path, logical = {(1, 0), (3, 1), (7, 2)}, (5, 2)  # the barrier has a detour from node 4 to 5
assert stats["map"] == [0, 2, 1] and path <= used and logical not in used, stats["map"]
' "$scratch/stats"

# ---- Nodes

c_program name tools/mpicc <<'END_OF_PROGRAM'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char *argv[]) {
    int rank, size, length;
    char name[MPI_MAX_PROCESSOR_NAME];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Get_processor_name(name, &length);
    printf("%d of %d on %s\n", rank, size, name);
    if (argc > 1 && rank == 0)
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (argc > 1)
        _Exit(0);
    return MPI_Finalize();
}
END_OF_PROGRAM
rows '' <<'END'
# A program runs on the largest subcube that lives, with the links in it that are dead.
0 tools/cuberun -n 8 --timeout 60 --dead-node 5 "$out/programs/hello.elf" => ^hello from node 3 of 4$ => ^cuberun: --dead: running on 4 of 8 nodes, the subcube of node 0 in dimensions 0, 1$
0 tools/cuberun -n 8 --timeout 60 --dead-node 0,3 --dead-link 4:0 "$traffic" => ^ok 1 - 560 messages between 4 nodes => subcube of node 4 in dimensions 0, 1$
# MPI runs on all nodes that live, in their order, and reports name ranks, and their nodes where the numbers differ.
0 tools/mpiexec -n 7 --timeout 60 --cube '--dead random:4:4:0' "$scratch/random" 4 40 => ^seed 4, .* all right$
0 tools/mpiexec -n 6 --timeout 60 --cube '--dead-node 0,5 --dead-link 6:0 --parts 2' "$scratch/random" 7 40 => ^seed 7, 6 .* all right$
0 tools/mpiexec -n 5 --timeout 60 --cube '--dead-node 0,5' "$scratch/name.elf" => ^0 of 5 on node1$ => ^1 of 5 on node2$ => ^2 of 5 on node3$ => ^3 of 5 on node4$ => ^4 of 5 on node6$
75 tools/mpiexec -n 5 --timeout 60 --cube '--dead-node 0,5' "$scratch/name.elf" none => deadlock: no node can go on; 4 of 5 programs have ended$ => ^graycube: rank 0 \(node 1\) waits in MPI_Recv\(
64 tools/mpiexec -n 8 --cube '--dead-node 2' "$scratch/random" 1 => ^cuberun: --ranks 8: only 7 live nodes .-n: a larger cube
END

# ---- Refusals

refuses "--dead: invalid value '8:0' .expected: NODE:DIMENSION with node 0 to 7 and dimension below 3" --dead 8:0
refuses "--dead: invalid value '1:3'" --dead 0:1,1:3
refuses "--dead: invalid value '8' .expected: node 0 to 7" --dead 8
refuses "--dead: invalid value 'random:1' .expected: random:SEED:LINKS:NODES" --dead random:1
refuses '--dead: node 7 unreachable .fewer dead links, or these nodes dead as well' --dead 7:0,7:1,7:2
refuses '--dead: no live node is left' --dead 0,1,2,3,4,5,6,7
finish
