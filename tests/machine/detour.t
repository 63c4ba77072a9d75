#!/bin/sh
# Finds a node that computes and does not forward packets, or whose registers change then
# (tests/boot/detour.c). Without that these programs would not end.
. tests/lib.sh

# detours ROUNDS KIND [cuberun options]: with N messages and such nodes.
detours() {
    rounds=$1
    kind=$2
    shift 2
    run tools/cuberun -n 4 --timeout 30 "$@" "$out/tests/boot/detour.elf" "$rounds" "$kind"
    is "$rounds messages, $kind${1:+ ($*)}" "$status $(printf '%s\n' "$output" | grep -c '^not ok')" \
        '0 0' || printf '%s\n%s\n' "$output" "$errors" | diagnose
}

# Hundreds of them, in each of the ways in which nodes share the host.
detours 100 one --accel single --kernel-option tick=20
detours 200 one --accel multi --kernel-option tick=20
detours 50 both --accel multi --kernel-option tick=20
detours 100 both --exact --clock off --kernel-option tick=20
detours 200 one --ts 100 --tw 1 --kernel-option tick=20
detours 200 one --kernel-option tick=20 --kernel-option routed=256

# As often as cuberun has it.
detours 10 one --accel multi

# Within 100,000 instructions of the node, with what goes on meanwhile on the others; as cuberun has it,
# within a millisecond; and by the clocks at once: what passes a node has left it when it came.
detours 20 100000 --exact --clock off --kernel-option tick=80
detours 3 1000000 --exact --clock off
detours 20 turns --exact

# What the function is told of the place that it left, by which it knows whether calls are at rest; and what
# it may say when it returns.
detours 1 entry --accel single --kernel-option tick=200

# Calls, collective ones too, are interrupted wherever they are.
for options in '--accel multi' '--exact --clock off'; do
    # shellcheck disable=SC2086 # options are words
    boot traffic 8 $options --kernel-option routed=256 --kernel-option tick=10
done
run tools/cuberun -n 8 --timeout 60 --kernel-option routed=256 --kernel-option tick=10 "$out/tests/soak/soak.elf" 3 150 1000
like 'random work, interrupted' "$status $output" '^0 seed 3: .* verified [1-9]' || echo "$errors" | diagnose

# interrupts KIND: how many interrupts all cores together take.
interrupts() {
    run tools/cuberun -n 4 --exact --clock off --show "$out/tests/boot/detour.elf" 10 "$1"
    initrd=$(printf '%s\n' "$errors" | sed -n 's/.*the initrd is //p')
    run timeout 30 sh -c "$output -d trace:gicv3_icc_iar1_read -D $scratch/interrupts"
    rm -f "$initrd"
    grep -c gicv3_icc_iar1_read "$scratch/interrupts"
}
idle=$(interrupts idle) busy=$(interrupts both)
ok "$((idle > 20 || busy < 40))" \
    "interrupts in a second of sleep: $idle, at most 20; with 10 messages while nodes compute: $busy"

# What the process asks of the kernel is checked.
succeeds 'a detour to what is not text is refused, and so is a return without one' \
    tools/cuberun -n 4 --timeout 10 "$out/tests/boot/detour.elf" 1 refused
finish
