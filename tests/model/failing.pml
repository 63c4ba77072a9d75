/* A link that fails, and others after it: kernel/faults/failed.c, net/faults/failed.c and net/faults/failed_link.c.
 *
 * Node S sends SLOTS slots to its neighbour R through a ring of CAPACITY. At first R reads what S
 * publishes. Then the link fails, which is the first bit of a set, and other links do, before or
 * after it. Either end is cut when it learns of it: R has what S had published by then in its copy,
 * and nothing that S publishes later, and S what R had given back. From now on messages carry slots,
 * and what R has got and given back. Further failures make them take other paths, and whatever is on
 * its way may get lost, or arrive late. Both learn of each failure at any later moment, in any order,
 * or from a message whose tag, the set that its sender knew of, has more.
 *
 * What is claimed, for every interleaving: R gets each slot once, in order, as S has written it
 * (the assertions), and in the end it has all (spin finds no invalid end state).
 *
 * Variants, of which tests/model/model says what becomes:
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
#define OLD (tag != known)
#endif
#ifdef NO_INDEX
#define OTHER false
#else
#define OTHER (place != got)
#endif
#define ROOM 4

#define LINK 1 /* the failure of the link itself */
#define ALL ((1 << FAILURES) - 1)
#define PATH ((known >> 1 ^ known >> 2) % PATHS)

byte failures;  /* the set that the kernel has */
byte tail;      /* of S's ring */
byte published; /* the tail in the window that R reads until it is cut */
byte given;     /* what R has given back in that which S reads */
byte ring[CAPACITY];

/* On each path: tag and slot's place and value; tag and what R has got. */
chan slots[PATHS] = [ROOM] of { byte, byte, byte };
chan words[PATHS] = [ROOM] of { byte, byte };

byte got;  /* by R; it gives back at once */
byte head; /* as S knows it */

/* Links fail. */
proctype Kernel() {
    byte i;
    do
    :: failures != ALL ->
        atomic {
            select (i : 0 .. FAILURES - 1);
            failures = failures | 1 << i;
            i = 0
        }
    :: failures == ALL -> break
    od
}

/* Someone learns of a failure. */
inline learn() {
    if
    :: !(known & 1) && failures & 1 -> known = known | 1
    :: !(known & 2) && failures & 2 -> known = known | 2
    :: !(known & 4) && failures & 4 -> known = known | 4
    fi
}

/* What is on its way, and knows less than the kernel, may get lost. */
proctype Loss() {
    byte tag, place, value, path;
end:
    do
    :: atomic { slots[0]?[tag, place, value] -> slots[0]?<tag, place, value>;
                if :: tag != failures -> slots[0]?tag, place, value :: else fi }
    :: atomic { slots[1]?[tag, place, value] -> slots[1]?<tag, place, value>;
                if :: tag != failures -> slots[1]?tag, place, value :: else fi }
    :: atomic { words[0]?[tag, value] -> words[0]?<tag, value>;
                if :: tag != failures -> words[0]?tag, value :: else fi }
    :: atomic { words[1]?[tag, value] -> words[1]?<tag, value>;
                if :: tag != failures -> words[1]?tag, value :: else fi }
    od
}

/* R's window is cut if it has just learned that the link has failed: its copy has what was published
 * by then. */
inline cut() {
    if
    :: known & LINK && !(before & LINK) -> got = published
    :: else
    fi
}

proctype S() {
    byte known, sent, tag, value, path;
    bool resumed;
end:
    do
    /* writes a slot */
    :: tail < SLOTS && tail - head < CAPACITY ->
        d_step {
            ring[tail % CAPACITY] = tail + 1;
            tail++;
            if
            :: !(known & LINK) -> published = tail
            :: else
            fi
        }
    /* sees what R has given back, as long as the link lives for it */
    :: !(known & LINK) && head != given -> head = given
    :: known != failures ->
        atomic {
            learn();
#ifndef NO_RESUME
            resumed = false
#endif
        }
    /* carries a slot */
    :: resumed && sent < tail && nfull(slots[PATH]) ->
        atomic { slots[PATH]!known, sent, ring[sent % CAPACITY]; sent++ }
    /* hears what R has got */
    :: atomic {
        if
        :: words[0]?tag, value
        :: words[1]?tag, value
        fi;
        if
        :: (tag | known) != known -> known = tag | known;
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
    byte known, before, told, tag, place, value;
    bool owes;
end:
    do
    /* takes what S has published */
    :: !(known & LINK) && got < published ->
        atomic { assert(ring[got % CAPACITY] == got + 1); got++; given = got }
    :: known != failures ->
        atomic {
            before = known;
            learn();
            cut();
#ifndef NO_RESTART
            owes = true;
#else
            owes = owes || !(before & LINK);
#endif
            before = 0
        }
    :: known & LINK && (owes || told != got) && nfull(words[PATH]) ->
        atomic { words[PATH]!known, got; told = got; owes = false }
    :: atomic {
        if
        :: slots[0]?tag, place, value
        :: slots[1]?tag, place, value
        fi;
        if
        :: (tag | known) != known ->
            before = known; known = tag | known; cut(); before = 0; owes = true
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
