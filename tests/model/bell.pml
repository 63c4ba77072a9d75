/* How a sleeping node is woken from another emulator: net/node.c (sleeps), kernel/sleep.c,
 * kernel/parts/bell.c and kernel/parts/watcher.c.
 *
 * Each node of part B sends MESSAGES messages to its neighbour in part A, and waits for nothing. A
 * message is a word that counts up. The nodes of A sleep until there is one, and A's watcher parks
 * when all of them sleep. The way back shares no word with this one, so B needs no watcher here.
 * What is claimed, for every interleaving: no node sleeps for ever while there is something for it
 * (spin finds no invalid end state), and A does not park while one of its nodes is awake, for its
 * whole emulator would wait (the assertion).
 *
 * Ordering: what one part stores and the other one reads waits in a buffer, each word by itself,
 * for as long as it likes, behind later accesses of its core: weaker than any order of a host that
 * matters here. A store with release comes out after what it has to follow. A fence waits until the
 * buffers of its core are empty. Loads are made as the program has them, which the acquires are
 * for. What happens within a part, where sleep.pml has every step, is one step: ringing for a node
 * of one's own, and counting those that are awake.
 *
 * Variants, each of which spin must refute (tests/model/model):
 *   NO_SLEEP_FENCE   without links_fence in sleep_wait
 *   NO_NODE_FENCE    without system_fence in sleeps
 *   NO_PARK_FENCE    without part_fence in park
 *   NO_RING_FENCE    without part_fence in bell_ring
 *   NO_PARK_LOOK     the watcher does not look again after saying that it is parked
 *   RELAXED_RUNG     the count of a dimension may be seen before that of the core
 *   BELL_FIRST       the watcher reads the counts of the cores first
 *   NO_LOCK          two nodes of B count in `rung` at the same time
 *   PARKED_FLAG      `parked` does not count: whether one has called is not known then
 */
#ifndef NODES
#define NODES 1 /* of each part */
#endif
#ifndef MESSAGES
#define MESSAGES 1
#endif
#define AWAKE 0
#define ASLEEP 1
#define RUNG 2

/* Shared memory: `asleep` and `parked` are A's, the others B's. */
byte word[NODES], asleep[NODES], bell[NODES], rung, parked;

/* What has been stored, and whether memory does not hold it yet. */
byte word_stored[NODES], asleep_stored[NODES], bell_stored[NODES], rung_stored, parked_stored;
bool word_waits[NODES], asleep_waits[NODES], bell_waits[NODES], rung_waits, parked_waits;
byte rung_by; /* the node that has stored it */

byte calls; /* bytes in A's pipe */

/* Within A. */
byte state[NODES], awake = NODES, finished;

/* Within B. */
bool locked;
byte last_call;

#define store(variable, value) \
    atomic { variable##_stored = value; variable##_waits = true }
#define store_of(variable, i, value) \
    atomic { variable##_stored[i] = value; variable##_waits[i] = true }
#define drain_of(variable, i) \
    atomic { variable##_waits[i] -> variable[i] = variable##_stored[i]; variable##_waits[i] = false }

/* With two nodes this store does not wait, which leaves fewer states to search. */
#if NODES == 1
#define store_awake(i) store_of(asleep, i, 0)
#else
#define store_awake(i) atomic { !asleep_waits[i] -> asleep[i] = 0 }
#endif

/* Release: after what the same node has stored of its core. */
#ifdef RELAXED_RUNG
#define rung_may_drain rung_waits
#else
#define rung_may_drain (rung_waits && !bell_waits[rung_by])
#endif

/* Empties the buffers, whenever it likes. */
proctype memory(byte i) {
end:
    do
    :: drain_of(word, i)
    :: drain_of(asleep, i)
    :: drain_of(bell, i)
    :: atomic { i == 0 && rung_may_drain -> rung = rung_stored; rung_waits = false }
    :: atomic { i == 0 && parked_waits -> parked = parked_stored; parked_waits = false }
    od
}

/* ---- Part B ---- */

/* kernel/parts/bell.c: call */
inline call() {
    was = parked;
    if
    :: was % 2 == 1 && was != last_call -> last_call = was; calls++
    :: else
    fi;
    was = 0
}

/* kernel/parts/bell.c: bell_ring */
inline ring() {
    store_of(bell, me, bell_stored[me] + 1);
#ifdef NO_LOCK
    was = rung_stored;
    atomic { store(rung, was + 1); rung_by = me };
#else
    atomic { !locked -> locked = true };
    atomic { store(rung, rung_stored + 1); rung_by = me };
#endif
#ifndef NO_RING_FENCE
    !bell_waits[me] && !rung_waits;
#endif
    call();
    locked = false
}

/* net/node.c: sleeps. CUBE_OUTSIDE in the word `asleep` has led there. */
proctype sender(byte me) {
    byte sent, was;
    do
    :: sent < MESSAGES ->
       sent++;
       store_of(word, me, sent);
#ifndef NO_NODE_FENCE
       !word_waits[me];
#endif
       if
       :: asleep[me] == 1 -> ring()
       :: asleep[me] == 0
       fi
    :: sent == MESSAGES -> break
    od
}

/* ---- Part A ---- */

/* kernel/sleep.c: sleep_wait, with stay_awake and sleep_for_ever */
inline sleep() {
    store_of(asleep, me, 1);
    if
    :: atomic { state[me] == RUNG -> state[me] = AWAKE }
    :: atomic { state[me] == AWAKE -> state[me] = ASLEEP };
#ifndef NO_SLEEP_FENCE
       !asleep_waits[me];
#endif
       if
       :: word[me] != seen ->
          atomic { if :: state[me] == ASLEEP -> state[me] = AWAKE :: else -> awake-- fi }
       :: word[me] == seen ->
          awake--;
          state[me] != ASLEEP
       fi
    fi;
    store_awake(me)
}

proctype sleeper(byte me) {
    byte seen;
    do
    :: seen < MESSAGES && word[me] != seen -> seen++
    :: seen < MESSAGES && word[me] == seen -> sleep()
    :: seen == MESSAGES -> break
    od;
    atomic { finished++; awake-- }
}

/* kernel/parts/bell.c: wake_rung; kernel/sleep.c: sleep_ring */
inline wake(i, count) {
    atomic {
        if
        :: count != answered[i] && state[i] == ASLEEP -> awake++; state[i] = AWAKE
        :: count != answered[i] && state[i] != ASLEEP -> state[i] = RUNG
        :: else
        fi;
        answered[i] = count
    }
}

/* kernel/parts/bell.c: bell_take. Leaves in `any` whether there were doorbells. */
inline take() {
#ifdef BELL_FIRST
    early = bell[0];
#endif
    count = rung;
    any = count != taken;
    if
    :: any ->
#ifdef BELL_FIRST
       wake(0, early);
#else
       wake(0, bell[0]);
#endif
#if NODES == 2
       wake(1, bell[1]);
#endif
       taken = count
    :: else
    fi;
    count = 0
}

#ifdef PARKED_FLAG
#define parked_next (1 - parked_stored)
#else
#define parked_next (parked_stored + 1)
#endif

/* kernel/parts/watcher.c: park */
inline park() {
    store(parked, parked_next);
#ifndef NO_PARK_FENCE
    !parked_waits;
#endif
#ifndef NO_PARK_LOOK
    take();
#endif
    if
    :: !any ->
       assert(awake == 0);
       atomic { calls > 0 || finished == NODES -> calls = 0 }
    :: else
    fi;
    store(parked, parked_next)
}

/* kernel/parts/watcher.c: watcher_run. It parks at the first look. */
proctype watcher() {
    byte count, taken, answered[NODES];
#ifdef BELL_FIRST
    byte early;
#endif
    bool any;
    do
    :: finished == NODES -> break
    :: finished < NODES ->
       take();
       if
       :: !any && awake == 0 -> park()
       :: any || awake > 0
       fi;
       any = false
    od
}

init {
    atomic {
        run memory(0); run sender(0); run sleeper(0);
#if NODES == 2
        run memory(1); run sender(1); run sleeper(1);
#endif
        run watcher()
    }
}
