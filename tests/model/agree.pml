/* How the parts of a cube find out that no node will ever go on: kernel/parts/agree.c, with
 * kernel/parts/bell.c, kernel/parts/watcher.c and finish_idle of kernel/finish.c.
 *
 * Each part has a node and a watcher; the parts lie in a row. A node that is awake rings for a
 * neighbour or falls asleep, as it likes, and rings RINGS times, all nodes together. (That nodes
 * sleep only when they have nothing to do is the claim of bell.pml.) When part 0 finds all idle, it
 * has each part ask its node what it waits for, once, and the node wakes. When nobody was left to
 * be asked, it ends the cube. What is claimed, for every interleaving: when part 0 finds all idle,
 * and when it ends the cube, no node is awake and no doorbell is on its way; no part parks while
 * its node is awake (the assertions); and the cube does end (spin finds no invalid end state).
 *
 * Ordering: what a watcher stores waits in a queue, and a node's count of doorbells in a place of
 * its own, for as long as they like, behind later accesses. They leave the queue in order, for each
 * is stored with release, or a fence follows. A fence waits until the queue of its core is empty.
 * Loads are made as the program has them, which the acquires are for. Each step reads or changes one
 * thing that others may change or read meanwhile; the rest of it is a part's own.
 *
 * Variants, each of which spin must refute (tests/model/model):
 *   NO_IDLE_FENCE    without part_fence in all_idle
 *   NO_CALL_FENCE    without part_fence in bell_call
 *   NO_RING_FENCE    without part_fence in bell_ring
 *   NO_SECOND_LOOK   idleness is looked at once
 *   COMPARE_FIRST, COMPARE_LAST   doorbells are compared before both looks, or after both
 *   IDLE_FLAG        idleness is not counted
 *   TAKEN_FIRST      a part takes a doorbell, and then says that it is not idle
 *   DONE_FIRST       it says that a stage is done, and then that it is not idle
 *   FOUND_LATE       it says that a stage is done, and then what it has found
 *   NO_CALL          the last part to be idle does not call part 0
 *   NO_IDLE_LOOK     part 0 does not look whether all are idle before it parks
 *   NO_ORDER_LOOK    another does not look for an order before it parks
 *   PARK_ANYHOW      a watcher parks though it has done a stage since it found its part idle
 */
#ifndef PARTS
#define PARTS 2
#endif
#ifndef RINGS
#define RINGS 1
#endif
#ifndef ASK
#define ASK 3 /* the set of parts whose nodes can be asked: the others' programs have ended */
#endif
#define PAIR(part, other) ((part) * PARTS + (other))

/* Shared memory. What a part counts of another, or orders from it, stands at PAIR(part, other). */
byte idle[PARTS], rung[PARTS * PARTS], taken[PARTS * PARTS], ordered[PARTS], done[PARTS];
bool found[PARTS], parked[PARTS];

/* What has been stored, and memory may not hold yet. */
mtype = { IDLE, TAKEN, ORDERED, FOUND, DONE, PARKED };
chan queue[PARTS] = [6] of { mtype, byte, byte };
byte idle_stored[PARTS], rung_stored[PARTS * PARTS], taken_stored[PARTS * PARTS];
bool rung_waits[PARTS];

bool called[PARTS]; /* something is in the pipe of a part */
bool awake[PARTS] = true, asked[PARTS], ended;
byte rings = RINGS;

/* Empties the buffers of a part, whenever it likes. */
proctype memory(byte me) {
    byte i, value;
end:
    do
    :: atomic { queue[me]?IDLE, i, value -> idle[me] = value; i = 0; value = 0 }
    :: atomic { queue[me]?TAKEN, i, value -> taken[PAIR(me, i)] = value; i = 0; value = 0 }
    :: atomic { queue[me]?ORDERED, i, value -> ordered[i] = value; i = 0; value = 0 }
    :: atomic { queue[me]?FOUND, i, value -> found[me] = value; i = 0; value = 0 }
    :: atomic { queue[me]?DONE, i, value -> done[me] = value; i = 0; value = 0 }
    :: atomic { queue[me]?PARKED, i, value -> parked[me] = value; i = 0; value = 0 }
    :: atomic {
           rung_waits[me] ->
           rung_waits[me] = false;
           if :: me > 0 -> rung[PAIR(me, me - 1)] = rung_stored[PAIR(me, me - 1)] :: else fi;
           if
           :: me < PARTS - 1 -> rung[PAIR(me, me + 1)] = rung_stored[PAIR(me, me + 1)]
           :: else
           fi
       }
    od
}

#define store(kind, i, value) queue[me]!kind, i, value
#define fence() empty(queue[me])

/* kernel/parts/bell.c: call. That `parked` is a count there is a concern of bell.pml. */
inline call(part) {
    if :: parked[part] -> called[part] = true :: else fi
}

/* ---- Nodes ---- */

#ifdef NO_RING_FENCE
#define may_go_on true
#else
#define may_go_on (!rung_waits[me])
#endif

/* kernel/parts/bell.c: bell_ring */
inline count_ring(other) {
    rings--;
    rung_stored[PAIR(me, other)] = rung_stored[PAIR(me, other)] + 1;
    rung_waits[me] = true
}

#define may_ring (awake[me] && rings > 0 && !rung_waits[me])

proctype node(byte me) {
end:
    do
    :: atomic { may_ring && me > 0 -> count_ring(me - 1) };
       atomic { may_go_on -> call(me - 1) }
    :: atomic { may_ring && me < PARTS - 1 -> count_ring(me + 1) };
       atomic { may_go_on -> call(me + 1) }
    :: atomic { awake[me] -> awake[me] = false }
    od
}

/* ---- Watchers ---- */

#ifdef IDLE_FLAG
#define idle_next (1 - idle_stored[me])
#else
#define idle_next (idle_stored[me] + 1)
#endif

/* kernel/parts/bell.c: bell_say_idle */
inline say_idle(is_idle) {
    if
    :: idle_stored[me] % 2 != is_idle ->
       idle_stored[me] = idle_next;
       store(IDLE, 0, idle_stored[me])
    :: else
    fi
}

/* kernel/parts/bell.c: bell_take, on one dimension */
inline take_from(other) {
    atomic {
        if
        :: rung[PAIR(other, me)] != taken_stored[PAIR(me, other)] ->
           taken_stored[PAIR(me, other)] = rung[PAIR(other, me)];
           any = true;
           awake[me] = true;
#ifndef TAKEN_FIRST
           say_idle(0);
#endif
           store(TAKEN, other, taken_stored[PAIR(me, other)]);
#ifdef TAKEN_FIRST
           say_idle(0)
#endif
        :: else
        fi
    }
}

/* Leaves in `any` whether there were doorbells. */
inline take() {
    any = false;
    if :: me > 0 -> take_from(me - 1) :: else fi;
    if :: me < PARTS - 1 -> take_from(me + 1) :: else fi
}

/* What a watcher reads of its own part is what it has stored. */
inline look(part) {
    atomic {
        if :: all -> first[part] = idle[part]; all = first[part] % 2 == 1 :: else fi
    }
}

inline look_again(part) {
    atomic {
        if :: all -> all = idle[part] == first[part] :: else fi;
        first[part] = 0
    }
}

#if PARTS == 2
#define all_others(look) look(1 - me)
#else
#define all_others(look) \
    if :: me != 0 -> look(0) :: else fi; \
    if :: me != 1 -> look(1) :: else fi; \
    if :: me != 2 -> look(2) :: else fi
#endif

inline compare_pair(part, other) {
    if
    :: atomic {
           all && part == me -> all = taken_stored[PAIR(part, other)] == rung[PAIR(other, part)]
       }
    :: atomic { all && part != me -> count = taken[PAIR(part, other)] };
       atomic { all = count == rung[PAIR(other, part)]; count = 0 }
    :: !all
    fi
}

/* kernel/parts/agree.c: any_on_its_way */
inline compare() {
    compare_pair(0, 1);
    compare_pair(1, 0);
#if PARTS == 3
    compare_pair(1, 2);
    compare_pair(2, 1)
#endif
}

/* kernel/parts/agree.c: all_idle. Leaves its answer in `all`. */
inline all_idle() {
#ifndef NO_IDLE_FENCE
    fence();
#endif
    all = true;
#ifdef COMPARE_FIRST
    compare();
#endif
    all_others(look);
#if !defined(COMPARE_FIRST) && !defined(COMPARE_LAST)
    compare();
#endif
#ifndef NO_SECOND_LOOK
    all_others(look_again);
#endif
#ifdef COMPARE_LAST
    compare();
#endif
}

/* kernel/parts/bell.c: bell_call */
inline bell_call(part) {
#ifndef NO_CALL_FENCE
    fence();
#endif
    atomic { call(part) }
}

/* kernel/reports/deadlock.c: deadlock_ask. Sets `lines` if the node was asked. */
inline ask(lines) {
    if
    :: !asked[me] -> asked[me] = true; lines = true; awake[me] = true
    :: asked[me]
    fi
}

#define none_rung(part, other) (rung_stored[PAIR(part, other)] == taken_stored[PAIR(other, part)])
#if PARTS == 2
#define none_awake (!awake[0] && !awake[1])
#define none_on_its_way (none_rung(0, 1) && none_rung(1, 0))
#else
#define none_awake (!awake[0] && !awake[1] && !awake[2])
#define none_on_its_way (none_rung(0, 1) && none_rung(1, 0) && none_rung(1, 2) && none_rung(2, 1))
#endif

/* kernel/finish.c: finish_idle; kernel/parts/agree.c: everywhere */
inline finish_idle() {
    assert(none_awake && none_on_its_way);
    all = false;
    ask(all);
    order++;
    i = 1;
    do
    :: i < PARTS ->
       store(ORDERED, i, order);
       bell_call(i);
       done[i] == order;
       all = all || found[i];
       i++
    :: i == PARTS -> break
    od;
    i = 0;
    if
    :: !all -> assert(none_awake && none_on_its_way); ended = true
    :: all -> all = false
    fi
}

#define has_order (me > 0 && ordered[me] != order)

/* kernel/parts/agree.c: obey */
inline obey() {
    atomic { order = ordered[me]; ask(all) };
    atomic {
#ifndef FOUND_LATE
        store(FOUND, 0, all);
#endif
#ifdef DONE_FIRST
        store(DONE, 0, order);
#endif
        if :: awake[me] -> say_idle(0) :: else fi;
#ifndef DONE_FIRST
        store(DONE, 0, order);
#endif
#ifdef FOUND_LATE
        store(FOUND, 0, all);
#endif
        all = false
    }
}

/* kernel/parts/agree.c: agree. Leaves in `any` whether it has done a stage. */
inline agree() {
    if
    :: has_order -> obey(); any = true
    :: !has_order && is_idle ->
       all_idle();
       if
       :: all && me == 0 -> finish_idle(); any = true
#ifndef NO_CALL
       :: all && me > 0 -> bell_call(0)
#endif
       :: else
       fi;
       all = false
    :: !has_order && !is_idle
    fi
}

/* kernel/parts/watcher.c: park */
inline park() {
    store(PARKED, 0, true);
    fence(); /* bell.pml proves the need */
    take();
    if
#ifndef NO_IDLE_LOOK
    :: me == 0 -> all_idle()
#endif
#ifndef NO_ORDER_LOOK
    :: me > 0 -> all = has_order
#endif
    :: else
    fi;
    if
    :: !any && !all ->
       assert(!awake[me]);
       atomic { called[me] || ended -> called[me] = false; store(PARKED, 0, false) }
    :: else -> store(PARKED, 0, false)
    fi;
    all = false
}

#ifdef PARK_ANYHOW
#define may_park is_idle
#else
#define may_park (is_idle && !any)
#endif

/* kernel/parts/watcher.c: watcher_run. How often it looks before it parks is left open. */
proctype watcher(byte me) {
    byte count, i, order, first[PARTS];
    bool any, all, is_idle;
    do
    :: ended -> break
    :: !ended ->
       take();
       atomic { is_idle = !any && !awake[me]; any = false; say_idle(is_idle) };
       agree();
       if
       :: may_park -> park()
       :: true
       fi;
       atomic { is_idle = false; any = false }
    od
}

init {
    atomic {
        asked[0] = !(ASK & 1);
        asked[1] = !(ASK & 2);
        run memory(0); run node(0); run watcher(0);
        run memory(1); run node(1); run watcher(1);
#if PARTS == 3
        asked[2] = !(ASK & 4);
        run memory(2); run node(2); run watcher(2)
#endif
    }
}
