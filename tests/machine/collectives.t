#!/bin/sh
# The collective operations on the machine. Random ones: soak.t.
. tests/lib.sh

boot arguments 8
boot subcubes 32 # of 128 nodes: make soak
finish
