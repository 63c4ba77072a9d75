#!/bin/sh
# Finds a diagram of a tool that lacks a curve, a mark or a title.
. tests/lib.sh

# plot PYTHON: runs it with the modules of the tools.
plot() {
    run /usr/bin/python3 -c "
import sys
sys.path.insert(0, 'tools')
sys.dont_write_bytecode = True
from workbench.plot import Curve, Panel, draw, script
$1"
    passes "$2"
}

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
