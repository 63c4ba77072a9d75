#!/bin/sh
# The demonstrations on the machine: they verify each byte and each count themselves, so their
# status is the verdict; and the exact figures that they print. Then that they notice mistakes.
. tests/lib.sh

# figures DESCRIPTION NAME STEPS FORMULA BOUND PACKETS BYTES PERCENT: a line of the closing table.
figures() {
    description=$1
    shift
    like "    $description" "$output" "^$(printf '%s +' "$@")%"
}

# ---- Every program at several sizes

cube 8 hello to you
is "    a line from each node" "$(printf '%s\n' "$output" | grep -c 'of 8 to you$')" 8

for nodes in 1 2 4 64; do
    cube "$nodes" aspc -r 1
    cube "$nodes" alltoall -r 1
    cube "$nodes" collective barrier --repetitions 20
done
cube 2 pingpong -r 20
like "    a line for each size, to 1 MiB" "$output" "^ *1048576 "
cube 4 pingpong -r 1

# ---- The figures of the literature: steps, formula, bound, packets, bytes, links used

cube 8 aspc -m 100 -r 2
figures "four steps for ASPC" aspc 4 4 4 80 8000 83
figures "2n - 1 for one offset at a time" aspc-permutations 5 5 4 80 8000 67
figures "4n - 2 with one port" aspc-one-port 10 10 10 80 8000 33
cube 8 alltoall -m 1K -r 2
figures "N - 1 steps by E-cube" alltoall-ecube 7 7 7 96 98304 57
figures "and in pieces" alltoall-ecube-pieces 7 7 7 96 98304 57
figures "n steps by exchange" alltoall-exchange 3 3 3 24 98304 33

# topology: a line of what it prints, spaces as they come.
line() {
    like "    $1" "$output" "^ *$(printf '%s +' "$@" | sed 's/ +$/\$/')"
}
# Networks: nodes, links, degree, diameter, connectivity by links and by nodes.
cube 16 topology
line ring 16 16 2 8 2 2
line 'odd ring' 15 15 2 7 2 2
line 'wraparound mesh' 16 32 4 4 4 4
line 'binomial tree' 16 15 4 7 1 1
line 'binary tree' 15 14 3 6 1 1
line hypercube 16 32 4 4 4 4
line 'fully connected' 16 120 15 1 15 15
# Disjoint paths: the node that they lead to, and their lengths.
line ring 'a neighbour' 1 '1, 15'
line ring 'the farthest' 8 '2 x 8'
line 'wraparound mesh' 'not aligned' 5 '2 x 2, 2 x 4'
line hypercube 'a neighbour' 1 '1, 3 x 3'
line hypercube 'the farthest' 15 '4 x 4'
line 'fully connected' 'the farthest' 15 '1, 14 x 2'
# Embeddings: dilation, congestion, expansion.
line ring hypercube 1 1 1.00
line 'odd ring' hypercube 2 2 1.07
line 'wraparound mesh' hypercube 1 1 1.00
line 'binary tree' hypercube 2 3 1.07
line 'fully connected' hypercube 4 8 1.00
line ring 'wraparound mesh' 1 1 1.00
# The all-gather of the hypercube on a ring: links, packets and blocks on the busiest.
line 0 1 1 1
line 3 8 8 64
cube 2 topology
line hypercube 2 1 1 1 1 1
# The largest that it takes, without what takes long: p / 2, 2 (n - 1), n. And with fewer nodes: p / 2, 8 / 2 + 4 / 2,
# 2 n - 1.
cube 128 topology ring 'binary tree' hypercube
line ring 128 128 2 64 2 2
line 'binary tree' 127 126 3 12 1 1
line hypercube 128 448 7 7 7 7
line ring 'the farthest' 64 '2 x 64'
line hypercube 'the farthest' 127 '7 x 7'
cube 32 topology 'odd ring' 'wraparound mesh' 'binomial tree'
line 'odd ring' 31 31 2 15 2 2
line 'wraparound mesh' 32 64 4 6 4 4
line 'binomial tree' 32 31 5 9 1 1
cube 8 topology 'fully connected'
line 'fully connected' 8 28 7 1 7 7
is "    and nothing else" "$(printf '%s\n' "$output" | grep -c '^ring')" 0

# Blocks of more than a ring, and of nothing.
cube 4 alltoall -m 200000 -r 1
cube 8 aspc -m 200000 -r 1
cube 8 aspc -m 0 -r 1
cube 8 alltoall -m 0 -r 1

# ---- Options

refuses '-m takes a number' 2 aspc -m many
refuses '-m takes a number' 2 aspc -m 1K1
refuses '-m takes a number' 2 alltoall -m 2000M
refuses '-r takes a number' 2 alltoall -r 0
refuses 'an option is unknown' 2 pingpong -m 8
refuses 'an option is unknown' 2 aspc -r
refuses 'not an option' 2 aspc 100
cube 2 aspc -h
like "    says what its options are" "$output" '-m BYTES'
run tools/cuberun -n 1 --timeout 60 "$out/programs/pingpong.elf"
is "pingpong needs two nodes" "$status" 1
run tools/cuberun -n 1 --timeout 60 "$out/programs/topology.elf"
is "and so does topology" "$status" 1
run tools/cuberun -n 2 --timeout 60 "$out/programs/topology.elf" torus
is "which knows no network of another name" "$status" 2
like "    and says so" "$output$errors" "topology knows no network 'torus'"

# ---- Mistakes are noticed

cat >"$scratch/spoilt.c" <<'END'
#include <cube.h>
#include <errno.h>

/* ASPC with a mistake: in a byte at node 1, in the number of packets, or none but a failure. */
int spoilt_aspc(const struct cube_choice *choice, const void *elements, void *plus, void *minus, size_t bytes) {
    int error = cube_aspc_by(choice, elements, plus, minus, bytes);
#if defined(BYTE)
    if (cube_node() == 1)
        ((char *)minus)[bytes + 5] ^= 1;
#elif defined(PACKET)
    char one = 1;
    if (cube_node() == 0)
        cube_link_send(0, &one, 1);
    else if (cube_node() == 1)
        cube_link_recv(0, &one, 1);
#else
    if (cube_node() == 3)
        return -ENOMEM;
#endif
    return error;
}
END

# notices MISTAKE STATUS MESSAGE
notices() {
    sed 's/cube_aspc_by(/spoilt_aspc(/
        1i #include "cube.h"
        1i __typeof__(cube_aspc_by) spoilt_aspc;' programs/aspc.c >"$scratch/aspc.c"
    tools/cubecc -D"$1" -I. "$scratch/aspc.c" "$scratch/spoilt.c" "$out/libprograms.a" \
        "$out/libcomputations.a" -o "$scratch/aspc.elf" || exit
    run tools/cuberun -n 4 --timeout 60 "$scratch/aspc.elf" -r 1
    is "a mistake in a $1 is a failure" "$status" "$2"
    like "    and is told" "$output$errors" "$3"
}
notices BYTE 1 'node 1: aspc: element 1 from node .* wrong at byte 5'
notices PACKET 1 'node 1: aspc, link 0: 4 packets, scheduled 3'
# The others wait for the node that has given up: a deadlock.
notices CALL 75 'node 3: aspc failed'

finish
