#!/bin/sh
# Programs by +-2^b on the machine: prefix, shift, merge, sort, tridiagonal equations, and programs
# for PM2I networks. They verify their results and counts themselves, so their status is the
# verdict; and what they print.
. tests/lib.sh

cube_options="--exact"

# ---- Every program, in every way, at sizes that are powers of two and not

for nodes in 1 2 8 64; do
    cube "$nodes" prefix --size 300
    cube "$nodes" shift --size 300 --by 77 --way pipelined
    cube "$nodes" merge --size 301 --way overlapped
    cube "$nodes" merge --size 300 --sort
    cube "$nodes" pcr --size 300 --way overlapped
    cube "$nodes" pm2b --block 4
done
for nodes in 2 8; do
    cube "$nodes" pm2i --seed 3
done
cube 8 prefix --size 256 --maps --way overlapped
cube 8 pcr --size 1000 --packet 4
cube 4 prefix --size 1 --order descend
cube 4 shift --size 1
cube 4 merge --size 2 --way pipelined
cube 4 pcr --size 1

# ---- The figures of the literature

cube 8 pm2b --block 64
row='^ +64 +512 +383 +325 +268 +383 +325 +268 +288 +4608$'
like "    L = 64: one offset at a time, pipelined, overlapped, formula; M log M calls" "$output" "$row"
like "    Nassimi: 2 log N steps, 3 N log N calls" "$output" ' 6 steps, 72 calls of f$'
cube 8 pcr --size 512 --way overlapped
like "    4(L + n - 1) - 2 + log L steps" "$output" '^steps +268 +268$'
like "    N (L (4n - 2) + 2 (L - 1)) elements over links" "$output" '^words over links +6128 +6128$'
like "    M log M calls of f" "$output" '^calls of f +4608 +4608$'
cube 64 pm2i
like "    2n - 1 steps for n of the network" "$output" '^sum, i \+ 1.* 6 +704 +11 +11 +21$'
like "    all functions at once in four" "$output" '^all functions.* 1 +1408 +4 +4 +42$'

# ---- Speed: 2^16 unknowns on 64 nodes take a thirtieth of the instructions of one

cube 64 pcr --size 64K
if has_usual_tools; then
    like "    as the model has it, within 5 %" "$output" '^speed-up +(29\.[5-9]|30)'
fi

# ---- Wrong input

refuses 'offsets, pipelined or overlapped' 2 pcr --way sideways
refuses 'a power of two' 2 pcr --packet 3
refuses 'is 1 with --way overlapped' 2 pcr --packet 2 --way overlapped
refuses 'ascend or descend' 2 prefix --order random
refuses 'maps do not commute' 2 prefix --maps --order descend
refuses 'a number from 1' 2 prefix --size 0
refuses 'a number from 2' 2 merge --size 1
refuses 'no option "--size"' 2 pm2i --size 8
refuses 'no option "12"' 2 shift 12
run tools/cuberun -n 1 --timeout 60 "$out/programs/pm2i.elf"
is "a PM2I network has two places at least" "$status" 1

finish
