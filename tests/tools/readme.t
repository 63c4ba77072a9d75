#!/bin/sh
# Finds a program of the README or the guide that prints something else, and a file or function that a page names in vain.
. tests/lib.sh

# block NUMBER [PAGE]: the text between the fences of a page's fenced block, counted from 1.
block() {
    awk -v wanted="$1" '/^```/ { inside = !inside; if (inside) number++; next }
        inside && number == wanted' "${2:-README.md}"
}

block 2 >"$scratch/ring.c"
like "the MPI program is there" "$(cat "$scratch/ring.c")" 'MPI_Init'
succeeds "it compiles" tools/mpicc -Wall -Wextra -Werror "$scratch/ring.c" -o "$scratch/ring"
run tools/mpiexec -n 6 --timeout 20 "$scratch/ring"
is "it prints what README says" "$(printf '%s\n' "$output" | sort)" "$(block 3)"

block 1 docs/guide/programs.md >"$scratch/sum.c"
like "the program of cube.h is there" "$(cat "$scratch/sum.c")" 'int main'
succeeds "it compiles" tools/cubecc -Wall -Wextra -Werror "$scratch/sum.c" -o "$scratch/sum.elf"
run tools/cuberun -n 4 --timeout 20 "$scratch/sum.elf"
is "it prints what the guide says" "$(printf '%s\n' "$output" | sort)" "$(block 2 docs/guide/programs.md)"

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
pages=$(find README.md CONTRIBUTING.md docs/explain/tour.md docs/guide docs/explain programs/computations programs/wormhole -name '*.md')
# shellcheck disable=SC2086 # words
for name in $(grep -oEh "$files" $pages | tr -d '`' | sort -u); do
    truth=0
    case $name in
    /* | board/NAME/* | board/mine* | overlays/*) ;; # a node of a device tree; examples; files on a card
    build/bridge | build/lcc-* | build/test-times | build/workbench.html) ;; # made when asked for
    build/lib*) [ -e "$out${name#build}" ] || truth=1 ;; # a folder for each C library
    *) [ -e "$name" ] || truth=1 ;;
    esac
    ok $truth "$name exists"
done
for name in $(grep -oEh "$functions" docs/explain/tour.md | tr -d '`' | sort -u); do
    truth=0
    grep -rqE "[ *]$name\(.*(\{|,)\$" kernel net collectives || truth=1
    ok $truth "the tour's function $name exists"
done
finish
