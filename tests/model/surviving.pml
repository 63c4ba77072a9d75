/* Agreement among processes that die: mpi/message/agree.c.
 *
 * Up to DEATHS of PROCESSES processes die, each at any moment between two of its steps, also when it
 * has decided. What one sends another comes in order, and the last of it is that it is dead; of what
 * it has sent before, the last part may get lost, another one for each receiver. A value is the set
 * of those whose votes are in it, so that values which differ are seen to.
 *
 * What is claimed, for every interleaving: no two processes decide different values, those that have
 * died since included (the assertion), and every one that lives decides (spin finds no invalid end
 * state).
 *
 * Variants, of which tests/model/model says what becomes (all but FORMER break a rule):
 *   ONE_EXCHANGE who has all votes decides, without a second exchange
 *   NO_COMMIT    the coordinator decides when it has all votes, the others when they have its value
 *   VOTES_ANEW   a coordinator that is prepared for a value puts the votes together all the same
 *   OVERTAKEN    the news of a death comes before what the dead one has sent, which is taken in
 *   NO_ANSWER    who decides, and does not coordinate, does not tell those who have voted for it
 *   FORMER       another one had died before: the lowest that lives coordinates from the beginning
 *   NO_END       nobody looks whether all decide, so that values are compared in all orders
 *   STAYS        who has voted for a coordinator still takes part in the exchanges
 */
#ifndef PROCESSES
#define PROCESSES 3
#endif
#ifndef DEATHS
#define DEATHS 2
#endif
#define ROUNDS 2 /* of an exchange: the logarithm of PROCESSES, rounded up */
#define ALL    ((1 << PROCESSES) - 1)
#define NONE   255

#ifdef NO_ANSWER
#define ANSWERS (prepares)
#else
#define ANSWERS true
#endif
#ifdef VOTES_ANEW
#define ANEW true
#else
#define ANEW false
#endif

mtype = { FIRST, SECOND, VOTE, PREPARE, PREPARED, COMMIT, DEAD };

/* Kind, value, and the round of an exchange: those of the second one come after those of the first. */
#define ROOM 9
chan to[PROCESSES * PROCESSES] = [ROOM] of { mtype, byte, byte };
#define CHANNEL(from, at) to[(from) * PROCESSES + (at)]

byte decided[PROCESSES];
byte to_come; /* deaths */
bool dead[PROCESSES];

/* Who is dead reads no more. */
inline tell(at, what, with, in) {
    if
    :: !dead[at] -> CHANNEL(me, at)!what(with, in)
    :: else
    fi
}

inline tell_all(what, with) {
    other = 0;
    do
    :: other < PROCESSES ->
        if
        :: other != me && !dead[other] -> CHANNEL(me, other)!what(with, 0)
        :: else
        fi;
        other++
    :: else -> break
    od;
    other = 0
}

inline decide(what) {
    decided[me] = what;
    other = 0;
    do
    :: other < PROCESSES ->
        assert(decided[other] == NONE || decided[other] == what);
        if
        :: ANSWERS && other != me && votes & 1 << other && !dead[other] ->
            CHANNEL(me, other)!COMMIT(what, 0)
        :: else
        fi;
        other++
    :: else -> break
    od;
    other = 0
}

#ifdef FORMER
#define FAILED true
#else
#define FAILED (gone != 0)
#endif
#ifdef STAYS
#define EXCHANGES true
#else
#define EXCHANGES (!FAILED)
#endif

/* Rounds of the two exchanges: `round` counts those that are done, `here` has a bit for each whose
 * message has come. */
inline exchange() {
    do
    :: decided[me] == NONE && round < 2 * ROUNDS && (here & 1 << round) && EXCHANGES ->
        round++;
        if
        :: round == ROUNDS ->
            known = sum;
            prepared = true;
#ifdef ONE_EXCHANGE
            decide(known)
#endif
        :: else
        fi;
        tell_round()
    :: else -> break
    od
}

inline tell_round() {
    if
    :: round < ROUNDS -> tell((me + (1 << round)) % PROCESSES, FIRST, sum, round)
    :: round >= ROUNDS && round < 2 * ROUNDS ->
        tell((me + (1 << (round - ROUNDS))) % PROCESSES, SECOND, 0, round)
    :: round == 2 * ROUNDS && decided[me] == NONE ->
        decide(known)
    :: else
    fi
}

/* What can be done once somebody is known to be dead. */
inline go_on() {
    if
    :: FAILED ->
        lowest = 0;
        do
        :: lowest != me && (gone & 1 << lowest) -> lowest++
        :: else -> break
        od;
        if
        :: lowest != me && asked != lowest ->
            asked = lowest;
            if
            :: decided[me] != NONE -> tell(lowest, COMMIT, decided[me], 0)
            :: else -> tell(lowest, VOTE, known, 0)
            fi
        :: lowest == me && decided[me] == NONE && (votes | gone) == ALL ->
            if
            :: !prepares ->
                if
                :: !prepared || ANEW -> known = own
                :: else
                fi;
                prepared = true;
                prepares = true;
                tell_all(PREPARE, known);
#ifdef NO_COMMIT
                decide(known)
#endif
            :: else
            fi;
            if
            :: decided[me] == NONE && (ready | gone) == ALL ->
                decide(known)
            :: else
            fi
        :: else
        fi;
        lowest = 0
    :: else
    fi
}

inline take(from) {
    if
    :: kind == FIRST ->
        sum = sum | value;
        here = here | 1 << number
    :: kind == SECOND ->
        here = here | 1 << number
    :: kind == VOTE ->
        if
        :: decided[me] != NONE -> tell(from, COMMIT, decided[me], 0)
        :: else ->
            own = own | value;
            votes = votes | 1 << from
        fi
    :: kind == PREPARE && decided[me] == NONE ->
        known = value;
        prepared = true;
#ifdef NO_COMMIT
        decide(known)
#else
        tell(from, PREPARED, 0, 0)
#endif
    :: kind == PREPARED ->
        ready = ready | 1 << from
    :: kind == COMMIT && decided[me] == NONE ->
        decide(value)
    :: kind == DEAD ->
        gone = gone | 1 << from
    :: else
    fi;
    exchange();
    go_on();
    kind = 0; value = 0; number = 0
}

/* The next message of `from`: in order, or its death first. */
#ifdef OVERTAKEN
#define NEXT(from) CHANNEL(from, me)??DEAD(value, number) -> kind = DEAD; take(from) } \
                :: atomic { CHANNEL(from, me)?kind(value, number) -> take(from) }
#else
#define NEXT(from) CHANNEL(from, me)?kind(value, number) -> take(from) }
#endif

/* Of what a process has sent to each and what has not come yet, the last part gets lost. */
inline lose() {
    other = 0;
    do
    :: other < PROCESSES && !dead[other] ->
        lowest = len(CHANNEL(me, other));
        do
        :: lowest > 0 ->
            lowest--;
            CHANNEL(me, other)?kind(value, number);
            CHANNEL(me, other)!kind(value, number)
        :: break
        od;
        do
        :: lowest > 0 ->
            lowest--;
            CHANNEL(me, other)?kind(value, number)
        :: else -> break
        od;
        other++
    :: other < PROCESSES && dead[other] -> other++
    :: else -> break
    od;
    other = 0;
    kind = 0; value = 0; number = 0
}

proctype Process(byte me) {
    mtype kind;
    byte value, number, other, lowest, asked = NONE;
    byte own = 1 << me, known = 1 << me;         /* the votes put together, as coordinator; the value */
    byte sum = 1 << me, round, here;             /* of the exchanges */
    byte gone, votes = 1 << me, ready = 1 << me; /* sets of processes */
    bool prepared, prepares;
#ifndef FORMER
    atomic { tell_round() };
#else
    atomic { go_on() };
#endif
end:
    do
    :: atomic { NEXT(0)
    :: atomic { NEXT(1)
    :: atomic { NEXT(2)
#if PROCESSES > 3
    :: atomic { NEXT(3)
#endif
    :: atomic { to_come > 0 ->
        to_come--;
        dead[me] = true;
        lose();
        tell_all(DEAD, 0);
        break }
    od
}

/* In the end all that live have decided. */
#define ENDS(at) (dead[at] || decided[at] != NONE)

proctype End() {
    ENDS(0) && ENDS(1) && ENDS(2) && ENDS(PROCESSES - 1)
}

init {
    byte each;
    atomic {
        select(to_come : 0 .. DEATHS);
        for (each : 0 .. PROCESSES - 1) {
            decided[each] = NONE;
        }
        for (each : 0 .. PROCESSES - 1) {
            run Process(each);
        }
#ifndef NO_END
        run End()
#endif
    }
}
