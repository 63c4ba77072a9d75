#!/bin/sh
# A cube of more nodes than an emulator has cores for runs by itself, in as many emulators as it needs. make soak
# does the same with the largest one, and there with links that are dead or fail, too, for which make test has no time.
. tests/lib.sh

nodes=${WIDE_NODES:-1024}
limit=${WIDE_SECONDS:-120}

run tools/cuberun -n "$nodes" --timeout "$limit" --explain "$out/programs/hello.elf"
is "hello on $nodes nodes" "$status $(echo "$output" | sort -V | cksum)" \
    "0 $(seq 0 $((nodes - 1)) | sed "s/.*/hello from node & of $nodes/" | cksum)"
like "    in several emulators" "$errors" "^cuberun: $nodes nodes in [0-9]+ emulators"

# The program checks each byte of the results, and compares the counts with the formulas.
run tools/cuberun -n "$nodes" --timeout "$limit" "$out/programs/collective.elf" aspc --algorithm aspc --bytes 8
passes "results and counts of aspc"
[ -z "${WIDE_NODES:-}" ] || for links in 'dead random:1:40:0' 'fail random:1:5'; do
    run tools/cuberun -n "$nodes" --timeout "$limit" "--${links% *}" "${links#* }" "$out/programs/collective.elf" aspc \
        --algorithm aspc --bytes 8 --repetitions 1
    passes "    and with links that are not there (--$links)"
done

tools/mpicc -O2 tests/mpi/lecture/pi.c -lm -o "$scratch/pi"
run tools/mpiexec -n $((nodes - 24)) --timeout "$limit" "$scratch/pi"
is "an MPI program on $((nodes - 24)) ranks" "$status $output" \
    '0 1000 intervals: pi is about 3.141593, wrong by less than 1e-07'
finish
