#!/bin/sh
# Messages on the machine, at the ring sizes where they are cut most; forwarding by nodes that are
# busy or have ended; what a full heap does; and the C library of a process.
. tests/lib.sh

boot messages 1
boot messages 2 --accel multi
boot messages 8
boot messages 8 --kernel-option direct=256 --kernel-option routed=256
boot messages 16 --spins 1
boot messages 8 --exact --spins 1
boot messages 64

boot active 2
boot active 8 --accel multi
boot active 8 --kernel-option routed=256
boot active 8 --exact --spins 1
boot active 8 --exact --clock off
boot active 16 --ts 1000 --th 10 --tw 1
clocks=$(tools/cuberun -n 8 --exact --timeout 60 "$out/tests/boot/active.elf" clocks | grep ' at ')
is 'active messages, answered and polled for: the clocks are the same in each run' \
    "$(tools/cuberun -n 8 --exact --timeout 60 "$out/tests/boot/active.elf" clocks | grep ' at ')" "$clocks"
is '    and each node has one' "$(printf '%s\n' "$clocks" | wc -l)" 8

boot traffic 64 --kernel-option routed=256
boot traffic 8 --kernel-option routed=256 --accel multi

boot forwarding 4 --kernel-option routed=256 --kernel-option tick=0
boot forwarding 4 --kernel-option routed=256 --kernel-option tick=0 --accel multi
succeeds 'messages pass nodes that have ended' tools/cuberun -n 4 --timeout 20 \
    --kernel-option routed=256 "$out/tests/boot/forwarding.elf" ended

boot inbox 8 --heap 64K

for kind in long more-than-all nothing-of-something routed-long routed-astray routed-nowhere \
    routed-from-nobody routed-from-itself routed-unknown active-unasked active-goes-beyond tail; do
    run tools/cuberun -n 2 --timeout 20 "$out/tests/boot/garbage.elf" "$kind"
    is "nonsense in a link, $kind: the reader aborts" "$status" 134
    like '    and says why' "$output$errors" '^cube: node 1: a neighbour has written over its own link'
done

succeeds 'a word that no barrier leaves is not waited for' \
    tools/cuberun -n 2 --timeout 20 "$out/tests/boot/garbage.elf" barrier

# What only the message's end can see is the doing of its source, or of a node between; where credit is wrong,
# of a node on the way there or back.
for kind in message-goes-on-as-another message-repaid-unsent message-beyond-credit \
    active-without-header active-cut-header active-goes-on-as-another active-goes-on-longer \
    active-repaid-unsent; do
    run tools/cuberun -n 2 --timeout 20 "$out/tests/boot/garbage.elf" "$kind"
    is "nonsense in a message, $kind: the reader aborts" "$status" 134
    like '    and says why' "$output$errors" '^cube: node 1: node 0, or a node on .*, has written over its own link'
done

run tools/cuberun -n 2 --timeout 20 "$out/tests/boot/library.elf" one 'two words'
is 'the C library of a process' "$status $(printf '%s\n' "$output" | grep -c '^ok') $(
    printf '%s\n' "$output" | grep -c '^not ok')" '0 19 0' || printf '%s\n' "$output" | diagnose
finish
