#!/bin/sh
# The collective operations on the machine.
. tests/lib.sh

for nodes in 1 2 8; do
    boot collectives $nodes
done
# The actions of a plan follow each other by jumps, so they take no stack, however many they are.
boot collectives 64 --stack 8K
boot arguments 8
boot subcubes 64

# The smallest rings, where every packet of more than a slot is cut.
boot collectives 8 --kernel-option direct=4K --kernel-option routed=4K
finish
