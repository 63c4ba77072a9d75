#!/bin/sh
# Finds an order of locks, or of operations on a window, that --explore misses, runs twice, tells wrongly or cannot repeat.
. tests/lib.sh
. tests/tools/exploring.sh
program=$scratch/explore
tools/mpicc tests/tools/explore_windows.c -o "$program" || exit

# windows STATUS OUTPUT RANKS CASE...: as rows; OUTPUT is `same` or `any`, which lines an order may print.
windows() {
    lines=$([ "$1" = same ] || echo ",output=$1")
    shift
    explore_within "runs=50$lines" "$@"
}

rows windows <<'END'
75 same 3 crossed => order 2 fails: status 75 .deadlock. => rank 2's window granted its lock to rank 2's call in line 47 .* before rank 1's in line 48 => --replay 2:0s=2 .*/explore crossed$
0 same 3 crossed right => all orders: 2, in 2 runs.
1 same 3 append => printed '12 0 0 0' instead of '21 0 0 0' => lock to rank 1's call in line 34 .* before rank 2's in line 34
0 same 3 append right => all orders: 6, in 6 runs.
1 same 3 readers => printed 'rank 2 sees it' instead of nothing => granted its lock to rank 1's call in line 56 .* before rank 2's
0 same 3 readers right => all orders: 2, in
1 same 3 mixed => did rank 1's put in line 68 .* before rank 2's accumulate
0 same 3 mixed right => all orders: 1, in 1 run.
1 same 4 sums => did rank 3's accumulate
0 same 4 sums right => all orders: 1, in 1 run.
1 same 3 tickets => did rank 1's fetch in line 84 .* before rank 2's in line 84
0 same 2 tickets right => all orders: 2, in 2 runs.
1 same 2 spinning => did rank .'s compare-and-swap in line 27
0 same 2 spinning right => all orders: 4, in
0 any 4 apart => all orders: 4, in
0 any 4 apart right => all orders: 4, in
0 any 3 ordered => all orders: 2, in 2 runs.
0 any 3 ordered right => all orders: 1, in 1 run.
0 any 4 pieces => all orders: 2, in 2 runs.
0 any 4 pieces right => all orders: 1, in 1 run.
END

rows replay <<'END'
75 3 2:0s=2 crossed => graycube: deadlock
0 3 0:0s=2,0:3s=0 append => ^201 0 0 0$
0 3 0:0s=1,0:3s=0 append => ^102 0 0 0$
64 3 0:0s=1,0:0s=2 append => mpiexec: --replay: invalid value
END
finish
