#!/bin/sh
# The table over the catalogue: that its rows are there, that they are what the literature has, and
# that a wrong byte or count fails it.
. tests/lib.sh

# ---- The program at several sizes; its status is its verdict

for words in '1' '2' '4 -m 1000' '8 -m 0' '64 -m 8'; do
    # shellcheck disable=SC2086 # a number of nodes and options
    set -- $words
    nodes=$1
    shift
    succeeds "every algorithm on $nodes nodes $*" \
        tools/cuberun -n "$nodes" --timeout 60 "$out/programs/collectives.elf" "$@"
done

# ---- The tool: Markdown and JSON

succeeds "the table of 16 nodes" tools/table 16 --replay off -m 24
rows=$(printf '%s\n' "$output" | grep -c '^| [a-z_-]* *| [a-z-]* .*%')
like "ASPC has four steps" "$output" '^\| aspc +\| aspc \* +\| all-port +\| +\| +1 \| +4 \| +4 \| +4 \| +4 \| +224 \| +224 '
like "a ring of 16 has a bound that it takes" "$output" \
    '^\| mesh-allgather +\| mesh-allgather \* +\| one-port +\| ring +\| +1 \| +1 \| +15 \| +15 \| +15 \| +240 '
like "one that nothing reaches is marked" "$output" \
    '^\| mesh-allgather +\| mesh-allgather-exchange +\| one-port +\| ring +\| +1 \| +1 \| +15 \| +15 \| +4 \? \| '
like "one that others reach is not" "$output" \
    '^\| bcast +\| bcast-one-by-one +\| one-port +\| +\| +1 \| +1 \| +15 \| +15 \| +4 \| '
like "total exchange has N - 1" "$output" \
    '^\| alltoall +\| alltoall-ecube \* +\| one-port +\| +\| +1 \| +16 \| +15 \| +15 \| +15 \| +512 \| +512 '
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
is "    and has the form that is documented" "$(tests/tools/form table build/table.json)" right

# ---- Clocks: instructions free, the cost model's time for every algorithm

is "the clocks are in the file" "$(/usr/bin/python3 -c '
import json
rows = json.load(open("build/table.json"))
exact = [row for row in rows if not row["at_most"]]
print(all(row["clock"] == row["predicted"] >= row["steps"] > 0 for row in exact if row["steps"]),
      all(row["clock"] <= row["predicted"] for row in rows), len(rows) - len(exact) < 10)')" \
    "True True True"
# From elsewhere, through a link.
root=$PWD
ln -s "$root/tools/table" "$scratch/table"
cd "$scratch" || exit
succeeds "with one port and other costs" ./table 8 --replay off --ports one --ts 7 --th 100000 --tw 3
cd "$root" || exit
like "    as predicted: (t_s + 64 t_w) 7 + t_h 12" "$output" \
    '^\| alltoall +\| alltoall-ecube-pieces +\| .*\| +1201393 \| +1201393 \| +\|$'
is "a clock that is not as predicted is told" "$(PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c '
from importlib.machinery import SourceFileLoader
table = SourceFileLoader("table", "tools/table").load_module()
row = {"algorithm": "some", "case": "ring", "ports": "SIMD", "clock": 4, "predicted": 5,
       "at_most": False}
print(*table.unpredicted([row], table.COSTS))' 2>/dev/null)" \
    "some, ring: 4 by the nodes' clocks, 5 predicted"

# ---- Links that are congested: a ring of 8 by the hypercube's procedure, whose busiest link carries
# 21 blocks of 64 bytes, one after the other; to the clocks those of an exchange pass at once

succeeds "where start-ups and hops are free" tools/table 8 --ts 0 --th 0
like "packets that wait for links are marked, with the time that this takes" "$output" \
    '^\| mesh-allgather +\| mesh-allgather-exchange +.*\| +448 \| +448 \| +! 1344 \|$'
like "    one that waits for none is not" "$output" \
    '^\| mesh-allgather +\| mesh-allgather \* +\| one-port +\| ring .*\| +448 \| +448 \| +\|$'
like "    and what the mark means is told" "$output" '^replay: ! packets of this row wait for links'
is "    and what is added has the form that is documented" "$(tests/tools/form table build/table.json)" right
is "    and the rows are marked in the file" "$(/usr/bin/python3 -c '
import json
rows = json.load(open("build/table.json"))
print(*sorted({row["algorithm"] for row in rows if row["waited"]}))
row = next(row for row in rows if row["algorithm"] == "mesh-allgather-exchange")
print(row["clock"], row["replay"])')" \
    "mesh-allgather-exchange permute-ecube reduce-one-by-one
448 1344"

# ---- Mistakes are noticed

# notices MISTAKE MESSAGE: row.c sees another catalogue, or another output, than there is.
notices() {
    cat >"$scratch/spoilt.c" <<'END'
#include <cube_catalogue.h>
#include <string.h>

int spoilt_find(const char *name, const struct cube_case *given, struct cube_algorithm *algorithm) {
    int error = cube_catalogue_find(name, given, algorithm);
#if defined(COUNT)
    if (strcmp(name, "bcast-binomial") == 0)
        algorithm->link_words++;
#endif
    return error;
}

int spoilt_run(const char *name, const struct cube_case *given, const struct cube_type *type,
               const struct cube_op *op, const void *input, void *const output[], size_t bytes) {
    int error = cube_catalogue_run(name, given, type, op, input, output, bytes);
#if defined(BYTE)
    if (cube_node() == 3 && strcmp(name, "scan-exchange") == 0)
        ((char *)output[0])[bytes - 1] ^= 1;
#endif
    return error;
}
END
    sed 's/cube_catalogue_find(/spoilt_find(/; s/cube_catalogue_run(/spoilt_run(/
        1i #include "cube_catalogue.h"
        1i __typeof__(cube_catalogue_find) spoilt_find;
        1i __typeof__(cube_catalogue_run) spoilt_run;' programs/parts/row.c >"$scratch/row.c"
    tools/cubecc -D"$1" -I. "$scratch/row.c" "$scratch/spoilt.c" programs/collectives.c \
        "$out/libprograms.a" "$out/libcomputations.a" -o "$scratch/collectives.elf" || exit
    run tools/cuberun -n 4 --timeout 60 "$scratch/collectives.elf"
    is "a mistake in a $1 is a failure" "$status" 1
    like "    and is told" "$output$errors" "$2"
}
notices COUNT 'bcast-binomial: 2 steps, 3 packets, 192 bytes; by its formulas 2, 3, 256'
notices BYTE 'node 3: scan-exchange: 1 wrong blocks'

finish
