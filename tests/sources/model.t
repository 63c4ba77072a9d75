#!/bin/sh
# Spin over the protocol of sleeping and waking: the whole of it is right, and each part of it is
# needed.
# Reads: tests/lib.sh tests/model
. tests/lib.sh

level=-O0 # compiling takes longer than all but the largest search

# check FLAGS...: leaves spin's result in $result: "errors: 0", or what it found.
check() {
    (
        cd "$scratch" && rm -f pan* &&
            spin -a "$@" "$model" && cc $level -w -DSAFETY -o pan pan.c && timeout 100 ./pan -m100000
    ) >"$scratch/spin" 2>&1
    result=$(grep -Eo 'pan:1: [a-z ]*[a-z]|errors: 0' "$scratch/spin" | head -n 1)
}

# holds DESCRIPTION FLAGS... ; fails DESCRIPTION FLAGS...: the verdict that the machine ends with.
holds() {
    description=$1
    shift
    check "$@"
    is "$description" "$result" 'errors: 0' || diagnose <"$scratch/spin"
}

fails() {
    description=$1
    shift
    check "$@"
    is "$description" "$result" 'pan:1: assertion violated' || diagnose <"$scratch/spin"
}

model=$PWD/tests/model/sleep.pml
holds 'two nodes, three messages: nobody sleeps for ever, and the end is no deadlock' -DPAIR -DMESSAGES=3
holds 'a deadlock is found to be one, whatever the order' -DPAIR -DMESSAGES=2 -DDEADLOCK
fails 'the end is reached' -DPAIR -DMESSAGES=1 -DVERDICT=0
fails 'without the second look' -DPAIR -DMESSAGES=1 -DNO_RECHECK
fails "without the sleeper's fence" -DPAIR -DMESSAGES=1 -DNO_SLEEPER_FENCE
fails "without the ringer's fence" -DPAIR -DMESSAGES=1 -DNO_RINGER_FENCE
fails 'without either, as between two emulators that translate no barriers' -DPAIR -DMESSAGES=1 -DNO_SLEEPER_FENCE \
    -DNO_RINGER_FENCE
holds 'one thread of the host for all cores: there is nothing to order' -DPAIR -DMESSAGES=3 -DONE_THREAD \
    -DNO_SLEEPER_FENCE -DNO_RINGER_FENCE
holds 'a thread for each core: the protocol holds' -DPAIR -DMESSAGES=2 -DLOCKED
holds "    and the sleeper's compare-and-swap is a fence" -DPAIR -DMESSAGES=2 -DLOCKED -DNO_SLEEPER_FENCE
fails "    but sequentially consistent accesses are no fence for the ringer" -DPAIR -DMESSAGES=1 -DLOCKED \
    -DNO_RINGER_FENCE
level=-O1
holds 'three nodes, of which one is rung by both others' -DMESSAGES=1
finish
