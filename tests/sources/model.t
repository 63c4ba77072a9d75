#!/bin/sh
# Spin over the protocols of sleeping and waking, in one emulator and between several, and of the moment when no
# node is awake, of these and of several hosts: the whole of each is right, and each part of it is needed.
. tests/lib.sh

# check FLAGS...: leaves spin's result in $result: "errors: 0", or what it found first. Compiling takes longer than most
# searches, so nothing is optimized, by the compiler that is fastest at that: tcc takes a tenth of clang's time.
compiler=$(command -v tcc || echo clang)
check() {
    (
        cd "$scratch" && rm -f pan* &&
            spin -a "$@" "$model" && $compiler -O0 -w -DSAFETY -o pan pan.c && timeout 100 ./pan -m100000 -w20
    ) >"$scratch/spin" 2>&1
    result=$(grep -Eo 'pan:1: [a-z ]*[a-z]|max search depth too small|errors: 0' "$scratch/spin" | head -n 1)
}

# verdict WANTED DESCRIPTION FLAGS...
verdict() {
    wanted=$1
    description=$2
    shift 2
    check "$@"
    is "$description" "$result" "$wanted" || diagnose <"$scratch/spin"
}

holds() {
    verdict 'errors: 0' "$@"
}

# What the model asserts is wrong.
fails() {
    verdict 'pan:1: assertion violated' "$@"
}

# Somebody waits for ever.
hangs() {
    verdict 'pan:1: invalid end state' "$@"
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
holds 'three nodes, of which one is rung by both others' -DMESSAGES=1

model=$PWD/tests/model/bell.pml
holds 'two parts, two nodes each: nobody sleeps for ever, and nobody parks who is awake' -DNODES=2
holds '    the same of more messages between two nodes' -DMESSAGES=2
hangs "    without the sleeper's fence" -DNO_SLEEP_FENCE
hangs "    without the sender's fence" -DNO_NODE_FENCE
hangs "    without the watcher's look before it parks" -DNO_PARK_LOOK
hangs '    without its fence there' -DNO_PARK_FENCE
hangs "    without the caller's fence" -DNO_RING_FENCE
hangs '    when a count of doorbells is seen before the doorbell' -DRELAXED_RUNG
hangs '    when it is read after the doorbell' -DBELL_FIRST
hangs '    when two nodes count at the same time' -DNODES=2 -DNO_LOCK
hangs '    when a watcher does not count how often it parks' -DMESSAGES=2 -DPARKED_FLAG

model=$PWD/tests/model/failing.pml
holds 'a link fails, and two others, in any order: its neighbour gets each slot once, in order'
holds '    the same when what has an older tag is taken in, because places are looked at' -DNO_TAG -DFAILURES=2
fails '    without a look at the place of a slot' -DNO_INDEX
fails '    without a look at either' -DNO_TAG -DNO_INDEX
hangs '    when a sender goes on from where it was' -DNO_RESUME
hangs '    when a receiver does not say again what it has got' -DNO_RESTART

model=$PWD/tests/model/surviving.pml
holds 'three processes agree, of which two die: nobody decides another value, and nobody waits for ever'
holds '    the same of four, one of which dies' -DPROCESSES=4 -DDEATHS=1
holds '    the same of three where another one had died before' -DFORMER
fails '    when who has all votes decides, without a second exchange' -DONE_EXCHANGE
fails '    when a coordinator decides without a commit' -DFORMER -DNO_COMMIT
fails '    when a coordinator that is prepared puts votes together anew' -DFORMER -DVOTES_ANEW
hangs '    when what the dead have sent is taken in behind the news of their death' -DFORMER -DOVERTAKEN
fails '    and if nobody waited, values would differ' -DFORMER -DOVERTAKEN -DNO_END
hangs '    when who has voted still takes part in the exchanges' -DSTAYS
hangs '    when one who decides does not tell those who have voted for it' -DFORMER -DNO_ANSWER

model=$PWD/tests/model/agree.pml
holds 'the end of two parts: never while a node is awake, and always in the end'
holds '    the same of more doorbells, when no node is asked' -DRINGS=2 -DASK=0
holds '    the same of three parts' -DPARTS=3 -DRINGS=0 -DASK=0
hangs '    without the fence between saying that one is idle and looking at the others' -DNO_IDLE_FENCE
hangs '    without the fence before a call' -DNO_CALL_FENCE
hangs '    when the last one does not call part 0' -DNO_CALL
hangs '    when part 0 parks without a look at the others' -DNO_IDLE_LOOK
hangs '    when another parks without a look for orders' -DNO_ORDER_LOOK
hangs '    when a watcher parks that has just done a stage' -DPARK_ANYHOW
fails "    without the ringer's fence" -DNO_RING_FENCE
fails '    without the second look at who is idle' -DNO_SECOND_LOOK
fails '    when doorbells are compared before both looks' -DCOMPARE_FIRST
fails '    when they are compared after both' -DCOMPARE_LAST
fails '    when idleness is not counted' -DRINGS=2 -DASK=0 -DIDLE_FLAG
fails '    when a doorbell is taken before its part says that it is not idle' -DTAKEN_FIRST
fails '    when a stage is done before that' -DDONE_FIRST
fails '    when a stage is done before it is said what it has found' -DASK=2 -DFOUND_LATE

model=$PWD/tests/model/quiet.pml
holds 'the end of two hosts: never while a node is awake or a note is on its way, and always in the end'
fails '    when a host does not tell how many notes it has had' -DNO_COUNT
fails '    when it does not look at what has rung' -DNO_LOOK
hangs '    when it tells only once' -DTELL_ONCE
fails '    when a bridge does not look again before it rests' -DNO_REST_LOOK
fails '    when a doorbell is taken before it is said that others are not idle' -DTAKEN_FIRST
fails '    when idleness is not counted' -DIDLE_FLAG
finish
