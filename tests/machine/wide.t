#!/bin/sh
# A cube of more nodes than an emulator has cores for runs by itself, in as many emulators as it needs. make soak
# does the same with the largest one, and there prints from all nodes and has links that are dead or fail, too, for which make
# test has no time.
. tests/lib.sh

nodes=${WIDE_NODES:-1024}
limit=${WIDE_SECONDS:-120}

# The program checks each byte of the results, and compares the counts with the formulas.
run tools/cuberun -n "$nodes" --timeout "$limit" --explain "$out/programs/collective.elf" aspc --algorithm aspc --bytes 8
passes "results and counts of aspc on $nodes nodes"
like "    in several emulators" "$errors" "^cuberun: $nodes nodes in [0-9]+ emulators"
[ -z "${WIDE_NODES:-}" ] || {
    run tools/cuberun -n "$nodes" --timeout "$limit" "$out/programs/hello.elf"
    is "hello on $nodes nodes" "$status $(echo "$output" | sort -V | cksum)" \
        "0 $(seq 0 $((nodes - 1)) | sed "s/.*/hello from node & of $nodes/" | cksum)"
}
[ -z "${WIDE_NODES:-}" ] || for links in 'dead random:1:40:0' 'fail random:1:5'; do
    run tools/cuberun -n "$nodes" --timeout "$limit" "--${links% *}" "${links#* }" "$out/programs/collective.elf" aspc \
        --algorithm aspc --bytes 8 --repetitions 1
    passes "    and with links that are not there (--$links)"
done

# What a node keeps for each rank that it does not talk to are two numbers of 4 bytes, in lists of groups.
ranks=$((nodes - 24))
tools/mpicc -O2 tests/machine/heap_of_few.c -o "$scratch/few"
few=$(tools/mpiexec -n 8 "$scratch/few")
run tools/mpiexec -n $ranks --timeout "$limit" "$scratch/few"
is "an MPI program on $ranks ranks" "$status ${output% *}" "0 $((ranks * (ranks - 1) / 2))"
page=4096 # the heap grows by pages
is '    whose heap grows with those that a rank talks to' \
    "$((${output#* } - ${few#* } <= 8 * ranks + page))" 1
finish
