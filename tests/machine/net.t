#!/bin/sh
# Finds a routed message that is lost at the smallest rings or behind busy or ended nodes, invalid
# data in a link that are accepted, and a start of a process that violates C. Active messages are
# those of MPI (mpi_programs.t), and messages of all other kinds are in soak.t.
. tests/lib.sh

boot traffic 16 --kernel-option routed=256
boot traffic 8 --kernel-option routed=256 --accel multi

boot forwarding 4 --kernel-option routed=256 --kernel-option tick=0
boot forwarding 4 --kernel-option routed=256 --kernel-option tick=0 --clock on
boot forwarding 4 --kernel-option routed=256 --kernel-option tick=0 --accel multi
succeeds 'messages pass nodes that have ended' tools/cuberun -n 4 --timeout 20 \
    --kernel-option routed=256 "$out/tests/boot/forwarding.elf" ended

boot inbox 8 --heap 64K

# nonsense PATTERN KIND...: the reader says why it aborts.
nonsense() {
    pattern=$1
    shift
    for kind; do
        run tools/cuberun -n 2 --timeout 20 "$out/tests/boot/garbage.elf" "$kind"
        like "nonsense in a link: $kind" "$status $errors$output" "^134 cube: node 1: invalid $pattern overwrote the memory of its links"
    done
}
nonsense 'packet from a neighbour: .* .a neighbour.s program' direct-long direct-more-than-all direct-nothing-of-something routed-long routed-back \
    routed-nowhere routed-from-nobody routed-from-itself routed-unknown routed-tail active-unasked active-goes-beyond
# What only the message's end can see is the doing of its source, or of a node between; where credit is wrong,
# of a node on the way there or back.
nonsense '(active )?message from node 0: .* .its program or that of a node on its path' message-goes-on-as-another message-repaid-unsent message-beyond-credit \
    active-without-header active-cut-header active-goes-on-as-another active-goes-on-longer active-repaid-unsent

succeeds 'a word that no barrier leaves is not waited for' \
    tools/cuberun -n 2 --timeout 20 "$out/tests/boot/garbage.elf" barrier

run tools/cuberun -n 2 --timeout 20 "$out/tests/boot/library.elf" one 'two words'
is 'the C library of a process' "$status $(printf '%s\n' "$output" | grep -c '^ok') $(
    printf '%s\n' "$output" | grep -c '^not ok')" '0 13 0' || printf '%s\n' "$output" | diagnose
finish
