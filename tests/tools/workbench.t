#!/bin/sh
# Finds an algorithm, of the catalogue or a user's own, that tools/check proves or refuses wrongly, or that is drawn or
# written as data otherwise than it is. tests/unit/collectives/test_own.c has all mistakes of schedules.
. tests/lib.sh

examples=tools/workbench/examples

# ---- tools/check

succeeds "an algorithm of the catalogue is proved" tools/check scan-exchange -n 1..16
like "    with a line for each cube" "$output" '^  4     16       1       4       4         64          64 '
succeeds "in a case" tools/check bcast-pipelined -n 8 --packets 5 --root 6
like "    with its counts" "$output" '^  3      8       1       7       7         35          35 '
ok "$(printf '%s\n' "$output" | awk 'length > 80 { wide = 1 } END { print wide + 0 }')" \
    "    in 80 columns"
succeeds "one of one's own, in C" tools/check $examples/allgather_both_ways.c
like "    on all cubes" "$output" '^  6     64       1      32      11       4032        4032 +34368$'
sed 's/int way = (int)number;/int way = (int)number + 0 * (int)cube_shape_root(shape);/' \
    $examples/allgather_both_ways.c >"$scratch/reading.c"
for apart in '' --apart; do
    # shellcheck disable=SC2086 # a word or none
    run tools/check $apart "$scratch/reading.c" -n 2
    is "    but not if it reads what it does not declare $apart" "$status $errors" "1 check: allgather-both-ways is wrong (n = 1): \
it depends on the root, which .varies does not declare (add CUBE_VARIES_ROOT)"
done
succeeds "every root is tried" tools/check bcast-binomial -n 64
like "    as a case" "$output" '^  6     64      64       6 '
like "    and the cases are told" "$output" '^cases: each root, target, shift up to 64 nodes$'
succeeds "one for an operation of its own" tools/check $examples/reversal.c -n 8
like "    in as few steps as can be" "$output" '^  3      8       1       3       3         24          24 '
sed 's/cube_shape_nodes(shape) - 1 - node;/node;/' $examples/reversal.c >"$scratch/kept.c"
run tools/check "$scratch/kept.c" -n 8
like "    and what does not come of it is told" "$status $errors" '^1 check: reversal-exchange is wrong'
succeeds "    and is written as data" tools/draw $examples/reversal.c -n 8 --json "$scratch/reversal.json"
succeeds "    which is proved" tools/check "$scratch/reversal.json"
like "    to the same counts" "$output" '^  3      8       1       3       3         24          24 '
sed 's/"content": \[\[\[\[7, 7, 0/"content": [[[[6, 6, 0/' "$scratch/reversal.json" >"$scratch/wrong.json"
run tools/check "$scratch/wrong.json"
like "    and not if it is to hold something else" "$status $errors" '^1 check: reversal-exchange is wrong'
succeeds "one of one's own, in JSON" tools/check $examples/reduce_on_four.json
like "    on its own cube" "$output" '^  2      4       1       2       2          3           3 '
refused() {
    message=$1
    shift
    run tools/check "$@"
    is "check refuses $*" "$status" 64
    like "    and says why" "$errors" "$message"
}
refused 'there is no algorithm .*"scan-none"' scan-none
refused '--mesh is for algorithms on meshes, which this is not: "aspc"' aspc --mesh 2x4
refused 'cannot read none.json: No such file' none.json
refused 'no algorithm given'
succeeds "all algorithms are listed" tools/check --list
like "    with what they do" "$output" '^aspc +aspc +all-port$'

cp $examples/allgather_both_ways.c "$scratch/crashes.c"
printf '\n__attribute__((constructor)) static void crash(void) { *(volatile int *)8 = 1; }\n' >>"$scratch/crashes.c"
run tools/check "$scratch/crashes.c"
is "one that crashes is told as that" "$status $errors" \
    "1 check: $scratch/crashes.c has crashed, in a function of the algorithm: Segmentation fault"

# ---- Dead links

succeeds "a schedule is rewritten round dead links" tools/check alltoall-all-port -n 16 --dead-link 0:1,7:3
like "    which is proved" "$output" '^  4     16       1       8       8        512         512 .*  whole$'
like "    and counted, beside what no algorithm goes below" "$output" \
    '^  4     16       1      11      10        582         582 .*  round$'
succeeds "links that are drawn" tools/check mesh-scan -n 16 --mesh 4x4 --dead random:3:3:0
succeeds "on what a dead node leaves" tools/check aspc -n 16 --dead-node 5
like "    which is told" "$errors" 'runs on the 8 of the subcube from node 8 on'
succeeds "such a schedule is drawn" tools/draw bcast-binomial --dead-link 0:2 --json "$scratch/round.json"
like "    as data" "$(cat "$scratch/round.json")" '"dead": \["0:2"\]'
succeeds "    which are proved to pass no dead link" tools/check "$scratch/round.json"
like "    as they are" "$output" '^  3      8       1       3       3          9           9 .*  round$'
succeeds "    and drawn" tools/draw "$scratch/round.json" --svg "$scratch/round.svg"
is "    with the dead link in each step" "$(grep -c 'class="link dead"' "$scratch/round.svg")" 3
like "    by the way round it" "$(tools/draw "$scratch/round.json")" '^step   1, port 0:  0>1>5>4 0$'
succeeds "    and played" tools/draw bcast-binomial --dead-link 0:2 --page "$scratch/round.html"
like "    with what is dead" "$(cat "$scratch/round.html")" '"dead":\["0:2"\]'

succeeds "a rewritten schedule is written" tools/reroute alltoall-all-port -n 16 --dead-link 0:1 \
    --json "$scratch/whole.json"
like "    near the bound" "$output" '^around them +11 +10 '
succeeds "    and is proved to pass no dead link" tools/check "$scratch/whole.json"
run tools/reroute aspc -n 16
is "nothing dead is refused" "$status" 64

# A cost that is not what the packets take: the walk is one unit longer than it is.
cat >"$scratch/longer.c" <<'END'
#include "collectives/check/walk.h"

double __real_walk_time(const struct algorithm *algorithm, const struct shape *shape,
                        const struct cost_model *model, const struct block_sizes *sizes);
double __wrap_walk_time(const struct algorithm *algorithm, const struct shape *shape,
                        const struct cost_model *model, const struct block_sizes *sizes) {
    return __real_walk_time(algorithm, shape, model, sizes) + 1;
}
END
fast=build/fast/tools/workbench
gcc -I. -Iinclude -DCUBE_HOST -pthread "$scratch/longer.c" $fast/check.c.o $fast/asked.c.o $fast/apart.c.o $fast/round.c.o \
    build/fast/libhost.a -lm -Wl,--wrap=walk_time -o "$scratch/check"
run "$scratch/check" bcast-binomial -n 3
is "a cost that differs is a mistake" "$status" 1
like "    that is told" "$errors" \
    '\(n = 3, root 0\): its packets take 3223 .* its cost 3 t_s \+ 3 t_w m \+ 3 t_h gives 3222$'

# ---- A schedule with a mistake: what has to be told of it, before anything runs

# mistaken WHAT STATUS MESSAGE CHANGE: reduce_on_four.json, changed by Python as `s`, is refused.
mistaken() {
    /usr/bin/python3 -c "import json, sys
s = json.load(open('$examples/reduce_on_four.json'))
steps = s['steps']
$4
json.dump(s, open('$scratch/wrong.json', 'w'))"
    run tools/check "$scratch/wrong.json"
    is "$1 is a mistake" "$status" "$2"
    like "    that is told" "$errors" "$3"
}
mistaken "a missing member" 64 'no schedule: the file lacks "ports"' 'del s["ports"]'
mistaken "no link" 64 'step 2: node 3 has no link to node 0' 'steps[1]["packets"][0]["path"] = [3, 0]'
mistaken "a set that is no run" 64 \
    'step 1: the packet from node 1 to node 0, from, node 1: blocks 0, 2, 3 of area 2 are neither' \
    'steps[0]["packets"][0]["from"]["blocks"] = [0, 2, 3]'
mistaken "a link that is used twice" 1 \
    '\(n = 2, root 0\): step 2: node 0: two packets on the link of node 2, port 1$' \
    'steps[1]["packets"] *= 2'
mistaken "areas that mean something else" 1 'node 1 has 1 blocks in area 1 \(an output\), and reduce wants 0' \
    's["areas"][1] = 1'
mistaken "a name that is taken" 1 'there is an algorithm of this name already' \
    's["name"] = "reduce-binomial"'
echo '{"schedule": 1' >"$scratch/wrong.json"
refused "wrong.json is no schedule: Expecting" "$scratch/wrong.json"
echo 'int main(' >"$scratch/wrong.c"
run tools/check "$scratch/wrong.c"
is "what does not compile is refused" "$status" 1
is "    by the compiler" "$(printf '%s\n' "$errors" | sed -n '1p; 2s/expected.*//p')" \
    "check: $scratch/wrong.c does not compile:
$scratch/wrong.c:1:1: error: "

# ---- tools/draw, and schedules of the catalogue as JSON, which are proved when they are read back

succeeds "an algorithm is drawn" tools/draw aspc -n 8
like "    packet by packet" "$output" '^step   4, port 2:  1>5 0\.1   2>6 0\.2   3>7 1\.2 '
ok "$(printf '%s\n' "$output" | awk 'length > 80 { wide = 1 } END { print wide + 0 }')" \
    "    in 80 columns"
succeeds "one of one's own" tools/draw $examples/reduce_on_four.json --svg "$scratch/picture.svg"
is "    as a picture: its links and nodes in each step, its packets" "$(/usr/bin/python3 -c '
import sys, xml.dom.minidom as dom
picture = dom.parse(sys.argv[1])
print(*(len(picture.getElementsByTagName(tag)) for tag in ("circle", "rect")),
      sum(path.getAttribute("class") == "packet" for path in picture.getElementsByTagName("path")))' \
    "$scratch/picture.svg")" "8 6 3"
for option in --svg --dark; do
    succeeds "a picture of all links at work" tools/draw allgather-all-port $option "$scratch/picture.svg"
    is "    where no label covers a packet's way over another link" "$(/usr/bin/python3 -c '
import math, re, sys
for panel in open(sys.argv[1]).read().split("<g ")[1:]:
    nodes = re.findall(r"<circle cx=.([\d.]+). cy=.([\d.]+)", panel)
    near = lambda x, y: min(nodes, key=lambda node: math.dist((x, y), tuple(map(float, node))))
    ways = [list(map(float, re.findall(r"[\d.]+", way))) for way in re.findall(r"class=.packet. d=.([^\"]+)", panel)]
    for plate in re.findall(r"class=.plate. x=.([-\d.]+). y=.([\d.]+). width=.([\d.]+). height=.(\d+)", panel):
        x, y, width, height = map(float, plate)
        links = {frozenset((near(a, b), near(e, f))) for a, b, c, d, e, f in ways for t in range(101)
                 for u in [t / 100] for v in [1 - u]
                 if 0 < v * v * a + 2 * u * v * c + u * u * e - x < width
                 and 0 < v * v * b + 2 * u * v * d + u * u * f - y < height}
        print(len(links), end="")' "$scratch/picture.svg" | sed 's/1//g')" ''
done
is "    in the colours that were asked for" "$(grep -c 'prefers-color-scheme' "$scratch/picture.svg")" 0
for algorithm in scan-pipelined mesh-alltoall permute-ecube; do
    succeeds "the schedule of $algorithm" tools/draw $algorithm --json "$scratch/whole.json"
    sed 's/"name": "/&own-/' "$scratch/whole.json" >"$scratch/own.json"
    succeeds "    is proved as one of one's own" tools/check "$scratch/own.json"
    is "    with its counts" "$(printf '%s\n' "$output" | awk '$1 == 3 { print $4, $5, $6, $7 }')" \
        "$(/usr/bin/python3 -c '
import json, sys
counts = json.load(open(sys.argv[1]))["counts"]
print(*(counts[name] for name in ("steps", "bound", "packets", "link_words")))' "$scratch/whole.json")"
done
run tools/draw bcast-esbt -n 128 --page "$scratch/page.html"
is "    on 64 nodes at most" "$status" 1
run tools/draw allgather-ring -n 12
is "a cube of 12 nodes is refused" "$status" 64

finish
