#!/bin/sh
# Finds a wrong count or picture of the traffic on links (--links), or a parallel time (--time) that clocks do not show.
. tests/lib.sh

# Node 0 sends 1000 bytes to its neighbour on dimension 1, twice, and 8 bytes on dimension 0; node 5 sends
# 1000 bytes to node 2, three links away. A barrier ends it, whose packets are empty: no node ends before
# the packets have passed it. With an argument, node 0 alone sends, and only on dimension 0; with two, node 6
# waits for ever; with three, only nodes 5 and 2 do anything.
c_program send <<'END'
#include <cube.h>

int main(int argc, char *argv[]) {
    static char bytes[1000];
    int node = cube_node();
    (void)argv;
    if (argc > 3)
        return node == 5   ? cube_send(2, bytes, sizeof bytes)
               : node == 2 ? cube_recv(5, bytes, sizeof bytes)
                           : 0;
    if (argc > 2 && node == 6)
        return cube_link_recv(0, bytes, 8);
    if (argc > 1)
        return node == 0   ? cube_link_send(0, bytes, 8)
               : node == 1 ? cube_link_recv(0, bytes, 8)
                           : 0;
    if (node == 0) {
        cube_link_send(1, bytes, sizeof bytes);
        cube_link_send(1, bytes, sizeof bytes);
        cube_link_send(0, bytes, 8);
    } else if (node == 2) {
        cube_link_recv(1, bytes, sizeof bytes);
        cube_link_recv(1, bytes, sizeof bytes);
        cube_recv(5, bytes, sizeof bytes);
    } else if (node == 1) {
        cube_link_recv(0, bytes, 8);
    } else if (node == 5) {
        cube_send(2, bytes, sizeof bytes);
    }
    return cube_barrier();
}
END

succeeds "--links" tools/cuberun -n 8 --timeout 60 --links "$scratch/send.elf"
like "    tells how many links were used" "$output" '^links: [0-9]+ of 24 used, '
is "    the busiest first" "$(printf '%s\n' "$output" | grep -A2 '^ *from' | tail -2)" \
    "    0     2   1          3        0           2000  ########################
    4     6   1          2        1           1000  ############"
is "    and a map of all" "$(printf '%s\n' "$output" | tail -4)" \
    "  dim 0
    0 00000500
    1 90005000
    2 00000050"
ok "$(printf '%s\n' "$output" | awk 'length > 80 { wide = 1 } END { print wide + 0 }')" \
    "    in 80 columns"
succeeds "--links where few are used" tools/cuberun -n 8 --timeout 60 --links "$scratch/send.elf" few
is "    tells the others apart" "$(printf '%s\n' "$output" | tail -3)" "    0 9.......
    1 ........
    2 ........"
for parts in 1 2; do
    run tools/cuberun -n 8 --parts "$parts" --exact --timeout 60 --links "$scratch/send.elf" all others end
    is "--links counts what nodes forward whose programs have ended, with $parts parts" \
        "$(printf '%s\n' "$output" | sed -n 2p)" 'links: 3 of 24 used, 3 packets, 3000 bytes'
done
run tools/cuberun -n 8 --timeout 60 --links "$scratch/send.elf" one waits
is "--links of a run in which a node does not end: its status" "$status" 75
like "    is told of, too" "$output" '^ended early: at 1 node, '
is "    with all links" "$(printf '%s\n' "$output" | tail -3)" "    0 9.......
    1 ........
    2 ........"
tools/cubecc -s "$scratch/send.c" -o "$scratch/stripped.elf"
run tools/cuberun -n 8 --timeout 60 --links "$scratch/stripped.elf" one waits
like "    but of a program without symbols it has left nothing" "$output" '^links to 1 node are not counted: '
is "    with the links that are not known" "$(printf '%s\n' "$output" | tail -4)" \
    "  dim 0
    0 9......?
    1 ....?...
    2 ..?....."
succeeds "--links of 128 nodes" tools/cuberun -n 128 --exact --timeout 60 --links "$out/programs/collective.elf" barrier
ok "$(printf "%s\n" "$output" | sed "1,/^links:/d" | awk 'length > 80 { wide = 1 } END { print wide + 0 }')" \
    "    in 80 columns, too"

# ---- The parallel time

succeeds "--time" tools/cuberun -n 8 --exact --timeout 60 --time --stats "$scratch/stats.json" \
    "$out/programs/collective.elf" barrier
is "    is the time of --stats" "$(printf '%s\n' "$output" | tail -1)" \
    "parallel time: $(sed -n 's/^ "time": \([0-9]*\),/\1/p' "$scratch/stats.json")"
is "    and of the largest clock" "$(sed -n 's/^ *"clock": \([0-9]*\),/\1/p' "$scratch/stats.json" |
    sort -n | tail -1)" "$(printf '%s\n' "$output" | sed -n 's/^parallel time: //p')"
run tools/cuberun -n 8 --clock off --time "$out/programs/collective.elf" barrier
is "    without clocks there is none" "$status" 64

# ---- The form of --stats (tests/tools/schemas.t shows that another one is noticed)

is "the meters have the form that is documented" "$(tests/tools/form stats "$scratch/stats.json")" right

finish
