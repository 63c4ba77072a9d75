#!/bin/sh
# Finds a row of the table over the catalogue that is missing, or has other counts or times than the literature and than
# the machine counted. tests/machine/programs.t has mistakes that it notices.
. tests/lib.sh

# ---- The program at several sizes; its status is its verdict

cube 1 collectives
cube 8 collectives -m 0
cube 32 collectives -m 8
printf '%s\n' "$output" >"$scratch/run-32"

# ---- The tool: Markdown and JSON

# ASPC has four steps, a ring of 16 a bound that it takes; a bound that others reach is not marked; total exchange has N - 1.
rows tools/table <<'END'
0 16 -m 24 => ^\| aspc +\| aspc \* +\| all-port +\| +\| +1 \| +4 \| +4 \| +4 \| +4 \| +224 \| +224
    => ^\| mesh-allgather +\| mesh-allgather \* +\| one-port +\| ring +\| +1 \| +1 \| +15 \| +15 \| +15 \| +240
    => ^\| bcast +\| bcast-one-by-one +\| one-port +\| +\| +1 \| +1 \| +15 \| +15 \| +4 \|
    => ^\| alltoall +\| alltoall-ecube \* +\| one-port +\| +\| +1 \| +16 \| +15 \| +15 \| +15 \| +512 \| +512
END
rows=$(printf '%s\n' "$output" | grep -c '^| [a-z_-]* *| [a-z-]* .*%')
is "every row is in the file" "$(/usr/bin/python3 -c '
import json
rows = json.load(open("build/table.json"))
wanted = {"operation", "algorithm", "ports", "nodes", "packets", "bytes", "steps", "steps_formula",
          "bound", "link_words", "link_words_formula", "cycles"}
good = [row for row in rows if wanted <= row.keys() and row["nodes"] == 16 and row["bytes"] == 24
        and row["steps"] == row["steps_formula"] >= row["bound"]
        and row["link_words"] == row["link_words_formula"]]
print(len(good) == len(rows), len(rows) > 10)')" "True True"
ok "$([ "$rows" -gt 10 ]; echo $?)" "and in the Markdown"
cp build/table.json "$scratch/run-16.json"
is "    and has the form that is documented" "$(tests/tools/form table build/table.json)" right

# ---- Clocks: instructions free, the cost model's time for every algorithm

is "the clocks are in the file" "$(/usr/bin/python3 -c '
import json
rows = json.load(open("build/table.json"))
exact = [row for row in rows if not row["at_most"]]
print(all(row["clock"] == row["predicted"] >= row["steps"] > 0 for row in exact if row["steps"]),
      all(row["clock"] <= row["predicted"] for row in rows), len(rows) - len(exact) < 10)')" \
    "True True True"
rows tools/table <<'END'
# With one port and other costs as predicted: (t_s + 64 t_w) 7 + t_h 12.
0 8 --ports one --ts 7 --th 100000 --tw 3 => ^\| alltoall +\| alltoall-ecube-pieces +\| .*\| +1201393 \| +1201393 \| +[0-9]+ \|$
END

# ---- Tables that are computed. All schedules are walked through on cubes that are small enough.

formulas=build/fast/tools/workbench/formulas
for ports in all one; do
    for nodes in 1 2 8 32 128; do
        run "$formulas" "$nodes" "$ports" 1000000000
        is "every formula for $nodes nodes, ports $ports, is what a walk finds" \
            "$status $(printf '%s\n' "$output" | grep -c 'walk$') $(printf '%s\n' "$output" | grep -c 'formula$')" \
            "0 $(printf '%s\n' "$output" | grep -c '	') 0"
    done
done
sed 's/algorithm_packets(/spoilt_packets(/
    1i #include "collectives/schedule/algorithm.h"
    1i __typeof__(algorithm_packets) spoilt_packets;' tools/workbench/formulas.c >"$scratch/formulas.c"
cat >"$scratch/spoilt_packets.c" <<'END'
#include "collectives/schedule/algorithm.h"
#include <string.h>

uint64_t spoilt_packets(const struct algorithm *algorithm, const struct shape *shape) {
    return algorithm_packets(algorithm, shape) + (strcmp(algorithm->name, "aspc") == 0);
}
END
gcc -std=c11 -D_GNU_SOURCE -DCUBE_HOST -DSCHEDULE_DIMENSIONS=16u -I. -Iinclude "$scratch/formulas.c" \
    "$scratch/spoilt_packets.c" build/large/libhost.a -o "$scratch/formulas" || exit
run "$scratch/formulas" 8 all 1000000000
like "    a formula that is wrong is told" "$status $errors" \
    '^1 formulas: aspc .n = 3.: 4 steps, 80 packets, .* by its formulas 4, 81, 80, '

# computed WORDS...: tools/table --nodes with these words; nothing but the formulas, which is quick.
computed() {
    PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c '
import sys
from importlib.machinery import SourceFileLoader
table = SourceFileLoader("table", "tools/table").load_module()
import workbench.computed
workbench.computed.MOST_PARTS = 1 << 18
sys.exit(table.main(sys.argv[1:]))' "$@"
}
rows computed <<'END'
0 --nodes 16 -m 24
0 --nodes 32 -m 8 --ts 0 --th 0 --tw 0
# Nothing has run; one that needs too much memory is named; rows by a walk, of a bound that nothing reaches, by its formula.
0 --nodes 65536 => ^Every algorithm on 65536 nodes, blocks of 64 bytes: computed, not run
    => ^impossible on this cube: allreduce-edges, aspc-copies, mesh-alltoall-links$
    => ^\| aspc +\| aspc \* +\| all-port +\| +\| +1 \| +16 \| +4 \| +4 \| +4063232 \| .* walk +\|$
    => ^\| mesh-allgather +\| mesh-allgather-relayed +\| one-port +\| ring +\| +1 \| +1 \| +29 \| +28 \? \|
    => ^\| alltoall +\| alltoall-ecube \* +.* \| +65535 \| +65535 \| .* formula \|$
END
is "those of 16 and 32 are what the machine counted, row by row" "$(PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c '
import json, sys
from importlib.machinery import SourceFileLoader
table = SourceFileLoader("table", "tools/table").load_module()
with open(sys.argv[1] + "/run-32", encoding="utf-8") as file:
    ran = {32: [table.read_row(line) for line in file if line.startswith("| ") and "| operation" not in line],
           16: json.load(open(sys.argv[1] + "/run-16.json"))}
fields = ("operation", "algorithm", "ports", "usual", "case", "packets", "blocks", "steps", "bound", "open",
          "link_words", "predicted", "at_most")
for nodes, rows in ran.items():
    computed = json.load(open(f"build/table-{nodes}.json"))
    print(len(rows) > 100, [[row[field] for field in fields] for row in rows]
          == [[row[field] for field in fields] for row in computed])' "$scratch" 2>/dev/null | tr '\n' ' ')" \
    "True True True True "
is "a computed one has the form that is documented" "$(tests/tools/form computed build/table-65536.json)" right
rows tools/table <<'END'
64 --nodes => ^table: --nodes: requires an argument$
64 --nodes 3 => ^table: --nodes: invalid value '3' .expected: 1, 2, 4, 8, ... 65536 nodes.$
64 --nodes 131072 => invalid value '131072'
64 --nodes 8 --tw 4294967296 => ^table: --tw: invalid value '4294967296' .expected: a whole number, 0 to 4294967295.$
END
finish
