#!/bin/sh
# The demonstrations on the machine: they verify each byte and each count themselves, so their
# status is the verdict; and the exact figures that they print. Then that they notice mistakes.
. tests/lib.sh

# cube NODES PROGRAM [words]
cube() {
    nodes=$1
    program=$2
    shift 2
    run tools/cuberun -n "$nodes" --timeout 60 "build/programs/$program.elf" "$@"
    ok "$status" "$program on $nodes nodes${1:+, $*}" ||
        printf 'status %s\n%s\n%s\n' "$status" "$output" "$errors" | diagnose
}

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
    cube "$nodes" barrier -r 20
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

# Networks: links, degree, diameter, paths disjoint in links and in nodes, dilation.
cube 16 topology
line() {
    like "    a $1" "$output" "^$(printf '%s +' "$@" | sed 's/ +$/\$/')"
}
line ring 16 2 8 2 2 1
line 'wraparound mesh' 32 4 4 4 4 1
line 'binomial tree' 15 4 7 1 1 1
line hypercube 32 4 4 4 4 1
line 'fully connected' 120 15 1 15 15 4
cube 2 topology
line hypercube 1 1 1 1 1 1

# Blocks of more than a ring, and of nothing.
cube 4 alltoall -m 200000 -r 1
cube 8 aspc -m 200000 -r 1
cube 8 aspc -m 0 -r 1
cube 8 alltoall -m 0 -r 1

# ---- Options

# refused PROGRAM MESSAGE WORDS...
refused() {
    program=$1
    message=$2
    shift 2
    run tools/cuberun -n 2 --timeout 60 "build/programs/$program.elf" "$@"
    is "$program $* is refused" "$status" 2
    is "    and node 0 alone says why" "$(printf '%s\n' "$output" "$errors" | grep -c -e "$message")" 1
}
refused aspc '-m takes a number' -m many
refused aspc '-m takes a number' -m 1K1
refused alltoall '-m takes a number' -m 2000M
refused alltoall '-r takes a number' -r 0
refused pingpong 'an option is unknown' -m 8
refused barrier 'an option is unknown' -r
refused barrier 'not an option' 100
cube 2 aspc -h
like "    says what its options are" "$output" '-m BYTES'
run tools/cuberun -n 1 --timeout 60 build/programs/pingpong.elf
is "pingpong needs two nodes" "$status" 1
run tools/cuberun -n 1 --timeout 60 build/programs/topology.elf
is "and so does topology" "$status" 1

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
    sed 's/cube_aspc_by(/spoilt_aspc(/; 1i int spoilt_aspc();' programs/aspc.c >"$scratch/aspc.c"
    tools/cubecc -D"$1" -Iprograms "$scratch/aspc.c" "$scratch/spoilt.c" \
        programs/measure.c programs/gather.c programs/settings.c programs/table.c programs/pattern.c \
        -o "$scratch/aspc.elf" || exit
    run tools/cuberun -n 4 --timeout 60 "$scratch/aspc.elf" -r 1
    is "a mistake in a $1 is a failure" "$status" "$2"
    like "    and is told" "$output$errors" "$3"
}
notices BYTE 1 'node 1: aspc: element 1 from node .* wrong at byte 5'
notices PACKET 1 'node 1: aspc, link 0: 4 packets, scheduled 3'
# The others wait for the node that has given up: a deadlock.
notices CALL 75 'node 3: aspc failed'

finish
