#!/bin/sh
# Finds a cube of more nodes than an emulator has cores for, in as many emulators as it needs, that does not run, or
# whose MPI keeps something for each rank. make soak takes the largest one (WIDE_NODES), with more programs.
. tests/lib.sh

nodes=${WIDE_NODES:-1024}
limit=${WIDE_SECONDS:-120}
if [ "${WIDE_NODES:-}" ]; then
    set -- 'spins 1'
    # Ways round such links take more memory than hosts have for 8,192 nodes.
    [ "$nodes" -gt 4096 ] || set -- 'dead random:1:40:0' 'fail random:1:5' "$@"
    for links; do
        run tools/cuberun -n "$nodes" --timeout "$limit" "--${links% *}" "${links#* }" "$out/programs/collective.elf" aspc \
            --algorithm aspc --bytes 8 --repetitions 1
        passes "results and counts of aspc on $nodes nodes (--$links)"
    done
    run tools/cuberun -n "$nodes" --timeout "$limit" "$out/programs/hello.elf"
    is "hello on $nodes nodes" "$status $(echo "$output" | sort -V | cksum)" \
        "0 $(seq 0 $((nodes - 1)) | sed "s/.*/hello from node & of $nodes/" | cksum)"
fi

# A node keeps nothing for a rank that it does not talk to.
ranks=$((nodes - 24))
tools/mpicc -O2 tests/machine/heap_of_few.c -o "$scratch/few"
few=$(tools/mpiexec -n 8 "$scratch/few")
run tools/mpiexec -n $ranks --timeout "$limit" --cube --explain "$scratch/few"
output=$(printf '%s\n' "$output" | grep -E '^[0-9]+ [0-9]+$')
is "an MPI program on $ranks ranks" "$status ${output% *}" "0 $((ranks * (ranks - 1) / 2))"
like '    in several emulators' "$errors" "^cuberun: $nodes nodes in [0-9]+ emulators"
page=4096 # the heap grows by pages
is '    whose heap grows with those that a rank talks to' \
    "$((${output#* } - ${few#* } <= page))" 1
finish
