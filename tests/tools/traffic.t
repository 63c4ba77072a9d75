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

tools/cubecc -s "$scratch/send.c" -o "$scratch/stripped.elf"
rows 'tools/cuberun --timeout 60 --links' <<'END'
# How many links were used, the busiest first, and a map of all, in 80 columns.
0 -n 8 "$scratch/send.elf" => ^links: [0-9]+ of 24 used, => ! .{81}
0 -n 8 "$scratch/send.elf" | grep -A2 '^ *from' | tail -2 => = 0 2 1 3 0 2000 ########################|4 6 1 2 1 1000 ############
0 -n 8 "$scratch/send.elf" | tail -4 => = dim 0|0 00000500|1 90005000|2 00000050
0 -n 8 "$scratch/send.elf" few | tail -3 => = 0 9.......|1 ........|2 ........
0 -n 128 --exact "$out/programs/collective.elf" barrier | sed '1,/^links:/d' => ^ *dim 0 => ! .{81}
# What nodes forward whose programs have ended.
0 -n 8 --exact "$scratch/send.elf" all others end => ^links: 3 of 24 used, 3 packets, 3000 bytes$
0 -n 8 --exact --parts 2 "$scratch/send.elf" all others end => ^links: 3 of 24 used, 3 packets, 3000 bytes$
# A program without symbols that does not end has left nothing at one node, whose links are not known.
75 -n 8 "$scratch/stripped.elf" one waits => ^links to 1 node are not counted:  => ^ 0 9......[?]$ => ^ 1 ....[?]...$ => ^ 2 ..[?].....$
END

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
