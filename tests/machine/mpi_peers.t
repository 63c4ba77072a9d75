#!/bin/sh
# Finds a row of `make peers` that falls behind the others: in instructions of all ranks, which are the same on
# every host.
. tests/lib.sh

tools/mpicc -O2 -Wall -Wextra -DBATCH_SECONDS=0.0005 tools/peers/benchmark.c -o "$scratch/benchmark"
run tools/cuberun -n 8 --exact --clock off --heap 32M --timeout 120 "$scratch/benchmark" 0.0001
passes 'the benchmark of make peers on 8 ranks'

# OPERATION BYTES, at most TIMES of OPERATION BYTES; a byte over a link is 0.3 instructions. A broadcast passes seven
# links, an all-reduce fourteen; a rank and the next are 1.75 links apart.
while read -r operation bytes times other others; do
    ratio=$(printf '%s\n' "$output" | awk -v left="$operation $bytes" -v right="$other $others" '
        BEGIN { cost["link 1048576"] = 0.0003 * 1048576 }
        { cost[$1 " " $2] = $5 }
        END { printf "%.2f", (cost[left] && cost[right] ? cost[left] / cost[right] : 99) }')
    ok "$(echo "$ratio $times" | awk '{ print ($1 > $2) }')" "$operation $bytes: $ratio times $other $others, at most $times"
done <<'END'
half-round-trip 1048576 1.1 link 1048576
put 1048576 1.1 half-round-trip 1048576
get 8 1.3 put 8
get 65536 1.3 put 65536
get 1048576 1.3 put 1048576
fetch-and-op 0 5.5 half-round-trip 8
barrier 0 4 half-round-trip 8
broadcast 1048576 7.2 half-round-trip 1048576
all-reduce 1048576 17 half-round-trip 1048576
put-fence 8 10 barrier 0
put-fence 1048576 13 put 1048576
END
finish
