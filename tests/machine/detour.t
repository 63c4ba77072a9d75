#!/bin/sh
# Finds a node that computes and does not forward packets, or whose registers change then
# (tests/boot/detour.c). Without that these programs would not end.
. tests/lib.sh

detour=$out/tests/boot/detour.elf
rows 'tools/cuberun -n 4 --timeout 30' <<'END'
# Hundreds of messages and such nodes, in each of the ways in which nodes share the host.
0 --accel single --kernel-option tick=20 "$detour" 100 one => ! ^not ok
0 --accel multi --kernel-option tick=20 "$detour" 200 one => ! ^not ok
0 --accel multi --kernel-option tick=20 "$detour" 50 both => ! ^not ok
0 --exact --clock off --kernel-option tick=20 "$detour" 100 both => ! ^not ok
0 --ts 100 --tw 1 --kernel-option tick=20 "$detour" 200 one => ! ^not ok
0 --kernel-option tick=20 --kernel-option routed=256 "$detour" 200 one => ! ^not ok
# As often as cuberun has it.
0 --accel multi "$detour" 10 one => ! ^not ok
# Within 100,000 instructions of the node, with what goes on meanwhile on the others; as cuberun has it, within a
# millisecond; and by the clocks at once: what passes a node has left it when it came.
0 --exact --clock off --kernel-option tick=80 "$detour" 20 100000 => ! ^not ok
0 --exact --clock off "$detour" 3 1000000 => ! ^not ok
0 --exact "$detour" 20 turns => ! ^not ok
# What the function is told of the place that it left, by which it knows whether calls are at rest, and what it may say
# when it returns; what the process asks of the kernel is checked: a detour to what is not text, a return without one.
0 --accel single --kernel-option tick=200 "$detour" 1 entry => ! ^not ok
0 "$detour" 1 refused => ! ^not ok
END

# Calls, collective ones too, are interrupted wherever they are.
for options in '--accel multi' '--exact --clock off'; do
    # shellcheck disable=SC2086 # options are words
    boot traffic 8 $options --kernel-option routed=256 --kernel-option tick=10
done
run tools/cuberun -n 8 --timeout 60 --kernel-option routed=256 --kernel-option tick=10 "$out/tests/soak/soak.elf" 3 150 1000
like 'random work, interrupted' "$status $output" '^0 seed 3: .* verified [1-9]' || echo "$errors" | diagnose

# interrupts KIND: how many interrupts all cores together take.
interrupts() {
    run tools/cuberun -n 4 --exact --clock off --show "$detour" 10 "$1"
    initrd=$(printf '%s\n' "$errors" | sed -n 's/.*the initrd is //p')
    run timeout 30 sh -c "$output -d trace:gicv3_icc_iar1_read -D $scratch/interrupts"
    rm -f "$initrd"
    grep -c gicv3_icc_iar1_read "$scratch/interrupts"
}
idle=$(interrupts idle) busy=$(interrupts both)
ok "$((idle > 20 || busy < 40))" \
    "interrupts in a second of sleep: $idle, at most 20; with 10 messages while nodes compute: $busy"

finish
