#!/bin/sh
# Finds a combination of options that is refused, hangs or reports wrongly: each option for dead or
# failing parts (docs/guide/faults.md), with and without each of: --with-ft, --exact, two parts, and
# MPI instead of cube.h. Each option runs twice, so that it meets both values of each; FULL=1 runs
# all.
. tests/lib.sh

outliving=$out/tests/boot/outliving.elf
succeeds 'the program of MPI compiles' tools/mpicc -Wall -Wextra -Werror tests/mpi/failures/moments.c -o "$scratch/moments"

# runs OPTION ENDS FT EXACT PARTS MPI: one run, each of the last four 0 or 1. ENDS says what becomes of programs: none dies,
# one dies, or some may.
runs() {
    words=$1
    [ "$4" = 0 ] || words="--exact $words"
    words="$words --parts $((1 + $5)) --timeout 60"
    if [ "$6" = 0 ]; then
        [ "$3" = 0 ] || words="--with-ft cube $words"
        # shellcheck disable=SC2086 # as many options as there are
        run tools/cuberun -n 8 $words "$outliving" every 17
    else
        ranks=8
        [ "${1#--dead-node}" = "$1" ] || ranks=4
        survived=
        [ "$3" = 0 ] || survived='--with-ft ulfm'
        # shellcheck disable=SC2086
        run tools/mpiexec -n $ranks $survived --cube "-n 8 $words" "$scratch/moments" all 9
    fi
    row="$1 (--with-ft $3, --exact $4, two parts $5, MPI $6)"
    told=$(echo "$status $output $errors" | paste -sd ' ')
    case $2$3 in
    dies0) like "$row" "$told" '^137 .*was killed by its own signal 9' ;;
    may0) like "$row" "$told" '^0 .*not failed, for the run was over before|^137 .*was killed by its own signal 9' ;;
    *) like "$row" "$told" '^0 (MPI: .*)?[0-9]+ (dead|left)' ;;
    esac
    unlike '    and nobody is accused' "$told" 'written over|wrong|aborted'
}

run tools/cuberun -n 8 --exact --timeout 60 --with-ft cube --fail-link 2:0@0,3:1@99999999 --fail-rank 4@99999999 "$outliving" links 3
is 'which did not fail before the run was over is said' "$status $(echo "$errors" | sed 's/ at [0-9]*$//' | paste -sd '|')" \
    '0 cuberun: survived: the link of node 2 on dimension 0, which failed|cuberun: not failed, for the run was over before: the link of node 3 on dimension 1, rank 4'
run tools/cuberun -n 8 --timeout 60 --spins 4000000000 --fail-rank 1@0 "$outliving" every 17
is 'a node that would never sleep dies' "$status $(echo "$output" | grep -c 'node 1 was killed by its own signal 9')" '137 1'

turn=0
while read -r ends option; do
    turn=$((turn + 1))
    for ft in 0 1; do
        if [ -n "$FULL" ]; then
            for rest in '0 0 0' '0 0 1' '0 1 0' '0 1 1' '1 0 0' '1 0 1' '1 1 0' '1 1 1'; do
                # shellcheck disable=SC2086
                runs "$option" "$ends" $ft $rest
            done
        else
            runs "$option" "$ends" $ft $(((turn + ft) % 2)) $(((turn / 2 + ft) % 2)) $(((turn / 4 + turn + ft) % 2))
        fi
    done
done <<'TABLE'
live --fail-link 0:0@0
live --fail random:3:2
dies --fail-node 1@0
may --fail-node random:3:2
dies --fail-rank 1@0
may --fail-rank random:3:2
live --dead-link 0:0
live --dead-node 5
live --dead random:3:1:0
TABLE
finish
