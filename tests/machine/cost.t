#!/bin/sh
# Finds a cost model that gives wrong results for the worked example, known costs or the
# choice of an algorithm.
. tests/lib.sh

# ---- The example of docs/guide/measuring.md

awk '/^```/ { inside = /^```c$/; next } inside' docs/guide/measuring.md >"$scratch/example.c"
succeeds "the example compiles" tools/cubecc -Wall -Wextra -Werror "$scratch/example.c" \
    -o "$scratch/example.elf"
for options in '' '--exact --ti 0' '--ports one'; do
    # shellcheck disable=SC2086 # words
    run tools/cuberun -n 4 --timeout 20 --ts 1000 --th 10 --tw 1 $options "$scratch/example.elf"
    is "its clocks are those worked out by hand${options:+, $options}" \
        "$(printf '%s\n' "$output" | sort | tr '\n' ';')" \
        "node 0 at 2436;node 1 at 200;node 2 at 1418;node 3 at 400;"
done

# ---- Known costs come back

for costs in "1000 50 3" "0 123 0"; do
    # shellcheck disable=SC2086 # three numbers
    set -- $costs
    run tools/cuberun -n 8 --timeout 60 --ts "$1" --th "$2" --tw "$3" "$out/tools/bench/fit.elf"
    is "fit has found t_s $1, t_h $2, t_w $3, for messages, packets and steps" \
        "$(printf '%s\n' "$output" | grep -c ": t_s -*$1\.000, t_h -*$2\.000, t_w -*$3\.0000\$")" 3 ||
        printf '%s\n%s\n' "$output" "$errors" | diagnose
    is "    and nothing is left over" \
        "$(printf '%s\n' "$output" | awk 'NF == 5 && $1 ~ /^[0-9]/ && $5 + 0 != 0' | wc -l)" 0
done

# ---- The library's own work

if has_usual_tools && has_usual_versions; then
    tools/cuberun -n 8 --exact --timeout 60 "$out/tools/bench/fit.elf" header >"$scratch/work.h"
    is "what algorithms are chosen by is what a step takes, to 5 % (else run 'make fit')" \
        "$(awk '!/^#define WORK_/ { next } FNR == NR { wanted[$2] = $3; next }
            { off = ($3 - wanted[$2]) / wanted[$2] } off < -0.05 || off > 0.05 { print $2, $3, "is", wanted[$2] }
            { count++ } END { print count }' "$scratch/work.h" collectives/call/work.h)" 3
fi

# ---- Which algorithm is taken, and why

c_program choose <<'END_OF_PROGRAM'
#include <cube.h>

static char buffer[1 << 20], other[1 << 20];

int main(void) {
    struct cube_mesh ring = {1, {8}};
    for (int k = 0; k < 2; k++) {
        if (cube_bcast(buffer, 8, &cube_byte, 0) != 0 ||
            cube_bcast(buffer, sizeof buffer, &cube_byte, 0) != 0 ||
            cube_allreduce(buffer, other, 1 << 16, &cube_byte, &cube_sum) != 0 ||
            cube_alltoall(buffer, other, 8) != 0 ||
            cube_mesh_allreduce(NULL, &ring, buffer, other, 8, &cube_byte, &cube_sum) != 0 ||
            cube_mesh_allreduce(NULL, &ring, buffer, other, 1 << 16, &cube_byte, &cube_sum) != 0)
            return 1;
    }
    return 0;
}
END_OF_PROGRAM
choices() {
    run tools/cuberun -n 8 --timeout 30 --explain "$@" "$scratch/choose.elf"
    printf '%s\n' "$output" | sed -n 's/ of .*: / /p' | tr '\n' ';'
}
is "without costs, one port" "$(choices)" "bcast bcast-binomial;bcast bcast-pipelined;\
allreduce allreduce-halving;alltoall alltoall-exchange;\
mesh-allreduce mesh-allreduce-pairs;mesh-allreduce mesh-allreduce-long;"
is "links that work at once" "$(choices --ts 1000 --th 10 --tw 1)" "bcast bcast-pipelined-all-port;\
bcast bcast-pipelined-all-port;allreduce allreduce-edges;alltoall alltoall-rotated;\
mesh-allreduce mesh-allreduce-all-port;mesh-allreduce mesh-allreduce-long-edges;"
is "start-ups that cost all" "$(choices --ts 100000000 --ports one)" "bcast bcast-binomial;\
bcast bcast-binomial;allreduce allreduce-exchange;alltoall alltoall-exchange;\
mesh-allreduce mesh-allreduce-pairs;mesh-allreduce mesh-allreduce-pairs;"
run tools/cuberun -n 8 --timeout 30 --explain --ts 1000 --th 10 --tw 1 "$scratch/choose.elf"
like "the costs are told" "$output" \
    '^bcast of 8 bytes on 8 nodes, all ports, t_s 1000, t_h 10, t_w 1: bcast-pipelined-all-port$'
like "and the time of each candidate" "$output" '^  bcast-binomial +3054$'
like "with its packets, a mark at the cheapest, and one at what may be less" "$output" \
    '^\* bcast-pipelined-all-port +3 +<= +3039$'
run tools/cuberun -n 8 --timeout 30 "$scratch/choose.elf"
is "unasked it says nothing" "$output" ""
finish
