#!/bin/sh
# Finds a heap that does not reach its limit, goes beyond it, costs time when touched, or takes from other nodes what
# they need.
. tests/lib.sh

heap=$out/tests/boot/heap.elf
# heaps WHAT OPTIONS...: the program with WHAT, whose words are its arguments.
heaps() {
    what=$1
    shift
    # shellcheck disable=SC2086 # words
    run tools/cuberun -n 2 --timeout 60 --dir "$scratch" "$@" "$heap" $what
    is "$what ($*)" "$status $(printf '%s\n' "$output" | grep -c '^ok') $(printf '%s\n' "$output" | grep '^not')" \
        "0 $(printf '%s\n' "$output" | sed -n 's/^1\.\.//p') " || printf '%s\n' "$output" "$errors" | diagnose
}

for options in '' '--exact --parts 2'; do
    # shellcheck disable=SC2086 # words
    heaps 'limit 83886081' --memory heap=83886081 $options
done
heaps "ends $(((4 << 30) - (1 << 20)))" --memory heap=4G
heaps short --memory 64M,heap=1G

# The default is the same in any number of parts, and one node's does not depend on the other's.
heaps leak
leak=$(printf '%s\n' "$output" | grep MiB)
like "each has its share of the machine" "$(echo "$leak" | tr '\n' ' ')" '^# node 0: 912 MiB # node 1: 912 MiB'
heaps leak --parts 2 --exact
is "    which is the same in two parts" "$(printf '%s\n' "$output" | grep MiB)" "$leak"
finish
