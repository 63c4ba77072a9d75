#!/bin/sh
# Finds an algorithm, of the catalogue or a user's own, that tools/check proves or refuses wrongly, or that is drawn or
# written as data otherwise than it is. tests/unit/collectives/test_own.c has all mistakes of schedules.
. tests/lib.sh

examples=tools/workbench/examples

# ---- tools/check

sed 's/int way = (int)number;/int way = (int)number + 0 * (int)cube_shape_root(shape);/' \
    $examples/allgather_both_ways.c >"$scratch/reading.c"
sed 's/cube_shape_nodes(shape) - 1 - node;/node;/' $examples/reversal.c >"$scratch/kept.c"
cp $examples/allgather_both_ways.c "$scratch/crashes.c"
printf '\n__attribute__((constructor)) static void crash(void) { *(volatile int *)8 = 1; }\n' >>"$scratch/crashes.c"
echo 'int main(' >"$scratch/broken.c"
echo '{"schedule": 1' >"$scratch/broken.json"
tools/draw $examples/reversal.c -n 8 --json "$scratch/reversal.json" >/dev/null
sed 's/"content": \[\[\[\[7, 7, 0/"content": [[[[6, 6, 0/' "$scratch/reversal.json" >"$scratch/other.json"
tools/draw bcast-binomial --dead-link 0:2 --json "$scratch/round.json" >/dev/null
# Each cube has a line: n, nodes, cases, steps, bound, packets, link words.
rows tools/check <<'END'
0 scan-exchange -n 1..16 => ^ 4 16 1 4 4 64 64
0 bcast-pipelined -n 8 --packets 5 --root 6 => ^ 3 8 1 7 7 35 35
0 bcast-binomial -n 64 => ^ 6 64 64 6 => ^cases: each root, target, shift up to 64 nodes$
0 $examples/allgather_both_ways.c => ^ 6 64 1 32 11 4032 4032 34368$
1 "$scratch/reading.c" -n 2 => it depends on the root, .*CUBE_VARIES_ROOT
1 --apart "$scratch/reading.c" -n 2 => it depends on the root, .*CUBE_VARIES_ROOT
0 $examples/reversal.c -n 8 => ^ 3 8 1 3 3 24 24
1 "$scratch/kept.c" -n 8 => ^check: reversal-exchange is wrong
0 "$scratch/reversal.json" => ^ 3 8 1 3 3 24 24
1 "$scratch/other.json" => ^check: reversal-exchange is wrong
0 $examples/reduce_on_four.json => ^ 2 4 1 2 2 3 3
0 --list => ^aspc aspc all-port$
1 "$scratch/crashes.c" => /crashes.c: a function of the algorithm crashed .Segmentation fault
1 "$scratch/broken.c" => /broken.c: does not compile => broken.c:1:1: error:
64 "$scratch/broken.json" => broken.json: .*Expecting
64 => algorithm
64 scan-none => "scan-none"
64 aspc --mesh 2x4 => ^check: --mesh: cannot be combined with aspc .which does not
64 bcast-binomial --packets 2 => ^check: --packets: cannot be combined with bcast-binomial .which does not
64 bcast-binomial --shift 3 --apart => --shift: cannot be combined with bcast-binomial .which does not
64 none.json => none.json
64 bcast-binomial --root x => --root: invalid value 'x'
64 bcast-binomial --bogus 3 => unknown option '--bogus'
64 bcast-binomial -n => -n: requires an argument
64 bcast-binomial -n 8..4 => -n: invalid value '8..4'
64 bcast-binomial --avoid 0:1 => unknown option '--avoid'
64 mesh-scan --mesh 3x => --mesh: invalid value '3x'
1 bcast-binomial --root 9 -n 8 => ^check: bcast-binomial is not possible on 8 nodes in this case$
0 bcast-binomial --apart -n=8 --root=3 => ^ 3 8 1 3 3 7 7
0 shift-ecube -n 4 --shift 0 => ^ 2 4 1 0 0 0 0 0$
# Round dead links: as a whole, and what a dead node leaves.
0 alltoall-all-port -n 16 --dead-link 0:1,7:3 => ^ 4 16 1 8 8 512 512 .* whole$ => ^ 4 16 1 [0-9]+ 10 [0-9]+ [0-9]+ .* round$
0 mesh-scan -n 16 --mesh 4x4 --dead random:3:3:0
0 aspc -n 16 --dead-node 5 => running on 8 of 16 nodes, the subcube of node 8
0 "$scratch/round.json" => ^ 3 8 1 3 3 9 9 .* round$
END
# Each makes the same two programs, and runs them while others make them.
for number in 1 2 3 4 5 6; do
    tools/check --apart $examples/allgather_both_ways.c -n 4 >"$scratch/at-once.$number" 2>&1 &
done
wait
is 'six checks of one algorithm at once' "$(cat "$scratch"/at-once.* | grep -c '^ *2 *4 *1 ')" 6

like 'what is drawn round dead links has them' "$(cat "$scratch/round.json")" '"dead": \["0:2"\]'
rows '' <<'END'
0 tools/draw "$scratch/round.json" => ^step 1, port 0: 0>1>5>4 0$
0 tools/draw "$scratch/round.json" --svg "$scratch/round.svg"
0 tools/draw bcast-binomial --dead-link 0:2 --page "$scratch/round.html"
0 tools/reroute alltoall-all-port -n 16 --dead-link 0:1 --json "$scratch/whole.json" => ^around them 1[1-6] 10
0 tools/check "$scratch/whole.json"
64 tools/reroute aspc -n 16
0 tools/draw aspc -n 1 --svg /dev/stdout => <title>aspc on 1 node:
64 tools/draw aspc --target 1 => ^draw: --target: cannot be combined with aspc .which does not
1 tools/draw bcast-binomial --root 9 -n 8 => ^draw: bcast-binomial is not possible on 8 nodes in this case$
END
is 'a picture has the dead link in each step' "$(grep -c 'class="link dead"' "$scratch/round.svg")" 3
like 'a page has it' "$(cat "$scratch/round.html")" '"dead":\["0:2"\]'

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
gcc -I. -Iinclude -DCUBE_HOST -pthread "$scratch/longer.c" $fast/check.c.o $fast/asked.c.o $fast/apart.c.o \
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
mistaken "a missing member" 64 'not a valid schedule .the file lacks "ports"' 'del s["ports"]'
mistaken "no link" 64 'step 2: node 3 has no link to node 0' 'steps[1]["packets"][0]["path"] = [3, 0]'
mistaken "a set that is no run" 64 \
    'step 1: the packet from node 1 to node 0, from, node 1: blocks 0, 2, 3 of area 2 are neither' \
    'steps[0]["packets"][0]["from"]["blocks"] = [0, 2, 3]'
mistaken "a link that is used twice" 1 \
    '\(n = 2, root 0\): step 2: node 0: two packets arrive on port 1$' \
    'steps[1]["packets"] *= 2'
mistaken "areas that mean something else" 1 'node 1 has 1 blocks in area 1 \(an output\), but reduce requires 0' \
    's["areas"][1] = 1'
mistaken "a name that is taken" 1 'an algorithm of this name already exists' \
    's["name"] = "reduce-binomial"'
# ---- tools/draw, and schedules of the catalogue as JSON, which are proved when they are read back

succeeds "an algorithm is drawn" tools/draw aspc -n 8
like "    packet by packet" "$output" '^step   4, port 2:  1>5 0\.1   2>6 0\.2   3>7 1\.2 '
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
is "programs are newlib's where picolibc has none" "$(env -u CUBE_OUT /usr/bin/python3 -c '
import os, sys
sys.path.insert(0, "tools")
import running
running.ROOT = sys.argv[1]
for folder in ("build/newlib/programs", "build/programs"):
    os.makedirs(os.path.join(running.ROOT, folder))
    print(os.path.relpath(running.programs_folder(), running.ROOT))' "$scratch/built")" 'build/newlib
build'
rows tools/draw <<'END'
1 bcast-esbt -n 128 --page "$scratch/page.html"
64 allgather-ring -n 12
END

finish
