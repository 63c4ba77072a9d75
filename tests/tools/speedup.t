#!/bin/sh
# Finds a speed-up that differs from the nodes' clocks, or a file that differs from
# its documentation.
. tests/lib.sh

# time_of NODES WORDS...: the parallel time that a program prints.
time_of() {
    nodes=$1
    shift
    tools/cuberun -n "$nodes" --exact --timeout 60 "$@" | sed -n 's/^time: \([0-9]*\) .*/\1/p'
}
# ratio DESCRIPTION A B WANTED: A / B is that, to within 1 %.
ratio() {
    truth=0
    awk -v a="$2" -v b="$3" -v wanted="$4" \
        'BEGIN { exit !(b > 0 && a / b > 0.99 * wanted && a / b < 1.01 * wanted) }' || truth=1
    ok $truth "$1: $2 / $3"
}

loop=$out/programs/integrate.elf
one=$(time_of 1 "$loop" 4000000)
eight=$(time_of 8 "$loop" 4000000)
ratio "a parallel loop is 8 times as fast on 8 nodes" "$one" "$eight" 8
is "to the digit in every run" "$(time_of 8 "$loop" 4000000)" "$eight"
ratio "a serial one is as fast as on one" "$(time_of 1 "$loop" 200000 serial)" \
    "$(time_of 8 "$loop" 200000 serial)" 1

# From elsewhere, through a link.
root=$PWD
ln -s "$root/tools/speedup" "$scratch/speedup"
cd "$scratch" || exit
succeeds "the speed-up of a program" ./speedup -n 1..4 -- "$root/$loop" 4000000
cd "$root" || exit
like "    is printed" "$output" '^\| integrate \| 4 \| [0-9]+ \| (3\.9|4\.0)[0-9]* \| '
is "    drawn" "$(grep -c '>integrate<' build/speedup.svg)" 3
is "    beside what is ideal, of speed-up and efficiency" "$(grep -c '>ideal<' build/speedup.svg)" 2
is "    as an image, too" "$(head -c 4 build/speedup.png | tail -c 3)" PNG

# ---- Any program: what cuberun itself says of its time

program=$out/programs/collective.elf
succeeds "another program" tools/speedup -n 2..4 --ts 100 -- "$program" barrier
printed=$output
for nodes in 2 4; do
    time=$(tools/cuberun -n $nodes --exact --time --timeout 60 --ts 100 "$program" barrier |
        sed -n 's/^parallel time: //p')
    like "    has the parallel time of cuberun --time on $nodes nodes" "$printed" \
        "^\\| collective \\| $nodes \\| $time \\| "
done
is "    and so has the file" "$(/usr/bin/python3 -c '
import csv
print(*(row["time"] for row in csv.DictReader(open("build/speedup.csv"))))')" \
    "$(printf '%s\n' "$printed" | awk '/^\| collective/ { printf "%s%s", separator, $6; separator = " " }')"
c_program shared <<'END'
#include <cube.h>

int main(void) {
    int64_t one = 1, sum;
    cube_work((1 << 20) / cube_nodes());
    return cube_allreduce(&one, &sum, 1, &cube_int64, &cube_sum) != 0 || sum != cube_nodes();
}
END
succeeds "work that is shared, and a call" \
    tools/speedup -n 1..4 -o "$scratch/shared" --ts 100000 -- "$scratch/shared.elf"
is "    comes in files of the name that is asked for" \
    "$(cd "$scratch" && echo shared.csv shared.[jps]*)" "shared.csv shared.json shared.png shared.svg"
is "    whose form is the one that is documented" "$(tests/tools/form speedup "$scratch/shared.json")" right
# T(1) / (T(1) / 4 + 2 t_s): what --explain tells of the two exchanges of the call.
like "    is predicted by --explain" "$output" \
    '^\| shared \| 4 \| 4[67][0-9]* \| 2\.2[0-9]* \| 0\.5[0-9]* \| 2\.2[0-9]* \|$'
run tools/speedup -n 4..2 -- "$program"
is "no cubes to run on" "$status $errors" "64 speedup: --nodes: invalid value '4..2' (expected: A..B with A at most B)"

finish
