#!/bin/sh
# Finds a one-sided call of MPI that changes or reads wrong bytes, a wrong one without an error, and
# one that costs more than messages.
. tests/lib.sh

program=$scratch/windows
succeeds 'the random programs compile' tools/mpicc -O2 -Wall -Wextra tests/mpi/windows/*.c -o "$program"
rows 'timeout 60 tools/mpiexec' <<'END'
0 -n 1 "$program" 1 12 => ^seed 1, .* all right$
0 -n 3 "$program" 3 12 => ^seed 3, .* all right$
0 -n 8 "$program" 8 12 => ^seed 8, .* all right$
0 -n 8 --cube '--exact --ts 100 --th 10 --tw 1' "$program" 21 12 => ^seed 21, .* all right$
0 -n 7 --strict "$program" 22 12 => ^seed 22, .* all right$
0 -n 8 --cube '--accel multi --spins 1' "$program" 24 12 => ^seed 24, .* all right$
0 -n 6 --cube '--dead-link 3:1' "$program" 25 12 => ^seed 25, .* all right$
# Each end of an epoch, after each operation.
0 -n 4 "$program" ends => ^ends, 4 processes: all right$
0 -n 6 --cube --exact "$program" ends => ^ends, 6 processes: all right$
END

# A target that computes, or is in its allocator: without detours it would do so for ever.
if takes interrupts; then
    tools/mpicc -O2 -Wall -Wextra tests/mpi/window_progress.c -o "$scratch/progress"
    tools/mpicc -O2 -Wall -Wextra tests/mpi/window_allocator.c -o "$scratch/allocator"
    rows 'tools/mpiexec --timeout 30' <<'END'
0 -n 2 "$scratch/progress" => ^right$
0 -n 4 --cube '--accel multi' "$scratch/progress" => ^right$
0 -n 4 --cube '--exact --clock off' "$scratch/progress" => ^right$
0 -n 4 --cube --exact "$scratch/progress" sync => ^right$
0 -n 4 --cube '--exact --clock off' "$scratch/allocator" => ^right$
END
fi

# ---- What it costs

tools/mpicc -O2 -Wall -Wextra tests/mpi/window_costs.c -o "$scratch/costs"
# What costs more than it may beside messages, by the clock of rank 0.
if takes --exact; then
    run tools/mpiexec -n 8 --timeout 60 --cube --exact "$scratch/costs"
    is 'what costs too much' "$status $(echo "$output" | awk '
        BEGIN { times["put-fence"] = 1.3; times["put-flush"] = 1.1; times["put-strided"] = 2; times["get-64K"] = 1.1; times["fetch-and-op"] = 1; more["fetch-and-op"] = 100 }
        { lines++ } $1 != "fetch-far" && $3 > times[$1] * $2 + more[$1] { print $1, $3 / $2 } END { print lines }')" '0 6' || echo "$output" | diagnose
    run tools/mpiexec -n 8 --timeout 60 --cube '--exact --ti 0 --ts 1000 --tw 10' "$scratch/costs"
    is 'a put takes two start-ups and its bytes, strided or not' "$(echo "$output" | awk '$1 == "put-strided" { print ($2 == 2640 && $3 == 2640) }')" 1 ||
        echo "$output" | diagnose
    # By instructions of all nodes: those that wait in a barrier look for what they have to pass on.
    run tools/mpiexec -n 8 --timeout 60 --cube '--exact --clock off' "$scratch/costs"
    is 'three links cost less than four times one' "$(echo "$output" | awk '$1 == "fetch-far" { print $3 < 4 * $2 }')" 1 ||
        echo "$output" | diagnose
fi
finish
