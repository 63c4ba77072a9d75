/* The protocol by which a node goes to sleep and its neighbours wake it: net/node.h (node_wake),
 * net/wait.c and kernel/sleep.c, statement by statement.
 *
 * Three nodes in a row, 0 - 1 - 2: node 1 answers every message of both its neighbours, which so
 * ring it at the same time. Or two, with PAIR, and more messages. A message is a word that counts
 * up. What is claimed, for every
 * interleaving: nobody sleeps for ever while it has something to do (spin finds no invalid end
 * state), and the machine ends, with all nodes finished (the assertion).
 *
 * Ordering: a plain store waits in a buffer of its own, for as long as it likes, behind later
 * accesses of its node: weaker than any order of Arm's that matters here. A fence waits until the
 * node's buffers are empty. A compare-and-swap or an addition acts on memory at once, after an
 * earlier store of the same node to the same word.
 *
 * Variants, each of which spin must refute or confirm (tests/model/model):
 *   NO_RECHECK       the sleeper does not look again after saying that it sleeps
 *   NO_SLEEPER_FENCE, NO_RINGER_FENCE   without one of the two fences
 *   LOCKED           compare-and-swaps and additions empty the buffers, too. So it is in an emulator
 *                    with a thread for each core, on hosts of x86-64; what STLR stores waits there
 *                    behind a later LDAR, so accesses in a sequentially consistent order are no fences
 *   ONE_THREAD       no stores wait: an emulator with one thread for all cores
 *   DEADLOCK         node 0 waits for a message that nobody sends: the verdict has to be a deadlock
 *   VERDICT=0        a false claim about the end, to show that the machine does end
 */
#ifndef MESSAGES
#define MESSAGES 2
#endif

/* How many have finished when the machine ends. */
#ifndef VERDICT
#ifdef DEADLOCK
#define VERDICT (NODES - 1)
#else
#define VERDICT NODES
#endif
#endif

#ifdef PAIR
#define NODES 2
#define ALL_TAKEN (taken[0] == MESSAGES)
#define arrived (word[0] != taken[0])
#else
#define NODES 3
#define ALL_TAKEN (taken[0] == MESSAGES && taken[2] == MESSAGES)
#define arrived (word[0] != taken[0] || word[2] != taken[2])
#endif
#define MIDDLE 1
#define AWAKE 0
#define ASLEEP 1
#define RUNG 2

/* Memory. word[i]: node i's messages to the middle; answer[i]: the middle's to i. */
byte word[NODES], answer[NODES], asleep[NODES], state[NODES];
byte awake = NODES;
bool interrupt[NODES]; /* a doorbell interrupt is pending */

/* Store buffers: what a node has stored, and memory does not hold yet. */
bool word_waits[NODES], answer_waits[NODES], asleep_waits[NODES], state_waits[NODES];
byte word_stored[NODES], answer_stored[NODES], asleep_stored[NODES], state_stored[NODES];

byte finished = 0;
bool ended = false;

/* A store that wakes nobody. With three nodes it is not kept waiting, which leaves fewer states to
 * search; with two it is. */
#ifdef PAIR
#define store_awake(variable, i, value) store(variable, i, value)
#else
#define store_awake(variable, i, value) !variable##_waits[i]; variable[i] = value
#endif

#ifdef ONE_THREAD
#define store(variable, i, value) variable[i] = value
#else
#define store(variable, i, value) \
    atomic { variable##_stored[i] = value; variable##_waits[i] = true }
#endif
#define drain(variable, i) \
    atomic { variable##_waits[i] -> variable[i] = variable##_stored[i]; variable##_waits[i] = false }

/* Empties the buffers, whenever it likes. The middle's answers are its own stores. */
proctype memory() {
    byte i;
end:
    do
    :: drain(word, 0)
    :: drain(answer, 0)
    :: drain(asleep, 0)
    :: drain(asleep, 1)
    :: drain(state, 0)
    :: drain(state, 1)
#ifndef PAIR
    :: drain(word, 2)
    :: drain(answer, 2)
    :: drain(asleep, 2)
    :: drain(state, 2)
#endif
    od
}

inline fence(me) {
    !asleep_waits[me] && !state_waits[me] && !word_waits[me];
    me != MIDDLE || (!answer_waits[0] && !answer_waits[NODES - 1])
}

/* Before an atomic read-modify-write. */
#ifdef LOCKED
#define lock(me) fence(me)
#else
#define lock(me) skip
#endif

/* kernel/sleep.c: sleep_ring(target) */
inline ring(me, target) {
    do
    :: lock(me); awake++;
       if
       :: atomic { state[target] == ASLEEP -> state[target] = AWAKE };
          interrupt[target] = true;
          break
       :: atomic { state[target] != ASLEEP -> expected = state[target] };
          awake--;
          if
          :: expected == RUNG -> break
          :: else ->
             if
             :: atomic { state[target] == expected -> state[target] = RUNG };
                break
             :: state[target] != expected
             fi
          fi
       fi
    od;
    expected = 0
}

/* net/node.h: node_wake(target) */
inline wake(me, target) {
#ifndef NO_RINGER_FENCE
    fence(me);
#endif
    if
    :: asleep[target] == 1 -> ring(me, target)
    :: asleep[target] == 0
    fi
}

/* kernel/sleep.c: stay_awake(me) */
inline stay_awake(me) {
    lock(me);
    if
    :: atomic { state[me] == ASLEEP -> state[me] = AWAKE }
    :: state[me] != ASLEEP -> awake--
    fi
}

/* kernel/sleep.c: sleep_for_ever(me) */
inline sleep_for_ever(me) {
    lock(me);
    atomic {
        awake--;
        if
        :: awake == 0 ->
           ended = true;
           assert(finished == VERDICT)
        :: else -> skip
        fi
    };
    do
    :: state[me] != ASLEEP -> break
    :: ended -> break
    :: state[me] == ASLEEP && !ended ->
       (interrupt[me] || ended);
       interrupt[me] = false
    od
}

/* kernel/sleep.c: sleep_wait(me); `changed` is has_changed(me) */
inline sleep(me, changed) {
    store(asleep, me, 1);
    !state_waits[me];
    lock(me);
    if
    :: atomic { state[me] == AWAKE -> state[me] = ASLEEP };
#ifndef NO_SLEEPER_FENCE
       fence(me);
#endif
#ifndef NO_RECHECK
       if
       :: changed -> stay_awake(me)
       :: !(changed) -> sleep_for_ever(me)
       fi
#else
       sleep_for_ever(me)
#endif
    :: state[me] == RUNG -> store_awake(state, me, AWAKE)
    fi;
    store_awake(asleep, me, 0)
}

/* After its program, a node sleeps until there is something to forward: here, never. */
inline finish(me, changed) {
    finished++;
    do
    :: ended -> break
    :: !ended -> sleep(me, changed)
    od
}

/* Nodes 0 and 2: a message, its answer, the next. */
proctype outer(byte me) {
    byte sent = 0;
    byte expected = 0;
    do
    :: sent < MESSAGES && !ended ->
       sent++;
       store(word, me, sent);
       wake(me, MIDDLE);
       do
       :: answer[me] == sent -> break
       :: ended -> break
       :: answer[me] != sent && !ended -> sleep(me, answer[me] == sent)
       od
    :: sent == MESSAGES || ended -> break
    od;
#ifdef DEADLOCK
    do
    :: me == 0 && !ended -> sleep(me, answer[me] != MESSAGES)
    :: me != 0 || ended -> break
    od;
    if
    :: me == 0 -> goto done
    :: else -> skip
    fi;
#endif
    finish(me, answer[me] != MESSAGES);
done:
    skip
}

proctype middle() {
    byte taken[NODES];
    byte expected = 0;
    do
    :: ended || ALL_TAKEN -> break
    :: word[0] != taken[0] ->
       taken[0]++;
       store(answer, 0, taken[0]);
       wake(MIDDLE, 0)
#ifndef PAIR
    :: word[2] != taken[2] ->
       taken[2]++;
       store(answer, 2, taken[2]);
       wake(MIDDLE, 2)
#endif
    :: !arrived && !ended && !ALL_TAKEN ->
       sleep(MIDDLE, arrived)
    od;
    finish(MIDDLE, arrived)
}

init {
    atomic {
        run memory();
        run outer(0);
#ifndef PAIR
        run outer(2);
#endif
        run middle()
    }
}
