#!/bin/sh
# Finds a node outside a program's ranks that does more than forward, or appears in results.
. tests/lib.sh

program=$out/tests/boot/ranks.elf

# forwards RANKS NODES: the program runs on N nodes, and nobody else says a word.
forwards() {
    run tools/cuberun --ranks "$1" --timeout 60 "$program" "$1"
    wanted=$(
        node=0
        while [ $node -lt "$1" ]; do
            echo "node $node begins"
            echo "node $node of $2 got $(((node + $1 - 3 % $1) % $1))"
            node=$((node + 1))
        done | sort
    )
    is "a program on $1 of $2 nodes" "$status $(echo "$output" | sort)" "0 $wanted" ||
        echo "$errors" | diagnose
}
forwards 1 1
forwards 3 4
forwards 6 8
forwards 13 16

# The nodes that forward are in the machine, and are not in what it says of the program.
run tools/cuberun --ranks 6 --timeout 60 --stats "$scratch/stats.json" "$program" 6
is "its meters are those of all nodes" "$status $(grep -c '"node"' "$scratch/stats.json")" '0 8' ||
    diagnose <"$scratch/stats.json"
rows 'tools/cuberun --timeout 60' <<'END'
# A deadlock counts the programs that there are, and names no node that only forwards.
75 --ranks 6 "$out/tests/fail/deadlock.elf" recv_in_a_ring => ^graycube: deadlock: no node can go on; 0 of 6 programs have ended$ => ! ^graycube: node [67] 
# A larger cube, and a smaller one.
0 -n 16 --ranks 6 "$program" 6 => ^node 5 of 16 got 2$
64 -n 4 --ranks 6 "$program" => ^cuberun: --ranks 6: -n 4 has too few nodes .leave out -n.$
END
finish
