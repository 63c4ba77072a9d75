#!/bin/sh
# Programs that carry out what Hou et al. describe: the wormhole network with a router on each node,
# which agrees with the simulation on the host cycle for cycle, and the parallel FFT.
. tests/lib.sh

host=build/fast/tools/lcc/wormhole

# agree DIMENSIONS JOB: the line with all counts, and the digest of every flit and its cycle.
agree() {
    # shellcheck disable=SC2086 # several words
    expected=$($host "$1" $2)
    # shellcheck disable=SC2086
    run tools/cuberun -n $((1 << $1)) --timeout 60 "$out/programs/wormhole.elf" $2
    is "wormhole on $((1 << $1)) nodes: $2" "$status $output" "0 $expected"
    like "    has delivered flits" "$output" 'messages, [1-9][0-9]* flits, .*, digest [0-9a-f]{16}$'
}
agree 1 "complement 5"
agree 4 "bit-reverse 17"
agree 4 "mapped-bit-reverse 17"
agree 4 "transpose 8 0.3 300 5"
agree 4 "mapped-transpose 20 1 200 6"
agree 8 "bit-reverse 17"
agree 8 "mapped-transpose 17"
agree 8 "bit-reverse 20 0.2 60 3"

like "a load that the network carries is not saturated" "$($host 4 transpose 8 0.05 2000 5)" \
    '^load 0.05 flits per cycle and node, delivered 0.0.* undelivered after 2000 cycles: not saturated$'
like "    and one that it does not is" "$($host 4 transpose 8 1 300 5)" ' of [0-9]+ messages undelivered .*: saturated$'
like "latency is told in cycles, of a message" "$($host 1 complement 5)" ': 2 messages, 10 flits, mean latency 7\.0 cycles,'

# Cycles by their formulas (L + 2 + hops without contention, 8L + 21 with): not only the same on both.
like "mapped-transpose of 256 nodes ends in cycle 26" "$($host 8 mapped-transpose 17)" ' last in cycle 26,'
like "bit-reverse of 256 nodes ends in cycle 149" "$($host 8 bit-reverse 17)" ' last in cycle 149,'

# refuses PROGRAM WORDS MESSAGE: status 64, and node 0 says why.
refuses() {
    # shellcheck disable=SC2086 # several words
    run tools/cuberun -n 8 --timeout 60 "$out/programs/$1.elf" $2
    is "$1 $2" "$status" 64
    is "    says why, once" "$(printf '%s\n' "$output$errors" | grep -c "^$1: $3")" 1
}
refuses wormhole "" "a permutation and a number of flits are needed"
refuses wormhole "gather 4" "there is no permutation of that name for so many dimensions"
refuses wormhole "transpose 4" "there is no permutation of that name for so many dimensions"
refuses wormhole "bit-reverse 1" "a message has 2 to 2048 flits"
refuses wormhole "bit-reverse 4 0.1" "a load, a number of cycles and a seed belong together"
refuses wormhole "bit-reverse 4 1.5 10 1" "a load is a number above 0 and not above 1"
refuses wormhole "bit-reverse 4 0.5 0 1" "a number of cycles is 1 or more"
refuses wormhole "bit-reverse 4 0.5 9 x" "a seed is a number"
run tools/cuberun -n 1 --timeout 60 "$out/programs/wormhole.elf" bit-reverse 4
is "wormhole on one node" "$status" 64

# The FFT checks itself, by the definition of the transform and by transforming back.
for words in "1 3" "2 0" "16 1" "16 3" "64 2"; do
    # shellcheck disable=SC2086 # a number of nodes and d
    set -- $words
    points=$(($1 << 2 * $2))
    succeeds "fft on $1 nodes, d = $2" tools/cuberun -n "$1" --timeout 60 "$out/programs/fft.elf" "$2"
    like "    of $points points" "$output" \
        "^FFT of $points points on $1 nodes: error below 1e-13 a point, and back below 1e-13 a point\$"
    is "    times that can be" "$(printf '%s\n' "$output" | grep -Ec '^(bit-reverse|neighbours|computation) +[0-9]{1,15} +[0-9.]+( |$)')" 3
done
like "    the model's times for 64 nodes" "$output" '^computation .* 593\.0 +593\.0$'
like "    and of the bit-reverse, before and after mapping" "$output" '^bit-reverse .* 754\.5 +314\.5$'
like "    the ideal speed-up" "$output" 'degree of contention: 4$'
refuses fft 6 'the argument is d, 0 to 5'
refuses fft x 'the argument is d, 0 to 5'
refuses fft "1 2" 'the argument is d, 0 to 5'

finish
