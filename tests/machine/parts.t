#!/bin/sh
# Finds a difference between a cube of several emulators and one in one: output, reports, statuses,
# meters, clocks; and an emulator that parks or waits for ever.
. tests/lib.sh

# ---- The fence on which sleeping across parts stands, on the emulator that is installed

boot fence 2 --parts 2
run tools/cuberun -n 2 --timeout 60 --parts 2 "$out/tests/boot/fence.elf" none
echo "$output" | diagnose # how often it is needed depends on the host's processors

# ---- The same as in one part

# same DESCRIPTION NODES PROGRAM [words]: a run ends with the same status and prints the same, in some order, in one
# part and in four.
same() {
    description=$1
    nodes=$2
    shift 2
    for parts in 1 4; do
        run tools/cuberun -n "$nodes" --timeout 60 --parts $parts "$@"
        printf '%s\n' "status $status" "$output" | sort >"$scratch/parts$parts"
    done
    is "$description" "$(grep -x "status $STATUS_USAGE" "$scratch/parts1"; cmp "$scratch/parts1" "$scratch/parts4")" '' ||
        diff "$scratch/parts1" "$scratch/parts4" | diagnose
}
same 'lines, each with its node' 8 --tag "$out/tests/boot/print.elf" lines 2048 6
same 'meters, links, the parallel time and where it went' 16 --ts 100 --th 10 --tw 1 --links --time --profile \
    "$out/tests/boot/traffic.elf"
same 'which algorithms are taken' 8 --explain --ts 100 --tw 1 "$out/tests/soak/soak.elf" 7 10 500
same 'a deadlock' 8 "$out/tests/fail/deadlock.elf" alltoall_without_one
same 'packets that nobody receives' 8 "$out/tests/fail/unreceived.elf" all_to_all
same 'a fault of the last node' 8 "$out/tests/fail/fault.elf" read_null
same 'a status, after which the others end' 8 "$out/tests/fail/fault.elf" return_three alone
same 'a program of another layout' 8 "$out/tests/fail/other_layout.elf"

run tools/cuberun -n 8 --timeout 60 --parts 4 "$out/tests/boot/print.elf" turns 0 500
is "what nodes of 4 parts print one after the other comes in that order" "$output" "$(seq 0 499 | sed 's/^/line /')"

# ---- Clocks that count instructions: the same to the digit

# same_clocks DESCRIPTION NODES PROGRAM [words]: under --exact a run has the same output, in some order, the same meters
# and clocks of all nodes, and sends the same packets at the same times, in one part, two and four.
same_clocks() {
    description=$1
    nodes=$2
    shift 2
    for parts in 1 2 4; do
        run tools/cuberun -n "$nodes" --timeout 60 --parts $parts --exact --stats "$scratch/stats" \
            --record "$scratch/packets" "$@"
        {
            printf '%s\n' "status $status" "$output" | sort
            grep -v '"cycles"\|"excess"\|"instructions"\|_bytes"' "$scratch/stats"
            sort "$scratch/packets"
        } >"$scratch/parts$parts"
    done
    like "$description" "$(wc -l <"$scratch/parts1")" '[0-9]{3}'
    is '    is the same in two parts' "$(grep -x "status $STATUS_USAGE" "$scratch/parts1"; diff "$scratch/parts1" "$scratch/parts2" | head -20)" ''
    is '    and in four' "$(diff "$scratch/parts1" "$scratch/parts4" | head -20)" ''
}
same_clocks 'messages of all nodes to all' 8 "$out/tests/boot/traffic.elf"
same_clocks 'random collectives on 16 nodes' 16 "$out/tests/soak/soak.elf" 7 10 500
same 'a deadlock under --exact' 8 --exact "$out/tests/fail/deadlock.elf" recv_in_a_ring
same "packets that nobody receives under --exact" 8 --exact "$out/tests/fail/unreceived.elf" late

# ---- The same checks pass

boot traffic 16 --parts 4
rows 'tools/cuberun --timeout 60' <<'END'
# Lines without an end are ended.
0 -n 8 --parts 2 "$out/tests/boot/print.elf" unended 0 0 | sort => = node 0|node 1|node 2|node 3|node 4|node 5|node 6|node 7
0 -n 16 --kernel-option routed=256 --parts 4 "$out/tests/soak/soak.elf" 3 50 500 => ^seed 3: 50 rounds
# Nodes that wait for a time; and in how many parts they are.
0 -n 8 --parts 2 --exact "$out/tests/boot/sleep.elf" => ^node 7: slept
0 -n 16 --parts 2 --explain "$out/programs/hello.elf" => ^cuberun: 16 nodes in 2 emulators \(--parts\)$
# Of too little memory one part tells, and what it says is enough.
64 -n 4 --parts 2 --memory 4M "$out/programs/hello.elf" => ^graycube: not enough memory: .*\(use --memory 6M\)$
0 -n 4 --parts 2 --memory 6M "$out/programs/hello.elf"
END
for attempt in 1 2 3 4; do # the counters agree only if each emulator has a processor for a moment
    run tools/cuberun -n 8 --timeout 60 --parts 2 "$out/tests/boot/node.elf"
    [ "$status" = 0 ] && break
done
passes "the kernel's promises to processes in two parts, at attempt $attempt"
boot time 4 --parts 2

# ---- Ends

run tools/cuberun -n 8 --timeout 60 --parts 2 "$out/tests/fail/fault.elf" call_abort all
is "of nodes that abort at once one reports" "$status $(echo "$output" | grep -c ': aborted$')" '134 1'
for limit in 1 4 16; do # a busy host may need longer to begin
    run tools/cuberun -n 8 --timeout $limit --parts 2 "$out/tests/boot/idle.elf"
    [ "$output" ] && break
done
is "a program that goes on for ever is ended" "$status" 124
like "    with the place of the nodes of part 0" "$errors" 'nodes? 0[^0-9].*idle.c'
like "    and of the others" "$errors" 'nodes? (.*[^0-9])?7 .*idle.c'

# ---- By hand

run env TMPDIR="$scratch" tools/cuberun -n 4 --parts 2 --show "$out/programs/hello.elf"
run timeout 60 sh -c "cd '$scratch' && $output"
is "the commands that --show prints do the same" "$(echo "$output" | sort | tr '\n' ',')" \
    "$(for node in 0 1 2 3; do printf 'hello from node %s of 4,' $node; done)"
is "    and leave nothing" "$(cd "$scratch" && ls -d bell.* output.* links 2>/dev/null)" ''
finish
