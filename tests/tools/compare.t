#!/bin/sh
# Finds a wrong comparison of an operation's algorithms over sizes and cubes (tools/table --operation).
. tests/lib.sh

succeeds "algorithms are compared" tools/table --operation allgather --sizes 8..32 --nodes 4..8 --ti 0 \
    --csv --plot
like "    on each cube, measured and predicted" "$output" '^8 nodes, measured +predicted$'
like "    with the fastest" "$output" '^      8 allgather-classes +8 allgather-classes$'
ok "$(printf '%s\n' "$output" | awk 'length > 80 { wide = 1 } END { print wide + 0 }')" \
    "    in 80 columns"
is "all rows are in the file; where instructions are free they take what is predicted" \
    "$(/usr/bin/python3 -c '
import csv
rows = list(csv.DictReader(open("build/table-allgather.csv")))
print(len(rows), sorted({int(row["bytes"]) for row in rows}), all(row["time"] == row["predicted"]
      for row in rows))')" "36 [8, 16, 32] True"
is "    and drawn" "$(grep -c 'allgather on [48] nodes' build/table-allgather.svg) $(
    head -c 4 build/table-allgather.png | tail -c 3)" "2 PNG"

run env PATH="$scratch" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tools /usr/bin/python3 -c 'from workbench.plot import draw; draw([], "none")'
like "    without gnuplot it is told what to do" "$errors" "gnuplot: not installed .run 'make setup'."
is "    titles are quoted, dashed curves have none, and places have marks" "$(PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tools /usr/bin/python3 -c "
from workbench.plot import Curve, Panel, script
panel = Panel(\"it's\", 'x', 'y', [Curve('a', [(1, 2), (4, 8)], 0), Curve('', [(1, 1)], 1, True)], [(2, '2K')], y_base=0)
print('\n'.join(script([panel], 1, 'some.svg', (300, 200))))" |
    grep -cE "^set title 'it''s'; set xlabel 'x'|^plot .c0_0 using 1:2 with linespoints .* title .a., |^  .c0_1 using 1:2 with lines dt 2 .* notitle$|^set label '2K' at first 2,")" 4

# ---- Where one overtakes another

is "crossings are found between the sizes that were run" "$(/usr/bin/python3 -c '
import sys
sys.path.insert(0, "tools")
sys.dont_write_bytecode = True
from workbench.comparison import crossings
times = {"steep": (10, 20, 40), "flat": (24, 26, 30)}
print(crossings([{"algorithm": name, "bytes": 8 << k, "time": time[k]}
                 for k in range(3) for name, time in times.items()], "time"))')" \
    "[(8, 'steep'), (22, 'flat')]"

# ---- Packets of a pipelined message: as many as take the least time

succeeds "a pipeline" tools/table --operation bcast --sizes 64K --nodes 8 --ti 0 --csv
is "    has the packets of the least time of all powers of two" "$(/usr/bin/python3 -c '
import csv
row = next(row for row in csv.DictReader(open("build/table-bcast.csv"))
           if row["algorithm"] == "bcast-pipelined")
print(row["packets"], row["time"], row["predicted"])')" "8 82818 82818"

# ---- One of one's own

succeeds "one of one's own is compared" tools/table --operation reduce --sizes 8 --nodes 4 \
    --own tools/workbench/examples/reduce_on_four.json
like "    with the fastest of the others" "$output" '^    4        8      2 +[0-9]+ +[0-9]+ +[0-9.]+  reduce-one-by-one$'
sed 's/"right"}\]}$/"left"}]}/' tools/workbench/examples/reduce_on_four.json >"$scratch/wrong.json"
tools/draw allgather-exchange -n 4 --json "$scratch/exchange.json" >/dev/null
sed 's/"name": "allgather/&-copy/' "$scratch/exchange.json" >"$scratch/copy.json"
succeeds "a copy of the catalogue's" tools/table --operation allgather --sizes 8 --nodes 4 --own "$scratch/copy.json"
like "    takes as long, to the instruction" "$output" '^ +4 +8 +2 +([0-9]+) +\1 +1\.00 +allgather-exchange$'
run tools/table --operation reduce --sizes 8 --nodes 4 --own "$scratch/wrong.json"
is "a wrong one is not run" "$status" 1
like "    and why is told" "$errors" 'in step 2 node 0 spoils block 0 of area 1'
run tools/table --operation reduce --sizes 0..8
is "a size that is none" "$status $errors" "64 table: --sizes: invalid value '0' (expected: a size like 64K, 16M or 1G, from 1 to 1G)"

finish
