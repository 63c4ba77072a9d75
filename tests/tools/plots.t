#!/bin/sh
# Finds a diagram of a tool, or of the tables of make bench, that lacks a curve, a mark or a title.
. tests/lib.sh

# plot PYTHON: runs it with the modules of the tools, and a folder for what it writes.
plot() {
    run /usr/bin/python3 -c "
import sys
sys.path.insert(0, 'tools')
sys.dont_write_bytecode = True
from bench.drawn import draw_tables
from workbench.plot import Curve, Panel, draw, script
folder = '$scratch'
$1"
    passes "$2"
}

plot "
rows = [{'program': name, 'nodes': nodes, 'speedup': nodes * share, 'speedup_model': nodes}
        for name, share in (('cg', 0.5), ('pcr', 0.75)) for nodes in (2, 4, 8)]
counts = {'bcast': {8: (200, 100), 1024: (400, 300)}, 'scan': {8: (250, 200), 1024: (500, 350)}}
sizes = {'instructions': {name: {size: pair[0] for size, pair in row.items()}
                          for name, row in counts.items()}, 'over_least': {}}
forms = {'mesh': {'bcast': {8: 1.25, 64: 1.5}}}
policies = [{'nodes': 8, 'accelerator': 'multi', 'picked_spins': 1,
             'nanoseconds_by_spins': {1: 2000.0, 1000: None}}]
print(*(path.rpartition('/')[2] for path in draw_tables(
    {'computations': rows, 'sizes': {8: sizes, 64: sizes}, 'waiting': {8: {'instructions': counts}},
     'forms': {8: forms}, 'policies': policies, 'first': {}}, folder)))" "the tables of make bench"
is "    are drawn, each as two files" "$output" "bench-sizes.svg bench-sizes.png bench-forms.svg bench-forms.png bench-waiting.svg bench-waiting.png bench-policies.svg bench-policies.png bench-computations.svg bench-computations.png"
for words in 'sizes on 64 nodes' 'sizes scan' 'forms mesh' 'waiting in step' 'policies spins' \
    'computations pcr' 'computations cost model'; do
    like "    with $words" "$(cat "$scratch/bench-${words%% *}.svg")" "${words#* }"
done
plot "
panel = Panel(\"it's\", 'x', 'y', [Curve('a', [(1, 2), (4, 8)], 0), Curve('', [(1, 1)], 1, True)],
              [(2, '2K')], y_base=0)
print('\n'.join(script([panel], 1, 'some.svg', (300, 200))))" "one diagram"
like "    has its title, quoted" "$output" "^set title 'it''s'; set xlabel 'x'"
like "    its curves" "$output" '^plot .c0_0 using 1:2 with linespoints .* title .a., '
like "    dashed ones without a title" "$output" '^  .c0_1 using 1:2 with lines dt 2 .* notitle$'
like "    and its mark" "$output" "^set label '2K' at first 2,"
run env PATH="$scratch" /usr/bin/python3 -c "
import sys
sys.path.insert(0, 'tools')
sys.dont_write_bytecode = True
from workbench.plot import draw
draw([], 'none')"
like "without gnuplot it is told what to do" "$errors" "gnuplot: not installed .run 'make setup'."

finish
