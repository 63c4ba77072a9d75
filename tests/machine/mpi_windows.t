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

# ---- What is said of wrong programs

succeeds 'the wrong programs compile' tools/mpicc -O2 -Wall -Wextra tests/mpi/window_reports.c -o "$scratch/reports"
# shellcheck disable=SC2317 # rows calls it
program() {
    word=$1
    shift
    tools/mpiexec -n 4 --timeout 60 "$@" "$scratch/reports" "$word"
}
rows program <<'END'
48 range => MPI_Put: the operation is outside the 64 bytes that rank 1 exposes \(target memory is not part of the window\), called from main \(window_reports\.c:
50 epoch => MPI_Put: no epoch is open for rank 1 of the window .call MPI_Win_fence, MPI_Win_start or MPI_Win_lock first
50 open => MPI_Win_free: the window is in use .call MPI_Win_unlock first
50 freed => MPI_Win_free: the window is in use .call MPI_Win_fence first
0 puts
47 puts --strict => MPI_Win_fence: conflict in one epoch: rank [01] began a put and rank [01] a put on the same bytes of rank 2.s window, from byte 4 on \(conflicting accesses to a window\)
47 read --strict => in one epoch: rank 0 began a get and rank 0 a put on the same bytes of rank 2.s window, from byte 0 on
0 sums --strict
0 left => MPI_Finalize: rank 3: 1 window is left, the newest is halo: call MPI_Win_free, called from main
81 left --strict => MPI_Finalize: rank [0-3]: 1 window is left
75 lock => rank 0 waits in MPI_Win_lock\(window halo, rank 1\), called from main \(window_reports\.c:
END

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
