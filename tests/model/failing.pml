/* A link that fails, and others after it: kernel/failing.c, net/failing.c and net/failed_link.c.
 *
 * Node S sends SLOTS slots to its neighbour R through a ring of CAPACITY. At first R reads what S
 * publishes. Then the link is cut: what S had published by then is in R's copy, and nothing that it
 * publishes later. From now on messages carry slots, and what R has got and given back. Each
 * further failure makes them take the other path, and whatever is on its way may get lost, or
 * arrive late. Both learn of a failure at any later moment, or from a message whose tag says more.
 *
 * What is claimed, for every interleaving: R gets each slot once, in order, as S has written it
 * (the assertions), and in the end it has all (spin finds no invalid end state).
 *
 * Variants, of which tests/sources/model.t says what becomes:
 *   NO_INDEX   R takes whatever slot comes as the next one
 *   NO_TAG     what has an older tag is taken in. R and S bear that, as long as R looks at places:
 *              tags are for the nodes between, which by different paths could send it in a circle
 *   NO_RESUME  S goes on from where it was when it learns of a failure
 *   NO_RESTART R does not say again what it has got
 */
#ifndef SLOTS
#define SLOTS 3
#endif
#define CAPACITY 2
#ifndef FAILURES
#define FAILURES 3 /* the first one is that of the link itself */
#endif
#define PATHS 2
#ifdef NO_TAG
#define OLD false
#else
#define OLD (tag < known)
#endif
#ifdef NO_INDEX
#define OTHER false
#else
#define OTHER (place != got)
#endif
#define ROOM 4

byte failures;  /* the kernel's count */
byte tail;      /* published by S in its ring */
byte copied;    /* the tail in R's copy */
byte ring[CAPACITY];

/* On each path: tag and slot's place and value; tag and what R has got. */
chan slots[PATHS] = [ROOM] of { byte, byte, byte };
chan words[PATHS] = [ROOM] of { byte, byte };

byte got;  /* by R; it gives back at once */
byte head; /* as S knows it */

/* A link fails. */
proctype Kernel() {
    do
    :: failures < FAILURES ->
        atomic {
            if
            :: failures == 0 -> copied = tail
            :: else
            fi;
            failures++
        }
    :: failures == FAILURES -> break
    od
}

/* What is on its way, and older than the last failure, may get lost. */
proctype Loss() {
    byte tag, place, value, path;
end:
    do
    :: atomic { slots[0]?[tag, place, value] -> slots[0]?<tag, place, value>;
                if :: tag < failures -> slots[0]?tag, place, value :: else fi }
    :: atomic { slots[1]?[tag, place, value] -> slots[1]?<tag, place, value>;
                if :: tag < failures -> slots[1]?tag, place, value :: else fi }
    :: atomic { words[0]?[tag, value] -> words[0]?<tag, value>;
                if :: tag < failures -> words[0]?tag, value :: else fi }
    :: atomic { words[1]?[tag, value] -> words[1]?<tag, value>;
                if :: tag < failures -> words[1]?tag, value :: else fi }
    od
}

proctype S() {
    byte known, sent, tag, value, path;
    bool resumed;
end:
    do
    /* writes a slot */
    :: tail < SLOTS && tail - head < CAPACITY ->
        d_step { ring[tail % CAPACITY] = tail + 1; tail++ }
    /* sees what R has given back, as long as the link lives */
    :: failures == 0 && head != got -> head = got
    /* learns of a failure */
    :: known < failures ->
        atomic {
            known++;
#ifndef NO_RESUME
            resumed = false
#endif
        }
    /* carries a slot */
    :: resumed && sent < tail && nfull(slots[known % PATHS]) ->
        atomic { slots[known % PATHS]!known, sent, ring[sent % CAPACITY]; sent++ }
    /* hears what R has got */
    :: atomic {
        if
        :: words[0]?tag, value
        :: words[1]?tag, value
        fi;
        if
        :: tag > known -> known = tag;
#ifndef NO_RESUME
            resumed = false
#endif
        :: else
        fi;
        if
        :: OLD
        :: else ->
            if
            :: !resumed -> sent = value; resumed = true
            :: else
            fi;
            if
            :: value > head -> head = value
            :: else
            fi
        fi;
        tag = 0; value = 0
       }
    od
}

proctype R() {
    byte known, told, tag, place, value;
    bool owes;
end:
    do
    /* takes what S has published, as long as the link lives for it: the copy is that of the cut */
    :: known == 0 && failures == 0 && got < tail ->
        atomic { assert(ring[got % CAPACITY] == got + 1); got++ }
    :: known < failures ->
        atomic {
            if
            :: known == 0 ->
                got = copied
            :: else
            fi;
            known++;
#ifndef NO_RESTART
            owes = true
#else
            owes = owes || known == 1
#endif
        }
    :: known > 0 && (owes || told != got) && nfull(words[known % PATHS]) ->
        atomic { words[known % PATHS]!known, got; told = got; owes = false }
    :: atomic {
        if
        :: slots[0]?tag, place, value
        :: slots[1]?tag, place, value
        fi;
        if
        :: tag > known -> known = tag; owes = true
        :: else
        fi;
        if
        :: OLD || OTHER
        :: else ->
            assert(value == got + 1);
            got++
        fi;
        tag = 0; place = 0; value = 0
       }
    od
}

/* In the end R has all, whatever has failed. */
proctype End() {
    got == SLOTS
}

init {
    atomic { run Kernel(); run Loss(); run S(); run R(); run End() }
}
