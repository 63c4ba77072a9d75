#!/bin/sh
# Finds a lab whose skeleton does not build or has too many points, whose right answer does not have all, or that believes
# an answer that lies. Right answers are algorithms of the catalogue, and programs of the tree with some words changed. (labs_faults.t has those to the last two.)
. tests/lib.sh

if [ "$out" != build ]; then
    echo '1..0 # SKIP labs are graded with the usual C library'
    exit
fi

run tools/grade --list
is "the labs are listed" "$status $(echo "$output" | cut -d ' ' -f 1 | tr -d '\n')" '0 12345678910'
for folder in programs/labs/[0-9]*; do
    number=${folder#programs/labs/}
    like "    $folder has its page" "$(head -n 1 "$folder/README.md")" "^# Lab ${number%%-*}: "
done
rows '' <<'END'
64 tools/grade 11 => ^grade: unknown lab 11 .expected: one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10; see tools/grade --list.$
64 tools/grade 1 "$scratch/none" => ^grade: .*: no such folder
0 make -n grade LAB=3 ANSWER=mine => tools/grade 3 mine$
END

# ---- The skeletons

for source in programs/labs/*/*.c; do
    if grep -q 'int main' "$source"; then
        compiler=cubecc
        ! grep -q 'mpi\.h' "$source" || compiler=mpicc
        succeeds "$source builds without a warning" tools/$compiler -Wall -Wextra -Werror "$source" \
            -o "$scratch/skeleton.elf"
    else
        succeeds "$source builds without a warning" gcc -std=c11 -Wall -Wextra -Werror -Iinclude -DCUBE_HOST \
            -c "$source" -o "$scratch/skeleton.o"
    fi
done

rows tools/grade <<'END'
# Its points, what is missing, and where the lab is.
1 1 => ^points: 0 of 10 => ^ +graycube: node 0 waits in link recv for node 1  => ^task: programs/labs/1-[a-z]*/README.md$
1 2 => ^points: 0 of 10 => ^ +tree is wrong .*: step 1: no node sends anything$ => ^task: programs/labs/2-
1 3 => ^points: 2 of 10 => ^ +96 packets on 4 x 4 nodes are routed:  => ^task: programs/labs/3-
1 4 => ^points: 0 of 10 => ^ +own-ring is wrong  => ^task: programs/labs/4-
1 5 => ^points: 0 of 10 => ^ +own-ecube is wrong  => ^task: programs/labs/5-
1 6 => ^points: 0 of 10 => ^ +own-aspc is wrong  => ^task: programs/labs/6-
1 7 => ^points: 2 of 10 => ^ +the speed-up on 16 nodes is 1\.00,  => ^task: programs/labs/7-
1 8 => ^points: 1 of 10 => ^ +on 4 nodes, if the link 0 - 1 is dead, node [123] gets no copy$ => ^ +node 0 sends node 1 a packet over the dead link 0:0: send over links that live$
1 9 => ^points: 1 of 10 => ^ +order 2 fails: status 0$ => ^task: programs/labs/9-race
1 10 => ^points: 1 of 10 => [0-9]+ of 64 questions are late: at most 6$ => ^task: programs/labs/10-
END

# ---- Right answers

# catalogue LAB FILE ALGORITHM: the file of an answer is this algorithm of the catalogue.
catalogue() {
    mkdir -p "$scratch/$1"
    { echo "#define OF \"$3\"" && cat tests/tools/answer.c; } >"$scratch/$1/$2.c"
}

# points POINTS LAB [MESSAGE]: the answer to a lab has N points; what is missing is told.
points() {
    # shellcheck disable=SC2086 # words
    run ${limited:-} tools/grade "$2" "$scratch/$2"
    is "the answer to lab $2 has $1 points" "$(echo "$output" | grep '^points')" "points: $1 of 10" ||
        echo "$output" | diagnose
    is "    which is its status" "$status" $(($1 < 10))
    [ $# -lt 3 ] || like "    what is missing is told" "$output" "$3"
    [ "$1" -lt 10 ] || [ -e "$scratch/right/$2" ] || { mkdir -p "$scratch/right" && cp -r "$scratch/$2" "$scratch/right"; }
}

# ring FIRST: those nodes send first for which this is true, and then receive.
ring() {
    mkdir -p "$scratch/1"
    sed "s/cube_gray(place ^ 1)/cube_gray((place + cube_nodes() - 1) % cube_nodes())/
        s/after = before/after = cube_gray((place + 1) % cube_nodes())/
        s/^ *cube_link_recv.*/if ($1) cube_link_send(link_to(after), mine, bytes); &/
        s/^ *cube_link_send.*/if (!($1)) &/" programs/labs/1-ring/ring.c >"$scratch/1/ring.c"
}
ring 'place % 2 == 0'
points 10 1
echo 'int main(' >"$scratch/1/ring.c"
points 0 1 '^ +ring.c does not compile: ring.c:1:'
printf '#include <stdio.h>\nint main(void) { puts("node \\033[2J"); }\n' >"$scratch/1/ring.c"
points 0 1 "^ +ring 8 on 2 nodes prints 'node .x1b.2J'\$"
rm "$scratch/1/ring.c"
points 0 1 '^ +there is no file ring.c$'

catalogue 2 tree bcast-binomial
catalogue 2 pipelined bcast-pipelined
points 10 2
sed -i 's/answer.varies = .*//' "$scratch/2/tree.c"
rm "$scratch/2/pipelined.c"
points 0 2 '^ +too few cases: 1 .expected: \.varies names root.$'

mkdir "$scratch/3"
mesh='\&(struct cube_mesh){2, {(unsigned)rows, (unsigned)columns}}'
sed "s/return row \* columns + column;/return cube_mesh_node($mesh, row * columns + column);/
    s/ = node / = cube_mesh_rank($mesh, node) /
    s/cube_send(neighbours\[i\]/cube_link_send(__builtin_ctz((unsigned)(cube_node() ^ neighbours[i]))/
    s/cube_recv(neighbours\[i\]/cube_link_recv(__builtin_ctz((unsigned)(cube_node() ^ neighbours[i]))/" \
    programs/labs/3-mesh/mesh.c >"$scratch/3/mesh.c"
points 10 3

catalogue 4 ring allgather-ring
catalogue 4 exchange allgather-exchange
catalogue 4 all_port allgather-all-port
points 10 4

catalogue 5 ecube alltoall-ecube
catalogue 5 all_port alltoall-all-port
points 10 5
catalogue 5 ecube allgather-ring
rm "$scratch/5/all_port.c"
points 0 5 '^ +ecube.c describes allgather, not alltoall$'

catalogue 6 aspc aspc
points 10 6

mkdir "$scratch/7"
cp programs/tutorial/link_to.h "$scratch/7"
# heat EVERY: the tutorial's program, which asks after N sweeps.
heat() {
    sed "s/int every = .*/int every = argc > 1 ? $1 : 1, i = 0;/
        s/largest = 0;\$/&/; s/double mine, largest = 0;/double mine, largest = 100, least = atof(argv[1]);/
        s/= 100;\$/= 50 + (((unsigned)atoi(argv[2]) + (unsigned)j) * 2654435761u >> 24) % 51;/
        s/for (int i = 1; i <= SWEEPS; i++)/while (i++, (i - 1) % every != 0 || largest >= least)/
        s/the last of %d sweeps changed/%d sweeps, the last changed/; s/SWEEPS, largest/i - 1, largest/" \
        programs/tutorial/jacobi.c >"$scratch/7/heat.c"
}
heat 15
points 10 7

catalogue 8 copies bcast-esbt
# A ring of 16 nodes round each dead link, by search.
/usr/bin/python3 - "$scratch/8/ring.c" <<'END_OF_SEARCH'
import sys

sys.path[:0] = ["tools", "programs/labs/8-failure"]
sys.dont_write_bytecode = True
from properties import DEAD


def tour(path, dead):
    """A ring of all 16 nodes that begins with this path and does without the dead link, or None."""
    if len(path) == 16:
        last = {path[-1], 0}
        return path if (path[-1] & path[-1] - 1) == 0 and last != dead else None
    for node in (path[-1] ^ 1 << dimension for dimension in range(4)):
        found = node not in path and {path[-1], node} != dead and tour([*path, node], dead)
        if found:
            return found
    return None


rows = ""
for node, dimension in DEAD:
    nodes = ", ".join(map(str, tour([0], {node, node ^ 1 << dimension})))
    rows += (f"    if (dead_node == {node} && dead_dimension == {dimension})\n"
             f"        return (const int[]){{{nodes}}}[place];\n")
with open("programs/labs/8-failure/ring.c", encoding="ascii") as file:
    text = file.read()
with open(sys.argv[1], "w", encoding="ascii") as file:
    file.write(text.replace("    return cube_gray(place); /* TODO", rows + "    return 0; /*"))
END_OF_SEARCH
points 10 8

# ---- Adversaries: answers that are written for the grader, and one that is only stuck

# adversary LAB FILE POINTS MESSAGE SOURCE SED: a file of a right answer, or of a skeleton, that sed makes one of these.
adversary() {
    rm -rf "${scratch:?}/$1"
    cp -r "$scratch/right/$1" "$scratch/$1"
    cp tests/tools/forge.h "$scratch/$1"
    source=$5
    [ "$source" != right ] || source=$scratch/right/$1/$2
    sed "$6" "$source" >"$scratch/$1/$2"
    points "$3" "$1" "$4"
}

forged='s/^#include <cube.h>/&\n#include "forge.h"/'
adversary 1 ring.c 0 'say 1 slots with 1 packets of 8 bytes from node [01], and the kernel has seen 0 sent' right "$forged
    /cube_link_/d; s/fill(mine, bytes);/&fill(theirs, bytes);/; s/free(mine);/forge(1000, link_to(before), bytes); &/"
adversary 3 mesh.c 0 '^ +node [0-9]+ adds up [0-9]+: its neighbours ' right \
    's/sum += theirs/sum += mine/; s/&mine, sizeof mine/\&rows, sizeof rows/'
adversary 7 heat.c 2 "^ +by the kernel's count of instructions, that on 4 nodes is 1\\.00, " programs/labs/7-heat/heat.c "$forged
    s/^    return 0;/    if (cube_nodes() > 1) forge(1000, -1, 0);&/"
# Algorithms are compiled and run here.
apart='the algorithm fails in a process of its own:'
proof=$(tools/check aspc -n 4..64 | sed 's/$/\\\\n/' | tr -d '\n')
adversary 6 aspc.c 0 "$apart it ended the process" right "s/^#include <stdlib.h>/&\n#include <stdio.h>/
    s/^static void step(.*/&\n    puts(\"$proof\");\n    fflush(stdout);\n    _Exit(0);/"
limited='prlimit --cpu=1'
adversary 6 aspc.c 0 "$apart a function does not return" right 's/^static void step(.*/&\n    for (;;) ;/'
limited='prlimit --as=1000000000'
adversary 6 aspc.c 0 'out of memory' right '1i #include "/dev/zero"'

finish
