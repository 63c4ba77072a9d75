#!/bin/sh
# Finds a demonstration whose results, counts or closing figures are wrong on the machine, or that takes wrong words.
# The programs verify each byte and compare their counts with formulas, so their status is the verdict; patterns are
# the figures of the literature, worked out by hand.
. tests/lib.sh

# on OPTIONS NODES PROGRAM [words]
on() {
    options=$1 nodes=$2 program=$3
    shift 3
    # shellcheck disable=SC2086 # as many words as there are options
    tools/cuberun -n "$nodes" --timeout 60 $options "$out/programs/$program.elf" "$@"
}

# ---- Collectives: steps, formula, bound, packets, bytes, links used

rows 'on ""' <<'END'
0 8 hello to you => from node 7 of 8 to you$
0 16 aspc -r 1
0 8 aspc -m 100 -r 2 => ^aspc 4 4 4 80 8000 83 % => ^aspc-permutations 5 5 4 80 8000 67 % => ^aspc-one-port 10 10 10 80 8000 33 %
0 8 alltoall -m 1K -r 2 => ^alltoall-ecube 7 7 7 96 98304 57 % => ^alltoall-exchange 3 3 3 24 98304 33 %
0 1 alltoall -r 1
0 4 alltoall -m 200000 -r 1
0 8 aspc -m 0 -r 1
0 4 pingpong -r 1 => 1048576
0 16 collective barrier --repetitions 20
0 1 collective alltoall
0 2 collective bcast --root 1 --packets 5
0 8 collective alltoall --bytes 1K --repetitions 2 => alltoall-exchange SIMD 3 3 3 24 24 98304 98304 => alltoall-all-port all-port 4 4 4 96 96
0 8 collective alltoall --algorithm alltoall-ecube --bytes 10 --subcube 0,2 => , in 2 subcubes at once$ => one-port 3 3 3 32 32 320 320
0 16 collective mesh-shift --mesh 2x4 --subcube 0,1,2 --shift 3 --ports one => mesh-shift one-port 2 2 2 28 28 1792 1792
0 64 collective transfer --root 3 --target 60 --packets 16 --ports all => transfer-paths all-port 8 8 8
2 8 collective => no operation given
2 8 collective scater => "scater" => bcast, reduce,
2 8 collective bcast --algorithm scan-exchange => "scan-exchange" => bcast-binomial, bcast-one-by-one,
2 8 collective mesh-shift --ports simd => --ports simd
2 8 collective bcast --shift 1 => --shift
2 8 collective alltoall --algorithm alltoall-ecube --root 1 => --root
2 8 collective alltoall --subcube 0,3 => 3 .*8 nodes
2 8 collective mesh-bcast --mesh 4x => "4x"
2 8 collective mesh-bcast --mesh 3x2 => mesh-bcast is not possible
2 8 collective bcast --root 8 => invalid number "8" .expected: 0 to 7
2 2 aspc -m many => -m: invalid number "many"
2 2 pingpong -m 8 => option
2 2 aspc 100 => option
1 1 pingpong
2 8 choices 12 => "12"
2 8 integrate 12x => POINTS
END

# ---- Networks

rows 'on ""' <<'END'
# Nodes, links, degree, diameter, connectivity by links and nodes; disjoint paths; dilation, congestion, expansion.
0 16 topology => ^ring 16 16 2 8 2 2$ => ^odd ring 15 15 2 7 2 2$ => ^hypercube 16 32 4 4 4 4$ => ^binary tree 15 14 3 6 1 1$ => ^fully connected the farthest 15 1, 14 x 2$ => ^fully connected hypercube 4 8 1\.00$
0 32 topology ring hypercube mesh '3-D mesh' '3-D torus' => ^hypercube 32 80 5 5 5 5$ => ^ring the farthest 16 2 x 16$ => 3-D torus 32 80 5 5 5 5 => 3-D mesh 32 64 5 7 3 3 => 3-D mesh hypercube 1 1 1\.00
0 64 topology torus=4x4x4 mesh=3x5x4 torus=6x6 => torus=4x4x4 64 192 6 6 6 6 => mesh=3x5x4 60 133 6 9 3 3 => torus=6x6 hypercube 1 1 1\.78
1 1 topology
2 2 topology trous => 'trous'
2 8 topology torus=3x3 => 8 nodes
0 16 tree --root 5 --bytes 1000
2 1 tree
2 8 tree --root 4 => expected: 0 to 3
0 64 multinode => "filled": 11 rounds.* 11$
0 16 multinode --tree outwards => "outwards": 8 rounds.* 4$
0 16 multinode --mesh 6x2 => steps 4 4 => words over links 8448 8448
2 8 multinode --tree none => unknown tree .expected: outwards, filled
2 8 multinode --mesh 5 => the cube
END
rows 'on "--exact --ti 0 --ts 1000 --th 10 --tw 1 --ports one"' <<'END'
# Formulas of the slides and clocks are equal, or the program fails.
0 16 costs
0 8 costs --bytes 100 => total exchange mesh mesh-alltoall - 3 12 3 4230 4230 => all-reduce linear array array-allreduce .* 7 7 7 7770 7770
0 16 tree --bytes 8 => broadcast 3 3 22 22 37 12306 12306 3144 => reduction 3 3 22 22 37 12306 12306 3144
END
printf '0 1 1\n0 3 1\n1 2 2\n' >"$scratch/tree"
printf '0 1 1\n0 3\n' >"$scratch/short"
printf '0 1 1\n0 3 1\n1 2 1\n' >"$scratch/early"
# shellcheck disable=SC2016 # rows expands it
rows 'on "--file $scratch/tree --file $scratch/short --file $scratch/early"' <<'END'
0 8 multinode --mesh 4 --tree tree => "tree": 2 rounds
2 4 multinode --mesh 4 --tree short => short, line 2: expected three numbers
2 4 multinode --mesh 4 --tree early => early: not a broadcast
END

# ---- Vectors, matrices, and programs by +-2^b

rows 'on ""' <<'END'
0 64 vector --size 77 --shift 41 => ^termination test 24 24 252 252 => ^inner product 6 6 384 384
0 8 vector --size 64 --shift 7 --length 5 => ^shift 1 1 56 56 => ^pattern matching 4 4 32 32
0 8 vector --size 3 --shift 1000000
0 8 matvec --size 40 --all-ports => ^steps 3 3$ => ^words over links 280 280$
0 8 matvec --size 40 --form gather --all-ports => ^steps 4 4$ => ^words over links 480 480$
0 8 matvec --size 40 --form accumulate => ^steps 3 3$
0 8 matvec --size 40 --form diagonals => ^steps 7 7$ => ^words over links 280 280$
0 8 matvec --size 40 --form grid => ^steps 3 3$ => ^words over links 160 160$
0 16 matvec --size 70 --form grid
0 1 matvec --size 9
0 8 transpose --size 21 --all => ^rows columns 3 3 864 864 right$ => ^columns diagonals 1 1 504 504 right$
0 64 transpose --size 64 --algorithm alltoall-all-port => ^steps 32 32$ => ^words over links 12288 12288$
0 64 matmul --size 33 --width 10 => ^steps 24 24$ => ^words over links 133056 133056$
0 8 qr --size 20 => ^steps 120 120$ => ^words over links 3360 3360$
0 16 qr --size 21 --method givens
0 8 qr --size 20 --method gram-schmidt --close 30
2 2 matvec --form triangles => "triangles"
2 2 matvec --size 0 => expected: 1 to 8192
2 2 qr --method lu => "lu"
2 2 vector --shift => ^--shift requires a value$
END
rows 'on --exact' <<'END'
0 16 prefix --size 300
0 8 prefix --size 256 --maps --way overlapped
0 4 prefix --size 1 --order descend
0 8 shift --size 300 --by 77 --way pipelined
0 8 merge --size 301 --way overlapped
0 16 merge --size 300 --sort
0 4 merge --size 2 --way pipelined
0 8 pcr --size 1000 --packet 4
0 4 pcr --size 1
# L = 64: one offset at a time, pipelined, overlapped, formula; M log M calls. Then 4(L + n - 1) - 2 + log L steps.
0 8 pm2b --block 64 => 64 512 383 325 268 383 325 268 288 4608$ => 6 steps, 72 calls of f$
0 8 pcr --size 512 --way overlapped => ^steps 268 268$ => ^words over links 6128 6128$ => ^calls of f 4608 4608$
0 64 pm2i => ^sum, i \+ 1.* 6 704 11 11 21$ => ^all functions.* 1 1408 4 4 42$
1 1 pm2i
2 2 pcr --way sideways => offsets, pipelined or overlapped
2 2 pcr --packet 2 --way overlapped => --way overlapped
2 2 prefix --order random => ascend or descend
2 2 prefix --maps --order descend => commute
2 2 merge --size 1 => expected: 2 to
END
run on --exact 64 pcr --size 64K
like 'pcr: 2^16 unknowns on 64 nodes are thirty times as fast as on one' "$status $all" '^0 '
! has_usual_tools || like '    as the model has it, within 5 %' "$output" '^speed-up +(29\.[5-9]|30)'

# ---- Iterations and sparse matrices

# matrix NAME KIND LINE...: writes a file that programs are given.
matrix() {
    name=$1
    printf '%%%%MatrixMarket matrix %s\n' "$2" >"$scratch/$name"
    shift 2
    printf '%s\n' "$@" >>"$scratch/$name"
}
matrix six 'coordinate real symmetric' '6 6 11' '1 1 4' '2 2 4' '3 3 5' '4 4 4' '5 5 4' '6 6 4' \
    '2 1 -1' '3 2 -1' '4 3 -1' '5 4 -1' '6 5 -1.5'
matrix dense 'array real symmetric' '3 3' 4 -1 0.5 5 1 6
matrix pattern 'coordinate pattern general' '5 5 6' '1 2' '2 3' '3 4' '4 5' '5 1' '1 4'
matrix short 'coordinate real general' '% more than there are' '2 2 3' '1 1 1' '2 2 1'
matrix large 'coordinate real general' '99999999999999999999 1 1'
matrix empty 'coordinate real symmetric' '3 3 2' '1 1 2' '2 1 1'
matrix skew 'coordinate real general' '2 2 3' '1 1 2' '1 2 1' '2 2 2'
matrix singular 'coordinate real symmetric' '2 2 3' '1 1 1' '2 1 1' '2 2 1'
files=
for name in six dense pattern short large empty skew singular; do
    files="$files --file $scratch/$name"
done
# shellcheck disable=SC2016 # rows expands it
rows 'on "--exact $files"' <<'END'
0 1 jacobi --size 256 --digits 3
0 8 jacobi --size 256 --digits 3
0 64 jacobi --size 1003 --stencil 9 --iterations 60 => on 17 x 59 points, 9 an equation, on 8 x 8 nodes
# r steps a point, or r + 1 with corners, and a comparison.
0 16 jacobi --size 256 --points --iterations 10 --every 5 => ^steps 48 48$
0 16 jacobi --size 256 --points --stencil 9 --iterations 10 --every 5 => ^steps 58 58$
2 8 jacobi --points => 16 nodes
2 2 jacobi --size 100 --rows 7 => divisor
0 64 scales --unknowns 8 --iterations 64 => ^0.00025 32 4 2048 96.9 %
2 4 scales --problems 6 => 4 nodes
0 16 fixed --size 200
0 8 fixed --size 5 --near 0
0 8 fixed --size 64 --near 1 --every 1 --iterations 30
1 2 fixed --iterations 3
0 1 asynchronous --side 8
# Two total exchanges each way, exchanges of edges, and all-reduces.
0 8 cg --size 256 --preconditioner fft => ^1 iterations => ^steps 22 22$ => ^words over links 1880 1880$
0 8 cg --size 256 --iterations 5 => ^steps 38 38$ => ^words over links 1384 1384$
0 16 cg --size 96 --contrast 7
# Fewer rows than nodes.
0 8 cg --size 4 --preconditioner fft => ^1 iterations
0 8 cg --size 64 --contrast 1 --preconditioner fft => ^([1-9]|1[0-6]) iterations
0 8 cg --size 3 --contrast 2 --preconditioner jacobi
0 8 cg --matrix six --preconditioner jacobi
0 4 cg --matrix dense => ^dense, a dense matrix of 3 x 3 => ^steps 20 20$ => ^words over links 92 92$
0 8 cg --dense --size 50
0 64 sparse --size 120 --diagonals 9,24 => ^3 problems of 40 unknowns => 2, of 32 nodes$
0 8 sparse --size 50 --diagonals 0,7 --method planned
0 8 sparse --size 50 --diagonals 10,20 --method problems
0 4 sparse --matrix pattern
2 2 cg --matrix short => ^short: line 6: .*2 of 3 elements
2 2 cg --matrix large => ^large: line 2: .*16777216
2 2 cg --matrix empty => ^empty: line 2: .*singular
2 2 cg --matrix skew => symmetric
1 2 cg --matrix singular => singular
2 2 cg --matrix other => ^other: no such file
2 2 cg --size 100 --width 7 => --width
2 2 cg --preconditioner ilu => none, jacobi or fft
2 2 sparse --size 9 --diagonals 3,9 => --diagonals
2 2 sparse --method gather => planned, shifts, problems or best
END
errors_of() {
    on --exact "$1" scales --unknowns 8 --iterations 64 | awk '{ print $1, $2, $NF }' | grep '^0'
}
is 'scales: what is left does not depend on the nodes' "$(errors_of 8)" "$(errors_of 1)"
# Of each iteration the termination test moves words, 2 x 3 steps of 2 x 7; of a band of 2 blocks of 8, two shifts each way.
for row in '6 14 8 --diagonals 16,48' '10 542 16 --diagonals 1,15 --method shifts'; do
    # shellcheck disable=SC2086 # words
    set -- $row
    steps=$1 words=$2 nodes=$3
    shift 3
    run on --exact "$nodes" sparse --size 128 "$@"
    iterations=$(printf '%s\n' "$output" | sed -n 's/ iterations: .*//p')
    is "sparse, $*: steps and words of an iteration" "$status $(printf '%s\n' "$output" | sed -n 's/^\(steps\|words over links\) *\([0-9]*\) .*/\2/p' | xargs)" \
        "0 $((iterations * steps)) $((iterations * words))"
done
run on --exact 8 asynchronous --side 16
is 'asynchronous: synchronous nodes iterate as often as the slow one, in ten times the time, others more often' \
    "$status $(printf '%s\n' "$output" | awk '/synchronous/ {
        sub(/.*(nodes|slow) /, "")
        print ($2 >= 5 * $1 ? "more" : $1 == $2 ? "equal" : "?"), int($4 + 0.5)
    }' | paste -sd ' ' | sed 's/more [5-9]$/more, sooner/')" '0 equal 1 equal 10 more, sooner'
run on '' 2 asynchronous
like 'asynchronous: requires clocks' "$status $all" '^2 .*cuberun --exact'

# ---- Wormhole routing and the parallel FFT: as the simulation on the host, cycle for cycle

for row in '1 complement 5' '4 transpose 8 0.3 300 5' '4 mapped-transpose 20 1 200 6' '8 bit-reverse 17'; do
    # shellcheck disable=SC2086 # words
    set -- $row
    expected=$(build/fast/tools/lcc/wormhole "$@")
    # shellcheck disable=SC2086
    run on '' $((1 << $1)) wormhole ${row#* }
    is "wormhole in $1 dimensions: ${row#* }" "$status $output" "0 $expected"
done
rows build/fast/tools/lcc/wormhole <<'END'
# L + 2 + hops without contention, 8 L + 21 with it.
0 8 mapped-transpose 17 => last in cycle 26,
0 8 bit-reverse 17 => last in cycle 149,
0 1 complement 5 => : 2 messages, 10 flits, mean latency 7\.0 cycles,
0 4 transpose 8 0.05 2000 5 => : not saturated$
0 4 transpose 8 1 300 5 => messages undelivered .*: saturated$
END
rows 'on ""' <<'END'
0 64 fft 2 => ^FFT of 1024 points on 64 nodes: error below 1e-13 .* 1e-13 => ^computation .* 593\.0 593\.0$ => ^bit-reverse .* 754\.5 314\.5$ => degree of contention: 4$
0 1 fft 3
64 8 wormhole => ^wormhole: missing permutation
64 8 wormhole bit-reverse 1 => 2 to 2048
64 8 wormhole bit-reverse 4 0.1 => load
64 8 wormhole bit-reverse 4 1.5 10 1 => load
64 8 wormhole bit-reverse 4 0.5 9 x => seed
64 1 wormhole bit-reverse 4
64 8 fft 6 => 0 to 5
END

# ---- Mistakes are noticed

libraries="$out/libprograms.a $out/libcomputations.a -lm"
sed 's/2 \* at->p - 3/2 * at->p - 2/' programs/parts/slides.c >"$scratch/slides.c"
# shellcheck disable=SC2086 # words
tools/cubecc -I. "$scratch/slides.c" programs/costs.c $libraries -o "$scratch/costs.elf" || exit
run tools/cuberun -n 4 --timeout 60 --exact --ti 0 --ts 1000 --th 10 --tw 1 --ports one "$scratch/costs.elf"
is 'costs: a wrong number of hops fails, in the rows that have it' "$status $(printf '%s\n' "$output" | grep -c 'ANOTHER TIME$')" '1 2'

cat >"$scratch/mistakes.c" <<'END'
#include <cube_catalogue.h>
#include <errno.h>
#include <string.h>

enum { BYTE, PACKET, FAILURE, COUNT, BLOCK };

/* A catalogue with a wrong count. */
int spoilt_cube_catalogue_find(const char *name, const struct cube_case *given, struct cube_algorithm *algorithm) {
    int error = cube_catalogue_find(name, given, algorithm);
    algorithm->link_words += MISTAKE == COUNT && strcmp(name, "bcast-binomial") == 0;
    return error;
}

/* A run with a wrong byte in a result of two algorithms, with a packet more, or with none but a failure. */
int spoilt_cube_catalogue_run(const char *name, const struct cube_case *given, const struct cube_type *type,
                              const struct cube_op *op, const void *input, void *const output[], size_t bytes) {
    int error = cube_catalogue_run(name, given, type, op, input, output, bytes);
    char one = 1;
    if (MISTAKE == BYTE && cube_node() == 1)
        ((char *)output[1])[bytes + 5] ^= 1;
    if (MISTAKE == BLOCK && cube_node() == 3 && strcmp(name, "scan-exchange") == 0)
        ((char *)output[0])[bytes - 1] ^= 1;
    if (MISTAKE == PACKET && cube_node() == 0)
        cube_link_send(0, &one, 1);
    if (MISTAKE == PACKET && cube_node() == 1)
        cube_link_recv(0, &one, 1);
    return MISTAKE == FAILURE && cube_node() == 3 ? -ENOMEM : error;
}
END
# spoilt MISTAKE FUNCTION WORDS SOURCE...: runs a program of which the first source calls spoilt_FUNCTION instead.
# shellcheck disable=SC2317 # rows calls it
spoilt() {
    mistake=$1 function=$2 words_of_it=$3
    {
        printf '#include <cube_catalogue.h>\n__typeof__(%s) spoilt_%s;\n' "$function" "$function"
        sed "s/$function(/spoilt_&/" "$4"
    } >"$scratch/changed.c"
    shift 4
    # shellcheck disable=SC2086 # words
    tools/cubecc -DMISTAKE="$mistake" -I. "$scratch/changed.c" "$scratch/mistakes.c" "$@" $libraries -o "$scratch/spoilt.elf" &&
        tools/cuberun -n 4 --timeout 60 "$scratch/spoilt.elf" $words_of_it
}
rows spoilt <<'END'
1 BYTE cube_catalogue_run '-r 1' programs/parts/row.c programs/aspc.c => node 1: aspc: output 2, block 1 is wrong at byte 5
1 PACKET cube_catalogue_run '-r 1' programs/parts/row.c programs/aspc.c => node 1: aspc, link 0: 4 packets, scheduled 3
75 FAILURE cube_catalogue_run '-r 1' programs/parts/row.c programs/aspc.c => node 3: aspc failed
1 COUNT cube_catalogue_find '' programs/parts/row.c programs/collectives.c => bcast-binomial: counted 2 steps, 3 packets, 192 bytes, but by its formulas 2, 3, 256
1 BLOCK cube_catalogue_run '' programs/parts/row.c programs/collectives.c => node 3: scan-exchange: output 1, block 0 is wrong at byte 63
END

# A report of other counts than the formulas', or of bytes that are no words.
cat >"$scratch/report.c" <<'END'
#include "programs/computations/account.h"
#include "programs/parts/report.h"
#include "cube.h"

int main(void) {
    struct account account;
    char mine[STEPS ? 8 : 7] = {0}, all[2 * sizeof mine];
    account_open(&account);
    account_communicate(&account);
    cube_allgather(mine, all, sizeof mine);
    account_compute(&account);
    struct account_totals totals = account_close(&account);
    const struct prediction wrong = {.steps = 1 + STEPS, .words = 2, .word_bytes = 8};
    return report_print(&totals, &wrong, 0) ? 0 : 3;
}
END
# shellcheck disable=SC2086,SC2317 # words; rows calls it
reported() {
    tools/cubecc -DSTEPS="$1" -I. "$scratch/report.c" $libraries -o "$scratch/report.elf" &&
        tools/cuberun -n 2 --timeout 60 "$scratch/report.elf"
}
rows reported <<'END'
3 1 => steps 1 2 NOT EQUAL
3 0 => 14 bytes came over links
END
finish
