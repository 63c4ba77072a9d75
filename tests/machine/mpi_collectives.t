#!/bin/sh
# Random collective calls on any number of ranks, of which most are no subcube: with both C
# libraries, and where instructions count.
. tests/lib.sh

calls=40

# right RANKS LIBRARY [OPTIONS]: the program finds nothing wrong.
right() {
    ranks=$1 program=$2/tests/boot/mpi_collectives.elf
    shift 2
    run tools/mpiexec -n "$ranks" --timeout 60 --cube "$*" "$program" $calls "$ranks"
    is "$ranks ranks${*:+ with $*}, ${program%%/tests*}" "$status $output" '0 right' ||
        echo "$errors" | diagnose
}
for ranks in 1 2 3 4 6 8 13 16; do
    right $ranks "$out"
done
right 6 "$out" --exact
right 8 "$out" --exact --ts 1000 --th 10 --tw 1
right 7 build/newlib
finish
