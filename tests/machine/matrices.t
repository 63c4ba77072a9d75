#!/bin/sh
# Vectors and dense matrices on the machine. The programs compare what they compute with one node's
# result or by residuals, and their counts with the formulas: their status is the verdict. What the
# formulas come to is written here once more.
. tests/lib.sh

# counts STEPS WORDS: what a report says was counted, beside the formula.
counts() {
    like "    $1 steps" "$output" "^steps +$1 +$1\$"
    like "    $2 words" "$output" "^words over links +$2 +$2\$"
}

# ---- Vectors

for nodes in 1 2 8 64; do
    cube "$nodes" vector --size 77 --shift 41
done
like "    d steps there and back, N - 1 words each, for two tests" "$output" \
    '^termination test +24 +24 +252 +252 '
like "    d steps, N d words" "$output" '^inner product +6 +6 +384 +384 '
cube 8 vector --size 64 --shift 7 --length 5
like "    a shift by 7 of 8 a node: one element by a step, the others by none" "$output" \
    '^shift +1 +1 +56 +56 '
like "    a step and a word a node for each letter of the pattern but the first" "$output" \
    '^pattern matching +4 +4 +32 +32 '
cube 8 vector --size 3 --shift 1000000

# ---- A matrix and a vector: n = 40 on 8 nodes, blocks of 5

cube 8 matvec --size 40
counts 3 280
cube 8 matvec --size 40 --all-ports
counts 3 280
cube 8 matvec --size 40 --form accumulate
counts 3 280
cube 8 matvec --size 40 --form gather
counts 3 480
cube 8 matvec --size 40 --form gather --all-ports
counts 4 480
cube 8 matvec --size 40 --form diagonals
counts 7 280
# 4 x 2 nodes: 3 messages of 20 in each column, 1 of 10 in each row.
cube 8 matvec --size 40 --form grid
counts 3 160
cube 64 matvec --size 100 --all-ports --times 2
counts 22 16128
for form in accumulate gather diagonals grid; do
    cube 64 matvec --size 70 --form "$form"
done
cube 1 matvec --size 9
cube 2 matvec --size 9 --form grid

# ---- Matrices

for nodes in 1 2 8; do
    cube "$nodes" transpose --size 21 --all
done
like "    a total exchange of blocks of 3 x 3: N d / 2 a node" "$output" \
    '^rows +columns +3 +3 +864 +864  right$'
like "    the Gray code in one step: (d - 1) / 2 hops, blocks of 3 x 21" "$output" \
    '^columns +diagonals +1 +1 +504 +504  right$'
cube 64 transpose --size 64 --algorithm alltoall-all-port
counts 32 12288
cube 64 transpose --size 70 --all
for nodes in 1 2 64; do
    cube "$nodes" matmul --size 33 --width 10
done
counts 24 133056
cube 8 matmul --size 16 --width 1
counts 48 1792

# ---- QR

for method in givens gram-schmidt; do
    for nodes in 1 2 64; do
        cube "$nodes" qr --size 21 --method "$method"
    done
    cube 8 qr --size 20 --method "$method" --close 30
done
# 20 d steps each; columns of 21 to 2 words, N d of them, and x.
counts 120 5660
cube 8 qr --size 20
counts 120 3360

# ---- Mistakes

refuses 'there is no form "triangles"' 2 matvec --form triangles
refuses '\-\-size: a number from 1 to 8192, not "0"' 2 matvec --size 0
refuses 'there is no method "lu"' 2 qr --method lu
refuses 'there is no total exchange "aspc"' 2 transpose --algorithm aspc
refuses 'there is no option "--times"' 2 matmul --times 2
refuses '\-\-shift lacks its value' 2 vector --shift

# A report of other counts than the formulas', or of bytes that are no words.
cat >"$scratch/wrong.c" <<'END'
#include "programs/computations/account.h"
#include "programs/parts/report.h"
#include "cube.h"

int main(void) {
    struct account account;
    int error;
    char mine[STEPS ? 8 : 7] = {0}, all[2 * sizeof mine];
    account_open(&account);
    account_communicate(&account);
    cube_allgather(mine, all, sizeof mine);
    account_compute(&account);
    struct account_totals totals = account_close(&account, &error);
    const struct prediction right = {.steps = 1, .words = 2, .word_bytes = 8};
    struct prediction wrong = right;
    wrong.steps += STEPS;
    return report_print(&totals, &wrong, 0) ? 0 : 3;
}
END
for steps in 1 0; do
    tools/cubecc -DSTEPS=$steps -I. "$scratch/wrong.c" "$out/libprograms.a" "$out/libcomputations.a" \
        -lm -o "$scratch/wrong.elf" || exit
    run tools/cuberun -n 2 --timeout 60 "$scratch/wrong.elf"
    is "a report of wrong counts is false at each node" "$status" 3
    printf '%s\n' "$output" >"$scratch/report$steps"
done
like "    and says which" "$(cat "$scratch/report1")" '^steps +1 +2  NOT EQUAL$'
like "    or that bytes are no words" "$(cat "$scratch/report0")" '^14 bytes came over links'

finish
