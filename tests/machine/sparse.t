#!/bin/sh
# Conjugate gradients and sparse fixed points on the machine. The programs compare with one node, and
# their counts with the formulas, so their status is the verdict; and some figures are known. Then
# that they refuse wrong matrices, and say why.
. tests/lib.sh

cube_options="--exact --file $scratch/matrix"

# counted WHAT NUMBER: a line of the report, where formula and count are the same.
counted() {
    like "    $1: $2" "$output" "^$1 +$2 +$2\$"
}

# matrix KIND LINE...: writes the file that programs are given.
matrix() {
    printf '%%%%MatrixMarket matrix %s\n' "$1" >"$scratch/matrix"
    shift
    printf '%s\n' "$@" >>"$scratch/matrix"
}

# ---- Conjugate gradients

# 6 unknowns: with 8 nodes, two have none.
matrix 'coordinate real symmetric' '6 6 11' '1 1 4' '2 2 4' '3 3 5' '4 4 4' '5 5 4' '6 6 4' \
    '2 1 -1' '3 2 -1' '4 3 -1' '5 4 -1' '6 5 -1.5'
for nodes in 1 2 8 64; do
    cube "$nodes" cg --size 96 --contrast 7
    cube "$nodes" cg --matrix matrix
done
cube 8 cg --size 100 --preconditioner jacobi --contrast 50
cube 8 cg --matrix matrix --preconditioner jacobi
cube 64 cg --size 96 --preconditioner fft --contrast 3

# The Fourier transforms solve Poisson's equation in one iteration: one exchange of edges, 2 x 2
# total exchanges of 3 steps, and 3 all-reduces of 3.
cube 8 cg --size 256 --preconditioner fft
like "    one iteration" "$output" '^1 iterations'
counted steps 22
# 7 x 2 edges of 16; 4 total exchanges of blocks of 4 words, 3 x 8 messages of 4 blocks each; and
# all-reduces along 24 links: of 2 words, 1, and 2.
counted 'words over links' "$((14 * 16 + 4 * 3 * 8 * 4 * 4 + 24 * 5))"

# A limit ends the iteration before it has to: 5 exchanges of edges, and 11 all-reduces of a word.
cube 8 cg --size 256 --iterations 5
counted steps "$((5 + 11 * 3))"
counted 'words over links' "$((5 * 14 * 16 + 11 * 24))"

matrix 'array real symmetric' '3 3' 4 -1 0.5 5 1 6
cube 4 cg --matrix matrix
like "    it is dense" "$output" '^matrix, a dense matrix of 3 x 3'
# Three iterations of an all-gather of 2 steps and 12 words, and 7 all-reduces of 2 steps.
counted steps "$((3 * 2 + 7 * 2))"
counted 'words over links' "$((3 * 12 + 7 * 8))"

cube 8 cg --dense --size 50

# ---- Sparse fixed points

for nodes in 1 2 8 64; do
    cube "$nodes" sparse --size 120 --diagonals 9,24
done
like "    three problems" "$output" '^3 problems of 40 unknowns: .* c \+ 3, c \+ 6, ... c \+ 117$'
like "    divided among two groups" "$output" ' 2, of 32 nodes$'
# As many problems as nodes, or more: only the termination test moves words, 2 x 3 steps of 2 x 7.
cube 8 sparse --size 128 --diagonals 16,48
iterations=$(printf '%s\n' "$output" | sed -n 's/ iterations: .*//p')
counted steps "$((iterations * 6))"
counted 'words over links' "$((iterations * 14))"
# A band of 2 blocks of 8: two shifts each way by all nodes.
cube 16 sparse --size 128 --diagonals 1,15 --method shifts
iterations=$(printf '%s\n' "$output" | sed -n 's/ iterations: .*//p')
counted steps "$((iterations * (2 + 8)))"
counted 'words over links' "$((iterations * (2 * 2 * 16 * 8 + 30)))"
cube 8 sparse --size 50 --diagonals 0,7 --method planned
cube 8 sparse --size 50 --diagonals 10,20 --method problems
matrix 'coordinate pattern general' '5 5 6' '1 2' '2 3' '3 4' '4 5' '5 1' '1 4'
cube 4 sparse --matrix matrix

# ---- What they refuse (tests/unit/computations/test_matrix_market.c has all mistakes of files)

# refused MESSAGE PROGRAM [words]: status 2 and a message, said once.
refused() {
    message=$1
    program=$2
    shift 2
    run tools/cuberun -n 2 --exact --timeout 60 --file "$scratch/matrix" \
        "$out/programs/$program.elf" "$@"
    is "$program refuses: $message" "$status $errors$output" "2 $message"
}
reads=cg
wrong() {
    refused "matrix: $1" "$reads" --matrix matrix
}
matrix 'coordinate real general' '% more than there are' '2 2 3' '1 1 1' '2 2 1'
wrong 'line 6: the file ends after 2 of 3 elements'
matrix 'coordinate real general' '99999999999999999999 1 1'
wrong 'line 2: rows is 99999999999999999999, at most 16777216 are possible'
reads=sparse
wrong 'line 2: rows is 99999999999999999999, at most 16777216 are possible'
reads=cg
matrix 'coordinate real symmetric' '3 3 2' '1 1 2' '2 1 1'
wrong 'line 2: a matrix of 3 rows, whose row 3 has no element but zeros: it is singular'
matrix 'coordinate real general' '2 2 3' '1 1 2' '1 2 1' '2 2 2'
wrong 'the matrix is not symmetric: conjugate gradients do not solve it'
refused 'other: there is no such file: cuberun --file other=PATH gives it' cg --matrix other
refused '--width: a divisor of --size' cg --size 100 --width 7
refused '--preconditioner: none, jacobi or fft' cg --preconditioner ilu
refused '--diagonals: numbers below the size, with commas between them' sparse --size 9 \
    --diagonals 3,9
refused '--method: planned, shifts, problems or best' sparse --method gather

# What shows only when it is solved.
matrix 'coordinate real symmetric' '2 2 3' '1 1 1' '2 1 1' '2 2 1'
run tools/cuberun -n 2 --exact --timeout 60 --file "$scratch/matrix" "$out/programs/cg.elf" \
    --matrix matrix
is "a singular matrix is noticed" "$status" 1
like "    and told" "$all" '^the matrix is singular, or not positive definite$'
finish
