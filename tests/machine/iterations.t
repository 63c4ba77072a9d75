#!/bin/sh
# Iterations on the machine: Jacobi's method, two time scales, asynchronous nodes. The programs
# verify their solutions and counts themselves, so their status is the verdict; and what they print.
. tests/lib.sh

cube_options="--exact"

# ---- Jacobi's method: the same bits on any number of nodes

for nodes in 1 2 8 64; do
    cube "$nodes" jacobi --size 256 --digits 3
    cube "$nodes" jacobi --size 1003 --stencil 9 --iterations 60
done
like "    on a mesh of nodes" "$output" 'on 17 x 59 points, 9 an equation, on 8 x 8 nodes'
cube 16 jacobi --size 256 --points --iterations 10 --every 5
like "    r steps a point a step, and a comparison: 10 x 4 + 2 x 4" "$output" '^steps +48 +48$'
cube 16 jacobi --size 256 --points --stencil 9 --iterations 10 --every 5
like "    r + 1 steps with corners: 10 x 5 + 2 x 4" "$output" '^steps +58 +58$'
refuses 'at least 16 nodes' 8 jacobi --points
refuses 'a divisor' 2 jacobi --size 100 --rows 7
refuses 'a number from 1' 2 jacobi --digits 99
refuses 'no option "-x"' 2 jacobi -x

# ---- Two time scales: what is left after as many iterations does not depend on the nodes

cube 1 scales --unknowns 8 --iterations 64
left=$(printf '%s\n' "$output" | awk '{ print $1, $2, $NF }' | grep '^0')
is "    eighteen lines" "$(printf '%s\n' "$left" | wc -l)" 18
for nodes in 2 8 64; do
    cube "$nodes" scales --unknowns 8 --iterations 64
    is "    the same errors" "$(printf '%s\n' "$output" | awk '{ print $1, $2, $NF }' | grep '^0')" \
        "$left"
done
like "    every 32nd of 64 exchanges: 4 steps, 4 x 8 x 64 words" "$output" \
    '^0.00025 +32 +4 +2048 +96.9 %'
refuses 'a multiple of the 4 nodes' 4 scales --problems 6

# ---- The fixed point of any function: nodes tell each other what the dependency matrix says

for nodes in 1 2 8 64; do
    cube "$nodes" fixed --size 200
done
cube 8 fixed --size 5 --near 0
like "    fewer unknowns than nodes" "$output" "^steps "
cube 8 fixed --size 64 --near 1 --every 1 --iterations 30
run tools/cuberun -n 2 --timeout 60 "$out/programs/fixed.elf" --iterations 3
is "what is not reached is a failure" "$status" 1

# ---- One slow node: the others wait for it, or they do not

# figures of the lines: fewest and most iterations, and time in percent of the first line's.
cube 8 asynchronous --side 16
is "    synchronous nodes iterate as often as the slow one, in ten times the time, others more often" \
    "$(printf '%s\n' "$output" | awk '/synchronous/ {
        sub(/.*(nodes|slow) /, "")
        print ($2 >= 5 * $1 ? "more" : $1 == $2 ? "equal" : "?"), int($4 + 0.5)
    }' | paste -sd ' ' | sed 's/more [5-9]$/more, sooner/')" 'equal 1 equal 10 more, sooner'
cube 1 asynchronous --side 8
cube 64 asynchronous --side 16
run tools/cuberun -n 2 --timeout 60 "$out/programs/asynchronous.elf"
is "without clocks it says that it needs them" "$status" 2
like "    and how to have them" "$output$errors" 'cuberun --exact'

finish
