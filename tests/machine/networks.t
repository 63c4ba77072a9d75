#!/bin/sh
# Networks on the machine: any operation by its name, linear arrays, the slides' table of costs, the
# tree of switches, multinode broadcast by translated trees, tori and meshes of any sides. The
# programs verify each byte and each count themselves.
. tests/lib.sh

# priced NODES PROGRAM [words]: with prices that tell each part of a time, and instructions free.
priced() {
    nodes=$1
    program=$2
    shift 2
    run tools/cuberun -n "$nodes" --timeout 60 --exact --ti 0 --ts 1000 --th 10 --tw 1 --ports one \
        "$out/programs/$program.elf" "$@"
    passes "$program on $nodes nodes${1:+, $*}, with prices"
}

# line DESCRIPTION FIELD...: a line of the output has these fields, spaces as they come.
line() {
    description=$1
    shift
    like "    $description" "$output" "^ *$(printf '%s +' "$@" | sed 's/ +$//')( |\$)"
}


# ---- Any operation, by its name

cube 1 collective alltoall
cube 2 collective bcast --root 1 --packets 5
cube 8 collective alltoall --bytes 1K --repetitions 2
line "every algorithm has a line" alltoall-exchange SIMD 3 3 3 24 24 98304 98304
line "and another one" alltoall-all-port all-port 4 4 4 96 96 98304 98304
cube 8 collective alltoall --algorithm alltoall-ecube --bytes 10 --subcube 0,2
like "    in two squares at once" "$output" ', in 2 subcubes at once$'
line "whose counts are twice those of one" alltoall-ecube one-port 3 3 3 32 32 320 320
is "    and no other algorithm" "$(printf '%s\n' "$output" | grep -c '^alltoall-')" 1
cube 16 collective mesh-shift --mesh 2x4 --subcube 0,1,2 --shift 3 --ports one
line "two meshes, each in a subcube" mesh-shift one-port 2 2 2 28 28 1792 1792
cube 64 collective transfer --root 3 --target 60 --packets 16 --ports all
line "four packets on each of six paths, and more" transfer-paths all-port 8 8 8
refuses 'name an operation' 8 collective
refuses 'there is no operation "scater"' 8 collective scater
like "    the right names follow" "$output$errors" '  bcast, reduce, '
refuses 'bcast has no algorithm "scan-exchange"' 8 collective bcast --algorithm scan-exchange
like "    those of bcast follow" "$output$errors" '^    bcast-binomial, bcast-one-by-one, '
refuses 'mesh-shift has no algorithm for --ports simd' 8 collective mesh-shift --ports simd
refuses 'takes all, one or simd, not "two"' 8 collective bcast --ports two
refuses 'bcast takes no --shift' 8 collective bcast --shift 1
refuses 'alltoall-ecube takes no --root' 8 collective alltoall --algorithm alltoall-ecube --root 1
refuses '3 is twice there, or no dimension of 8 nodes' 8 collective alltoall --subcube 0,3
refuses '0 is twice there' 8 collective alltoall --subcube 0,0
refuses 'not "a"' 8 collective alltoall --subcube a
refuses 'not "4x"' 8 collective mesh-bcast --mesh 4x
refuses 'there is no mesh-bcast on 8 nodes in this case' 8 collective mesh-bcast --mesh 3x2
refuses 'there is no option "bcast"' 8 collective alltoall bcast
refuses 'a number from 0 to 7, not "8"' 8 collective bcast --root 8

# ---- Programs refuse what they do not know

for program in iterate choices; do
    refuses 'there is no option "12"' 8 $program 12
done
refuses 'integrate \[POINTS' 8 integrate 12x

# ---- The slides' table: formulas and clocks are equal, or the program fails

for nodes in 1 2 4 16; do
    priced $nodes costs
done
priced 8 costs --bytes 100
is "    every row is there" "$(printf '%s\n' "$output" | grep -c ' \(linear array\|ring\|mesh\|hypercube\) .* [0-9]*$')" 47
line "an array's all-gather goes back once" all-gather 'linear array' array-allgather \
    '\(t_s \+ t_w m\) \(p-1\)' 7 7 13 7830 7830
line "its sums never" all-reduce 'linear array' array-allreduce '\(t_s \+ t_w m\) \(p-1\)' 7 7 7 7770 7770
line "the mesh's total exchange, the shorter way" 'total exchange' mesh mesh-alltoall - 3 12 3 4230 4230
cube 8 costs
refuses 'there is no option "--size"' 8 costs --size 8
# A wrong formula is noticed.
sed 's/2 \* at->p - 3/2 * at->p - 2/' programs/parts/slides.c >"$scratch/slides.c"
if cmp -s programs/parts/slides.c "$scratch/slides.c"; then
    ok 1 "the formula can be spoilt"
fi
tools/cubecc -I. programs/costs.c "$scratch/slides.c" "$out/libprograms.a" "$out/libcomputations.a" \
    -o "$scratch/costs.elf" || exit
run tools/cuberun -n 4 --timeout 60 --exact --ti 0 --ts 1000 --th 10 --tw 1 --ports one "$scratch/costs.elf"
is "a wrong number of hops is a failure" "$status" 1
is "    in the rows that have it" "$(printf '%s\n' "$output" | grep -c 'ANOTHER TIME$')" 2

# ---- The tree of switches

for nodes in 2 4 64; do
    priced $nodes tree
done
priced 16 tree --bytes 8
line "broadcast: steps, messages, links, time" broadcast 3 3 22 22 37 12306 12306 3144
line "and reduction" reduction 3 3 22 22 37 12306 12306 3144
cube 16 tree --root 5 --bytes 1000
refuses 'a number from 0 to 3, not "4"' 8 tree --root 4
run tools/cuberun -n 1 --timeout 60 "$out/programs/tree.elf"
is "tree needs two nodes" "$status" 2

# ---- Multinode broadcast by translated trees

cube 1 multinode
cube 2 multinode --bytes 3
cube 64 multinode
like "    as few rounds as there can be" "$output" '"filled": 11 rounds; no tree takes fewer than 11$'
cube 16 multinode --tree outwards
like "    the binomial tree takes 2\^\(n-1\)" "$output" '"outwards": 8 rounds; no tree takes fewer than 4$'
line "r_max of step 2" 2 6 3
cube 16 multinode --mesh 6x2
line "a mesh that leaves nodes out" steps 4 4
line "all of its messages" words over links 8448 8448
printf '0 1 1\n0 3 1\n1 2 2\n' >"$scratch/tree"
run tools/cuberun -n 8 --timeout 60 --file "mine=$scratch/tree" "$out/programs/multinode.elf" --mesh 4 --tree mine
passes "a tree of the user's"
like "    has two rounds" "$output" '"mine": 2 rounds'
# wrong_tree DESCRIPTION MESSAGE LINES: a file that is no tree of a ring of 4.
wrong_tree() {
    printf '%b' "$3" >"$scratch/tree"
    run tools/cuberun -n 4 --timeout 60 --file "mine=$scratch/tree" "$out/programs/multinode.elf" --mesh 4 --tree mine
    is "$1 is no tree" "$status" 2
    like "    and why" "$output$errors" "$2"
}
wrong_tree 'a line of two numbers' 'mine, line 2: three numbers' '0 1 1\n0 3\n'
wrong_tree 'an arc from where nothing is yet' 'mine: this is no broadcast' '0 1 1\n0 3 1\n1 2 1\n'
wrong_tree 'an empty file' 'mine: this is no broadcast' ''
refuses 'neither outwards nor filled, nor a file' 8 multinode --tree none
refuses 'the cube does not hold it' 8 multinode --mesh 5

# ---- Tori and meshes of any sides

cube 64 topology torus=4x4x4 mesh=3x5x4 torus=6x6 mesh=64
line "a torus: diameter 3 x 2, six links a node" torus=4x4x4 64 192 6 6 6 6
line "a mesh: 2 + 4 + 3" mesh=3x5x4 60 133 6 9 3 3
line "in the cube" torus=6x6 hypercube 1 1 1.78
line "an array" mesh=64 64 63 2 63 1 1
cube 32 topology mesh '3-D mesh' '3-D torus' 'linear array'
line "the 3-D torus" '3-D torus' 32 80 5 5 5 5
line "the open one" '3-D mesh' 32 64 5 7 3 3
line "in the cube" '3-D mesh' hypercube 1 1 1.00
line "every even ring is in the mesh" '4, 6 \.\. 32' mesh 1 1
line "an odd one is not" '5, 7 \.\. 31' '3-D mesh' 2
run tools/cuberun -n 8 --timeout 60 "$out/programs/topology.elf" torus=3x3
is "a torus of more nodes than the cube is refused" "$status" 2
like "    and why" "$output$errors" 'of up to 8 nodes'

finish
