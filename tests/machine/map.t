#!/bin/sh
# Finds an order of nodes (cuberun --map) by which permutations contend more than theorems say, or that programs notice.
. tests/lib.sh

lcc=build/fast/tools/lcc/lcc
map=$out/tests/boot/map.elf

# row before|after SIZE COMMUNICATION...: what lcc says of the first one: the contention of each
# dimension.
row() {
    when=$1
    shift
    "$lcc" -n "$@" | awk -v when="$when" '$1 == when && !seen++ { $1 = $NF = ""; print }' | xargs
}

# contention NODES [cuberun options] -- WORDS...: runs map.elf; leaves in $contention what it counted.
contention() {
    nodes=$1
    shift
    options=
    while [ "$1" != -- ]; do
        options="$options $1"
        shift
    done
    shift
    # shellcheck disable=SC2086 # options are words
    run tools/cuberun -n "$nodes" --timeout 60 $options "$map" "$@"
    contention=$(printf '%s\n' "$output" | sed -n 's/^# contention //p')
    is "map $* on $nodes nodes$options" "$status $(printf '%s\n' "$output" | grep -c '^ok')" '0 6' ||
        printf '%s\n%s\n' "$output" "$errors" | diagnose
}

# replayed NODES NAME [cuberun options]: sends along the permutation, 1000 bytes of one unit of time
# each; leaves in $end when the last byte arrives if packets wait for each other on links.
replayed() {
    nodes=$1
    name=$2
    shift 2
    run tools/cuberun -n "$nodes" --timeout 60 --tw 1 --record "$scratch/packets" "$@" "$map" "$name" only
    run tools/replay "$scratch/packets"
    end=$(printf '%s\n' "$output" | sed -n 's/.*the last byte arrives at //p')
}

for name in transpose bit-reverse; do
    contention 16 -- "$name"
    is '    contends by theorem 1: 2 messages on a link' "$contention" "$(row before 4 "$name")"
    like '    at most' " $contention " ' 2 '
    contention 16 --map "$name" -- "$name" "$("$lcc" -n 4 --order "$name")"
    is '    mapped: at most 1' "$contention" "$(row after 4 "$name")"
    unlike '    and nowhere more' "$contention" '[2-9]'
done

# Packets of the transpose wait for such as wait themselves, so that the last of four is sixth.
for expected in 'bit-reverse 4000' 'transpose 6000'; do
    name=${expected% *}
    replayed 64 "$name"
    before=$end
    replayed 64 "$name" --map "$name"
    is "the time that messages of 1000 bytes take, $name before and after" "$name $before, $end" \
        "$expected, 1000"
done

# A file: y = Ax + b with A the transpose of 16 nodes.
printf '0 0 1 0\n0 0 0 1\n1 0 0 0\n0 1 0 0\n0 0 0 0\n' >"$scratch/file"
contention 16 --map "$scratch/file" -- transpose "$("$lcc" -n 4 --order transpose)"
is '    from a file: at most 1' "$contention" "$(row after 4 transpose)"

# Programs that know nothing of it. In the smallest rings forwarding is cut and waits most.
boot traffic 16 --map transpose --kernel-option routed=256 --accel multi
run tools/cuberun -n 16 --timeout 60 --map transpose "$out/tests/soak/soak.elf" 3 50 1000
like "random collectives on 16 nodes (--map transpose)" "$status $output" '^0 seed 3: 50 rounds'

# Results of the machine go by physical nodes and dimensions: under the order 0,2,1,3 a node's place
# has bits 1 and 2 exchanged, and the transpose has bits 0 and 1, 2 and 3 exchanged there.
contention 16 --map transpose --stats "$scratch/stats" -- transpose 0,2,1,3
replayed 16 transpose --map transpose
succeeds '--stats and --record go by physical nodes and dimensions' /usr/bin/python3 -c '
import json, sys
stats = json.load(open(sys.argv[1]))
head, *packets = map(json.loads, open(sys.argv[2]))
exchanged = {node: (node & 5) << 1 | (node & 10) >> 1 for node in range(16)}
came = {(node, dimension): 0 for node in range(16) for dimension in range(4)}
for node, to in exchanged.items():
    for dimension in range(4):
        if (node ^ to) >> dimension & 1:
            node ^= 1 << dimension
            came[node, dimension] += 1
assert stats["map"] == [0, 2, 1, 3]
assert {packet["node"]: packet["to"] for packet in packets} == {
    node: to for node, to in exchanged.items() if node != to}
assert came == {(node, link["dimension"]): link["routed_packets"]
                for node, record in enumerate(stats["records"]) for link in record["links"]}
' "$scratch/stats" "$scratch/packets"

# ---- The communications of a program that nobody has named

run tools/cuberun -n 16 --timeout 60 --map auto "$map" transpose "$("$lcc" -n 4 --order transpose)"
like '--map auto finds the transpose of a program' "$errors" \
    '^cuberun: --map auto: [0-9]+ of [0-9]+ messages are in .*; at most 1 of a phase on a link instead of 2, by the order 0,2,1,3$'
is '    and runs it in the order that it has found' "$status $(echo "$output" | grep -c '^ok')" '0 6'
unlike '    where nothing contends' "$(echo "$output" | sed -n 's/^# contention / /p')" ' [2-9]'
c_program reverse tools/mpicc <<'END'
#include <mpi.h>
int main(int argc, char *argv[]) {
    int rank, to, got;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    to = (rank & 1) << 3 | (rank & 2) << 1 | (rank & 4) >> 1 | rank >> 3;
    for (int times = 0; times < 3; times++)
        MPI_Sendrecv(&rank, 1, MPI_INT, to, 0, &got, 1, MPI_INT, to, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return got != to;
}
END
run tools/mpiexec -n 16 --timeout 60 --cube '--map auto' "$scratch/reverse.elf"
like 'and the bit-reverse of one of MPI' "$status $errors" \
    '^0 cuberun: --map auto: 36 of 36 messages are in .*, 1 of them different; at most 1 of a phase on a link instead of 2'
run tools/cuberun -n 4 --timeout 60 --map auto "$out/programs/hello.elf"
is 'a program without messages stays as it is' "$status $errors" \
    '0 cuberun: --map auto: 0 of 0 messages are in linear-complement phases: nodes stay where they are'

# ---- What cannot be

cp "$scratch/file" "$scratch/four"
printf '0 1\n1 x\n0 0\n' >"$scratch/malformed"
rows 'tools/cuberun --timeout 60' <<'END'
64 -n 16 --map nonsense "$map" transpose => 'nonsense': no such name or readable file
64 -n 16 --map bit-reverse,,shuffle "$map" transpose => --map: invalid value 'bit-reverse,,shuffle'
64 -n 64 --map "$scratch/four" "$map" transpose => has 4 dimensions .expected: 6, those of 64 nodes
64 -n 64 --map "$scratch/four,transpose" "$map" transpose => different numbers of dimensions
64 -n 4 --map "$scratch/malformed" "$map" transpose => malformed:2:3: 
64 -n 4 --map auto "$scratch/no-program" => status 71: .*no-program: cannot be read
64 -n 4 --map auto --dead-link 0:1 "$map" => ^cuberun: --map auto: cannot be combined with dead or failing links
END
run tools/cuberun -n 8 --timeout 60 --show --map bit-reverse "$map"
is 'the kernel refuses an order of another size' "$(
    printf '%s\n' "$output" | sed 's/map=[0-9,]*/map=1,0/' | sh 2>&1 | grep -o 'map=: 2 dim.*')" \
    'map=: 2 dimensions, but this cube of 8 nodes has 3'
finish
