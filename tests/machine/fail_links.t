#!/bin/sh
# Finds a program that notices a link's failure during the run other than by time, in any call.
# TEST_CUBERUN (tests/lib.sh) lets other tests run so.
. tests/lib.sh

traffic=$out/tests/boot/traffic.elf
tools/mpicc -O2 tests/mpi/random/*.c -o "$scratch/random"
rows 'tools/cuberun --timeout 60' <<'END'
# Nothing passes a link that has failed, and calls use it.
0 -n 8 --fail-link 6:0@3000,1:2@9000 --exact "$out/tests/boot/failing.elf" 2
0 -n 8 --fail-link 6:0@3000,1:2@9000 --exact --kernel-option direct=256 --kernel-option routed=256 "$out/tests/boot/failing.elf" 2
0 -n 8 --fail-link 6:0@3000,1:2@9000 --accel multi "$out/tests/boot/failing.elf" 2
0 -n 8 --fail-link 6:0@3000,1:2@9000 --exact --parts 2 --dead-link 0:0,5:1 "$out/tests/boot/failing.elf" 2
# What was sent again is told last.
0 -n 8 --fail-link 6:0@3000,1:2@11000 --exact --kernel-option direct=256 --kernel-option routed=256 "$out/tests/boot/failing.elf" 2 2>&1 | tail -n 1 => ^cuberun: survived: [0-9]+ bytes, which were sent again$
# Any call may be under way: random collectives, in two parts, with dead links; and nodes that only look, for what they
# have to pass on finds no room on the link that has failed.
0 -n 16 --exact --fail random:1:3 --kernel-option direct=256 --kernel-option routed=256 "$out/tests/soak/soak.elf" 1 10 300 => seed 1: 10 rounds
0 -n 16 --parts 2 --dead random:6:6:0 --fail random:6:3 "$out/tests/soak/soak.elf" 6 10 300 => seed 6: 10 rounds
0 -n 4 --fail-link 3:1@0 --kernel-option routed=256 "$out/tests/soak/soak.elf" 6 12 4000 => seed 6: 12 rounds
75 -n 8 --exact --fail-link 1:2@1 "$out/tests/fail/deadlock.elf" recv_in_a_ring => ^graycube: deadlock
END
# survived LINKS OPTIONS...: all nodes send to all while this number of links fail, as the kernel and the summary say.
survived() {
    links=$1
    shift
    run tools/cuberun -n 16 --timeout 60 --explain "$@" "$traffic"
    like "messages of all to all: $*" "$status $(echo "$output" | grep messages)" '^0 .*8960 messages' || echo "$errors" | diagnose
    is "    $links links have failed, and the summary has them" "$(echo "$output" | grep -c 'graycube: the link of node .* has failed') $(
        echo "$errors" | grep -c '^cuberun: survived: the link of node .*, which failed')" "$links $links"
}
survived 3 --kernel-option direct=256 --kernel-option routed=256 --fail-link 3:1@0,9:3@1,12:0@2
survived 3 --exact --dead-link 0:0,5:2,9:3,15:3 --fail-link 10:1@1,7:2@40000,6:0@90000
rows 'tools/mpiexec -n 7 --timeout 60 --cube' <<'END'
0 '--fail random:5:2 --exact' "$scratch/random" 5 20 => ^seed 5, .* all right$
0 '--fail random:6:2 --parts 4' "$scratch/random" 6 20 => ^seed 6, .* all right$
END

# ---- Clocks

# A packet over a link that has failed takes two hops more; one that fails too late changes nothing.
barriers() {
    run tools/cuberun -n 4 --timeout 60 --exact --ti 0 --ts 100 --th 10 --tw 1 --time "$@" "$out/programs/collective.elf" \
        barrier --repetitions 1
    time=${output##*parallel time: }
}
barriers
living=$time
barriers --fail-link 0:0@111 # in the first wait behind the first barrier, so that nothing is sent again
is 'a detour takes two hops more, in the second of two barriers' "$((time - living))" 20
barriers --fail-link 0:0@1000000
is '    and none before the link fails' "$((time - living))" 0

# So does a message on its way: from node 0 to node 7 over links of dimensions 0, 1 and 2.
c_program message <<'END'
#include <cube.h>
#include <stdio.h>
int main(void) {
    cube_barrier();
    cube_barrier();
    uint64_t left = cube_time();
    if (cube_node() == 0)
        return cube_send(7, &left, sizeof left);
    if (cube_node() == 7 && cube_recv(0, &left, sizeof left) == 0)
        printf("%d\n", (int)(cube_time() - left));
    return 0;
}
END
message() {
    run tools/cuberun -n 8 --timeout 60 --exact "$@" "$scratch/message.elf"
}
message
instructions=$output
message --fail-link 0:0@1000000000
is 'no instruction more on the way of a message, before its link fails' "$output" "$instructions"
costs='--ti 0 --ts 100000 --th 10 --tw 1'
# shellcheck disable=SC2086 # as many options as there are
{
    message $costs
    is 'a message over three links' "$output" 100038
    for link in 0:0 1:1 3:2; do
        message $costs --fail-link $link@0
        is "    takes two hops more where link $link has failed" "$output" 100058
    done
    message $costs --dead-link 1:1 --fail-link 4:0@0
    is '    and where it is dead from the start' "$output" 100058
    message $costs --map bit-reverse --fail-link 5:1@0
    is '    but not where another physical link has failed' "$output" 100038
    message $costs --map bit-reverse --explain --fail-link 1:1@0
    is '    with the physical names in another order of dimensions' "$output" \
        "graycube: the link of node 1 on dimension 1 has failed at 0
100058"
    is '    in the summary, too' "$errors" 'cuberun: survived: the link of node 1 on dimension 1, which failed'
}

for parts in 1 4; do
    run tools/cuberun -n 16 --timeout 60 --exact --parts $parts --stats "$scratch/stats" --dead-link 4:2 --fail random:8:3 \
        "$out/tests/soak/soak.elf" 7 10 500
    { echo "$status $output" && grep -v '"cycles"\|"excess"\|"instructions"\|"routed_packets"\|_bytes"' "$scratch/stats"; } >"$scratch/run"
    [ -e "$scratch/first" ] || { cp "$scratch/run" "$scratch/first" && like 'random collectives' "$status $output" '^0 seed 7: 10 rounds'; }
    is "runs with one seed are equal, this one in parts: $parts" "$(diff "$scratch/first" "$scratch/run" | head -n 20)" ''
done

# ---- Refusals

refuses "--fail: invalid value '8:0@1' .expected: NODE:DIMENSION@TIME with node 0 to 7 and dimension below 3" --fail 8:0@1
refuses "--fail: invalid value '1:2'" --fail 0:1@5,1:2
refuses '--fail: 3 links are too many for 8 nodes .expected: at most 2' --fail random:1:3
refuses '.* a link fails twice' --fail-link 1:2@5,5:2@7
refuses '--fail: the link of node 1 on dimension 0 is already dead' --fail 1:0@5 --dead 0:0
refuses '--fail: node 1 would become unreachable' --fail-link 1:0@5,1:1@7 --dead-link 1:2
finish
