#!/bin/sh
# Finds a cube of many processes of the host whose results, packets, bytes or declared times are not those of the
# formulas. make soak takes the largest one (HOST_NODES).
. tests/lib.sh

nodes=${HOST_NODES:-128}
tools/cubecc --host -O2 tests/machine/widest.c -o "$scratch/widest"
run tools/cuberun --board host -n "$nodes" --timeout "${HOST_SECONDS:-60}" --links --clock ts=100,th=10,tw=1 --time \
    "$scratch/widest"
is "results on $nodes nodes" "$status $errors" '0 '
found=$(printf '%s\n' "$output" | grep -E '^(links|parallel time): ' | sort | uniq -c | tr -s ' ')
like '    packets and bytes by the formulas' "$found" '^ 2 links: '
like '    declared time by the formula' "$found" '^ 2 parallel time: '

rows '' <<'END'
64 tools/cuberun --board host -n 16384 "$scratch/widest" => ^cuberun: -n: invalid value '16384' .expected: 1, 2, 4, 8, \.\.\. 8192 nodes
64 env CUBERUN='-n 16384 --board host' "$scratch/widest" => ^cube: -n 16384: invalid number of nodes .expected: a power of two, up to 8192
64 tools/cuberun -n 16384 "$out/programs/hello.elf" => ^cuberun: -n: invalid value '16384' .expected: 1, 2, 4, 8, \.\.\. 8192 nodes
END
finish
