#!/bin/sh
# Finds a one-sided call of MPI that changes or reads wrong bytes, a wrong one without an error, and
# one that costs more than messages.
. tests/lib.sh

program=$scratch/windows
succeeds 'the random programs compile' tools/mpicc -O2 -Wall -Wextra tests/mpi/windows/*.c -o "$program"
# random RANKS SEED [OPTIONS]
random() {
    ranks=$1
    seed=$2
    shift 2
    takes "$*" || return 0
    run timeout 60 tools/mpiexec -n "$ranks" "$@" "$program" "$seed" 12
    like "random windows $seed on $ranks ranks $*" "$status $output" "^0 seed $seed, .* all right\$" ||
        echo "$errors" | diagnose
}
for ranks in 1 3 8; do
    random $ranks $ranks
done
random 8 21 --cube '--exact --ts 100 --th 10 --tw 1'
random 7 22 --strict
random 8 24 --cube '--accel multi --spins 1'
random 6 25 --cube '--dead-link 3:1'

# ends RANKS [OPTIONS]: each end of an epoch, after each operation.
ends() {
    takes "${2:-}" || return 0
    run tools/mpiexec -n "$1" --timeout 60 ${2:+--cube "$2"} "$program" ends
    is "the ends of epochs on $1 ranks${2:+ ($2)}" "$status $output" "0 ends, $1 processes: all right" ||
        echo "$errors" | diagnose
}
ends 4
ends 6 --exact

# ---- A target that computes

succeeds 'a target that computes is compiled' tools/mpicc -O2 -Wall -Wextra tests/mpi/window_progress.c -o "$scratch/progress"
# progress RANKS OPTIONS: without detours, the target would compute for ever.
progress() {
    takes "${2:-} interrupts" || return 0
    run tools/mpiexec -n "$1" --timeout 30 ${2:+--cube "$2"} "$scratch/progress"
    is "operations on a target of $1 that computes${2:+ ($2)}" "$status $output" '0 right' || echo "$errors" | diagnose
}
progress 2 ''
progress 4 '--accel multi'
progress 4 '--exact --clock off'

succeeds 'a target in its allocator is compiled' tools/mpicc -O2 -Wall -Wextra tests/mpi/window_allocator.c -o "$scratch/progress"
progress 4 '--exact --clock off'

# ---- What it costs

tools/mpicc -O2 -Wall -Wextra tests/mpi/window_costs.c -o "$scratch/costs"
# costs OPTIONS NAMES: what of these costs more than it may, beside messages or a put, by the clock of rank 0, or
# without clocks in instructions of all nodes.
costs() {
    takes "$1" || return 0
    run tools/mpiexec -n 8 --timeout 60 --cube "$1" "$scratch/costs"
    is "what costs too much under $1" "$status $(echo "$output" | grep -E "^($2) " | awk '
        BEGIN { times["put-fence"] = 1.3; times["put-flush"] = 1.1; times["get-64K"] = 1.1; times["fetch-and-op"] = 1; more["fetch-and-op"] = 100; more["get-barrier"] = 300; times["get-barrier"] = 1.1 }
        { lines++ } $3 > times[$1] * $2 + more[$1] { print $1, $3 / $2 } END { print lines }')" "$3" || echo "$output" | diagnose
}
beside_messages='put-fence|put-flush|get-64K|fetch-and-op'
costs --exact "$beside_messages" '0 4'
costs '--exact --clock off' get-barrier '0 3'
finish
