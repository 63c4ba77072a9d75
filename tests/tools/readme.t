#!/bin/sh
# What the README shows is what happens.
. tests/lib.sh

# block NUMBER: the text between the fences of README's fenced block, counted from 1.
block() {
    awk -v wanted="$1" '/^```/ { inside = !inside; if (inside) number++; next }
        inside && number == wanted' README.md
}

block 2 >"$scratch/ring.c"
like "the MPI program is there" "$(cat "$scratch/ring.c")" 'MPI_Init'
succeeds "it compiles" tools/mpicc -Wall -Wextra -Werror "$scratch/ring.c" -o "$scratch/ring"
run tools/mpiexec -n 6 --timeout 20 "$scratch/ring"
is "it prints what README says" "$(printf '%s\n' "$output" | sort)" "$(block 3)"

# table TEXT: the lines of the closing table, without the last number: the cycles.
table() {
    printf '%s\n' "$1" | sed -n 's/ *[0-9]*$//; /^alltoall-[a-z-]* .*%/p'
}
run tools/cuberun -n 8 --timeout 20 "$out/programs/alltoall.elf"
like "alltoall prints a table" "$(table "$output")" '^alltoall-ecube +7 +7 +7 '
is "README shows the same, except for the cycles" "$(table "$output")" "$(table "$(block 1)")"

# Words between backquotes that look like files, and in the tour those that look like functions.
# shellcheck disable=SC2016
files='`[a-z]*/[a-zA-Z0-9_./-]*`|`[A-Z]*\.md`' functions='`[a-z]+(_[a-z]+)+`'
for name in $(grep -oEh "$files" README.md CONTRIBUTING.md docs/tour.md | tr -d '`' | sort -u); do
    truth=0
    case $name in
    build/lib*) [ -e "$out${name#build}" ] || truth=1 ;; # a folder for each C library
    *) [ -e "$name" ] || truth=1 ;;
    esac
    ok $truth "$name exists"
done
for name in $(grep -oEh "$functions" docs/tour.md | tr -d '`' | sort -u); do
    truth=0
    grep -rqE "[ *]$name\(.*(\{|,)\$" kernel net collectives || truth=1
    ok $truth "the tour's function $name exists"
done
finish
