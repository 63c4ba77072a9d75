/* The moment when no node of several hosts is awake: tools/bridge/main.c and shared.c.
 *
 * Each host has one node, which may send to that of another host at any time while it is awake, and
 * else sleeps until something comes. There are MESSAGES messages in all. Bridges carry messages as notes, those
 * between two hosts that are both not the first by way of host 0, and part 0 looks for the end by
 * the words of its own host. What is claimed, for every interleaving: when part 0 finds the end, no
 * node of any host is awake, and nothing is on its way to one (the assertion); and it finds it
 * (spin finds no invalid end state, for then part 0 waits).
 *
 * Memory is that of one host after another here, for what its parts and its bridge store and look
 * at in which order is in bell.pml and agree.pml: a bridge is one of the parts there. So a look at
 * all that is idle on a host but host 0 is one step, and a node that sleeps is woken at once. What
 * agree.pml does not have is host 0's bridge, which says that all far parts are idle when they are
 * not on its host, and notes, which take their time.
 *
 * Variants, each of which spin must refute (tests/model/model):
 *   NO_COUNT      a host tells that it is quiet, and not how many notes it has had by then
 *   NO_LOOK       a host tells without looking at what has rung
 *   TELL_ONCE     a host that has had more notes does not tell again
 *   NO_REST_LOOK  a bridge does not look again after it has said that it rests
 *   TAKEN_FIRST   host 0's bridge takes a doorbell before it says that the far parts are not idle
 *   IDLE_FLAG     part 0 does not see that they were not idle between its two looks
 */
#ifndef HOSTS
#define HOSTS 2
#endif
#ifndef MESSAGES
#define MESSAGES 2
#endif
#define QUIET HOSTS /* a note is the host that it wakes, or this */

/* Notes from host 0 to each other host, and from each of these to host 0. Nobody waits for room. */
chan to_host[HOSTS] = [MESSAGES] of { byte };
chan from_host[HOSTS] = [2 * MESSAGES + 1] of { byte, byte };

/* On each host: whether its node is awake, the messages that it has published and that its bridge
 * has carried, its doorbells for the bridge and those that this has taken, and whether that rests. */
bool awake[HOSTS] = true, rests[HOSTS];
byte published[HOSTS * HOSTS], carried[HOSTS * HOSTS], rung[HOSTS], taken[HOSTS];
byte left = MESSAGES;

/* On host 0: odd if the far parts are idle, and how often its node was woken. */
byte idle, woken;
bool ended;

/* On host 0: the notes that it has written to each host, and what each has told. */
byte written[HOSTS], told[HOSTS];
bool is_told[HOSTS];

inline wake_node(host) {
    atomic {
        awake[host] = true;
        if
        :: host == 0 -> woken++
        :: else
        fi
    }
}

/* net/link.c (publishes) and kernel/sleep.c. */
proctype node(byte me) {
    byte to;
    do
    :: atomic { awake[me] && left > 0 -> left-- };
       if
       :: to = (me + 1) % HOSTS
       :: HOSTS > 2 -> to = (me + 2) % HOSTS
       fi;
       published[me * HOSTS + to]++;
       if
       :: rests[me] -> rung[me]++
       :: !rests[me]
       fi;
       to = 0
    :: awake[me] -> awake[me] = false
    :: ended -> break
    od
}

#ifdef IDLE_FLAG
#define not_idle idle = 0
#else
#define not_idle idle++
#endif

/* main.c: wake */
inline wake() {
    if
    :: me == 0 && idle % 2 == 1 -> not_idle
    :: else
    fi;
    rests[me] = false
}

/* A message for the node of host `to`, at a bridge that is not there. */
inline send_on(to) {
    if
    :: me == 0 -> written[to]++; to_host[to] ! to
    :: me != 0 -> from_host[me] ! to, 0
    fi
}

/* shared.c: shared_take */
inline take() {
    count = rung[me];
    if
    :: count != taken[me] ->
       any = true;
#ifdef TAKEN_FIRST
       taken[me] = count;
#endif
       if
       :: me == 0 && idle % 2 == 1 -> not_idle
       :: else
       fi;
#ifndef TAKEN_FIRST
       taken[me] = count
#endif
    :: else
    fi;
    count = 0
}

/* main.c: carry. The note leaves after the bridge has woken. */
inline carry() {
    atomic {
        to = 0;
        do
        :: to < HOSTS && published[me * HOSTS + to] != carried[me * HOSTS + to] ->
           carried[me * HOSTS + to]++;
           any = true;
           wake();
           send_on(to)
        :: to < HOSTS && published[me * HOSTS + to] == carried[me * HOSTS + to] -> to++
        :: to == HOSTS -> break
        od;
        to = 0
    }
}

/* main.c: receive_all and take_note */
inline receive() {
    atomic {
        if
        :: me == 0 ->
           from = 1;
           do
           :: from < HOSTS && nempty(from_host[from]) ->
              from_host[from] ? to, count;
              any = true;
              if
              :: to == QUIET -> is_told[from] = true; told[from] = count
              :: to == 0 -> wake(); wake_node(0)
              :: to != QUIET && to != 0 ->
                 wake();
                 send_on(to)
              fi
           :: from < HOSTS && empty(from_host[from]) -> from++
           :: from == HOSTS -> break
           od
        :: me != 0 && nempty(to_host[me]) ->
           to_host[me] ? to;
           any = true;
           received++;
           wake();
           wake_node(me)
        :: me != 0 && empty(to_host[me])
        fi;
        to = 0;
        count = 0;
        from = 0
    }
}

#ifdef NO_LOOK
#define is_quiet true
#else
#define is_quiet (!awake[me] && rung[me] == taken[me])
#endif
#ifdef NO_COUNT
#define has_told(host) is_told[host]
#else
#define has_told(host) (is_told[host] && told[host] == written[host])
#endif
#ifdef TELL_ONCE
#define must_tell !told_any
#else
#define must_tell (!told_any || last != received)
#endif

/* main.c: say_quiet */
inline say_quiet() {
    atomic {
        if
        :: me != 0 && must_tell ->
           if
           :: is_quiet -> told_any = true; last = received; from_host[me] ! QUIET, received
           :: !is_quiet
           fi
        :: me == 0 && idle % 2 == 0 ->
           from = 1;
           do
           :: from < HOSTS && has_told(from) -> from++
           :: from < HOSTS && !has_told(from) -> break
           :: from == HOSTS -> idle++; break
           od;
           from = 0
        :: else
        fi
    }
}

#define is_called (rung[me] != taken[me] || (me != 0 && nempty(to_host[me])) || \
                   (me == 0 && (nempty(from_host[1]) || nempty(from_host[HOSTS - 1]))) || \
                   (me != 0 && must_tell && is_quiet))

/* main.c: run */
proctype bridge(byte me) {
    byte count, to, from, received, last;
    bool any, told_any;
    do
    :: ended -> break
    :: !ended ->
       any = false;
       take();
       carry();
       receive();
       if
       :: any -> skip
       :: !any && !rests[me] ->
          rests[me] = true;
#ifdef NO_REST_LOOK
          say_quiet();
          (is_called || ended)
#endif
       :: !any && rests[me] ->
          say_quiet();
          (is_called || ended)
       fi
    od
}

/* kernel/parts/agree.c, with one far part. The own part is idle as often as its node was woken. */
proctype part() {
    byte far, own, bells, to;
    do
    :: !awake[0] && idle % 2 == 1 ->
       atomic { !awake[0] -> own = woken };
       far = idle;
       bells = taken[0];
       if
       :: far % 2 == 1 && bells == rung[0] ->
          if
          :: own == woken ->
             if
             :: far == idle -> break
             :: far != idle
             fi
          :: own != woken
          fi
       :: else
       fi
    od;
    bells = 0;
    do
    :: bells < HOSTS ->
       assert(!awake[bells] && empty(to_host[bells]));
       to = 0;
       do
       :: to < HOSTS ->
          assert(published[bells * HOSTS + to] == carried[bells * HOSTS + to]);
          to++
       :: to == HOSTS -> break
       od;
       bells++
    :: bells == HOSTS -> break
    od;
    ended = true
}

init {
    atomic {
        byte host = 0;
        do
        :: host < HOSTS -> run node(host); run bridge(host); host++
        :: host == HOSTS -> break
        od;
        run part()
    }
}
