# Latency over throughput of one communication: build/lcc-NAME.csv as build/lcc-NAME.svg, with the
# axes of Hou et al. The variable `name` is set on the command line.
csv = "build/lcc-" . name . ".csv"
curves = "e-cube Min P-cube adaptive M-G M-S"

set terminal svg size 800,560 font "sans-serif,14" background "white"
set output "build/lcc-" . name . ".svg"
set datafile separator ","
set title name . " on 256 nodes, messages of 20 flits"
set xlabel "throughput, flits a cycle and node"
set ylabel "latency, cycles"
set xrange [0:0.5]
set yrange [25:60]
set key outside right center
set grid

# The points of a curve by its name in the first column; intervals as bars.
plot for [curve in curves] csv \
    using (strcol(1) eq curve ? column(3) : NaN):5 with linespoints linewidth 2 title curve, \
    for [curve in curves] csv \
    using (strcol(1) eq curve ? column(3) : NaN):5:6 with yerrorbars linecolor "gray40" \
    pointtype 0 notitle
