#!/bin/sh
# Finds calls that use a schedule of graycube reroute (cuberun --schedules) wrongly, or one of
# another cube or catalogue. The programs check every byte, and that each link and step has exactly
# the schedule's packets.
. tests/lib.sh

# rewrite NODES FOLDER "OPTIONS" ALGORITHM...: writes schedules, and what was counted of each as NAME.counts.
rewrite() {
    nodes=$1
    folder=$scratch/$2
    dead=$3
    shift 3
    mkdir -p "$folder"
    for algorithm; do
        # shellcheck disable=SC2086 # options are words
        tools/reroute $algorithm -n "$nodes" $dead --json "$folder/${algorithm%% *}.json" |
            awk '/^around them/ { print $3, $5, $6, $4 }' >"$folder/${algorithm%% *}.counts"
    done
}

rewrite 8 few '--dead-link 0:1,5:2' allgather-all-port alltoall-all-port aspc bcast-binomial reduce-binomial \
    allreduce-halving gather-all-port scan-exchange shift-ecube 'mesh-allgather --mesh 2x4'
run tools/cuberun -n 8 --timeout 90 --dead-link 5:2,0:1 --schedules "$scratch/few" "$out/programs/collectives.elf"
is 'all algorithms run, some of them by a schedule round dead links' "$status" 0
for algorithm in allgather-all-port alltoall-all-port aspc bcast-binomial reduce-binomial allreduce-halving gather-all-port; do
    counted=$(printf '%s\n' "$output" | awk -F '|' -v name="$algorithm" \
        '$3 ~ "^ " name " " { print $8 + 0, $11 + 0, $10 + 0 }')
    read -r steps _ words bound <"$scratch/few/$algorithm.counts"
    is "    $algorithm with the steps, bound and link words that were proved" "$counted" "$steps $words $bound"
done
like '    and scans as ever' "$output" '\| scan-exchange [^|]*\|[^|]*\|[^|]*\| +1 \| +1 \| +3 \| +3 \|'

# Of calls that leave the choice open, and in place, by MPI and by cube.h.
for options in --exact '--parts 2 --kernel-option direct=256' '--exact --fail-link 6:0@9000'; do
    # shellcheck disable=SC2086
    run tools/cuberun -n 8 --timeout 90 --dead-link 0:1,5:2 --schedules "$scratch/few" $options "$out/tests/soak/soak.elf" 5 40 500
    like "random collectives ($options)" "$status $output" '^0 .*seed 5: 40 rounds'
done

rewrite 16 many '--dead random:3:9:0' allgather-all-port alltoall-ecube 'bcast-pipelined --packets 4 --root 3' barrier
for case in 'alltoall alltoall-ecube' 'allgather allgather-all-port' 'bcast bcast-pipelined --packets 4 --root 3'; do
    # shellcheck disable=SC2086
    set -- $case
    operation=$1 algorithm=$2
    shift 2
    run tools/cuberun -n 16 --timeout 60 --exact --ti 0 --ts 100 --tw 1 --explain --dead random:3:9:0 \
        --schedules "$scratch/many" "$out/programs/collective.elf" "$operation" --algorithm "$algorithm" --bytes 8 \
        --repetitions 1 "$@"
    read -r steps packets words bound <"$scratch/many/$algorithm.counts"
    is "$algorithm on 16 nodes has the steps, packets and bytes that were proved" \
        "$status $(printf '%s\n' "$output" | awk -v name="$algorithm" '$1 == name { print $3, $6, $8 }')" \
        "0 $steps $packets $((8 * words))"
    like '    which --explain says' "$output" \
        "round dead links: $algorithm-rerouted, $steps steps, .* more \(bound $bound\), $packets packets, .* more; time <= [0-9]+\$"
done

# Of virtual links, too, with the bound of the checker.
run tools/cuberun -n 16 --timeout 60 --exact --ti 0 --ts 100 --th 10 --tw 1 --explain --dead-link 0:1 "$out/programs/collective.elf" \
    alltoall --algorithm alltoall-exchange --bytes 8 --repetitions 1
like '--explain says what virtual links cost' "$output" \
    'round dead links: 1 of 4 steps meet one, and 2 of 64 packets, which virtual links carry, by 4 links more; no step more \(bound 4\); time <= 716$'
for case in 'alltoall alltoall-all-port' 'reduce reduce-binomial --root 3' 'mesh-scan mesh-scan --mesh 4x4'; do
    # shellcheck disable=SC2086
    set -- $case
    operation=$1 algorithm=$2
    shift 2
    bound=$(tools/check "$algorithm" -n 16 --dead random:3:9:0 "$@" | awk '$NF == "round" { print $5 }')
    run tools/cuberun -n 16 --timeout 60 --explain --dead random:3:9:0 "$out/programs/collective.elf" "$operation" \
        --algorithm "$algorithm" --bytes 8 --repetitions 1 "$@"
    like "    and its bound: $algorithm" "$output" "no step more \(bound $bound\)"
done

# ---- Those that are kept

# exchange [cuberun options]: a total exchange on 8 nodes; leaves in $steps how many there were.
exchange() {
    run tools/cuberun -n 8 --timeout 60 --exact --explain "$@" "$out/programs/collective.elf" alltoall \
        --algorithm alltoall-exchange --bytes 8 --repetitions 1
    steps=$(printf '%s\n' "$output" | awk '$1 == "alltoall-exchange" { print $3 }')
}
tools/reroute alltoall-exchange -n 8 --dead-link 2:1,7:0 --keep >"$scratch/kept"
kept=$(sed -n 's/^kept in //p' "$scratch/kept")
around=$(awk '/^around them/ { print $3 }' "$scratch/kept")
exchange --dead-link 6:0,0:1
is 'a schedule that graycube reroute has kept is taken by itself' "$status $steps" "0 $around"
like '    which --explain says' "$errors" "using the schedules that graycube reroute saved in $(dirname "$kept") .--schedules none: not"
exchange --dead-link 7:0,6:1,0:1
is '    but not round other links' "$status $steps $errors" '0 3 '
exchange --dead-link 6:0,0:1 --schedules none
is '    nor with --schedules none' "$status $steps $errors" '0 3 '
mv "$(dirname "$kept")" "$(dirname "$(dirname "$kept")")/other"
exchange --dead-link 6:0,0:1
is '    nor if it was made of another catalogue' "$status $steps $errors" '0 3 '
rm -r "$(dirname "$(dirname "$kept")")"

# ---- Refusals

refuses '--schedules: requires dead links' --schedules "$scratch/few"
refuses '--schedules .*: none of 10 schedules is for these dead links on 8 nodes' --dead-link 0:1 --schedules "$scratch/few"
run tools/reroute "$scratch/few/aspc.json" --keep
like 'algorithms of one'"'"'s own are not kept' "$status $errors" '^64 .*--keep: requires an algorithm of the catalogue'
run tools/reroute bcast-binomial -n 8 --dead 7:1 --keep
like 'nor are those that use none of the dead links' "$status $errors" '^64 .*--keep: bcast-binomial needs no schedule of its own'
cp "$scratch/few/aspc.json" "$scratch/few/again.json"
refuses '--schedules: again.json and aspc.json are for the same calls' --dead-link 0:1,5:2 --schedules "$scratch/few"
sed 's/"aspc-rerouted"/"other"/' "$scratch/few/aspc.json" >"$scratch/few/again.json"
refuses '--schedules: again.json: not written by graycube reroute' --dead-link 0:1,5:2 --schedules "$scratch/few"
echo '{}' >"$scratch/few/again.json"
refuses '.*again.json: not a valid schedule' --dead-link 0:1,5:2 --schedules "$scratch/few"
finish
