"""The protocols whose order of accesses is looked for in compiled code (tests/litmus/litmus).

A thread is what is executed, and its accesses in order:

    IMAGE [FUNCTION...] [> FUNCTION...][; ...]      kernel, raspi3b or program; the functions behind > are those that
                                                    calls lead into, with * by a pointer; without a name: each that
                                                    makes the last access itself
    KIND[.w] [NAME@]VARIABLE[=OLD->NEW] [| PLACE...]  load, store or update (or two with a comma), '.w' by a register of
                                                    32 bits, by an instruction of a place: FUNCTION, or FUNCTION:TEXT
                                                    of its lines with a text; a system register is a place, too

An access without a place is made by others: a plain load or store, or a branch on what was loaded. Variables are 0 at
the beginning, and a store writes 1."""

import collections

Protocol = collections.namedtuple("Protocol", "name threads forbidden initial options without")
Thread = collections.namedtuple("Thread", "parts steps strict")
Part = collections.namedtuple("Part", "image names through")
Step = collections.namedtuple("Step", "kinds narrow name variable values places")


def step(text):
    """An access."""
    head, *places = (word.strip() for word in text.split(" | "))
    kind, variable = head.split(" ", 1)
    variable, _, values = variable.partition("=")
    name, _, shared = variable.partition("@")
    old, _, new = values.partition("->")
    kinds, _, narrow = kind.partition(".")
    return Step(tuple(kinds.split(",")), bool(narrow), name, shared or name, (old or "0", new or "1"), tuple(places))


def thread(parts, *steps, strict=None):
    """A thread. strict: within a function, each first access comes before a last
    one (`first`), or each last one behind a first one (`last`): a compiler that changes their order is found."""
    found = []
    for part in parts.split("; "):
        head, _, through = part.partition(" > ")
        image, *names = head.split()
        found.append(Part(image, names, through.split()))
    return Thread(found, [step(text) for text in steps], strict)


def protocol(name, *threads, forbidden, initial="", options=(), without=()):
    """A protocol: threads must never end so that they have read these values. without: what a twin lacks, as a number
    of a thread and a pattern of its fences; else all order of a thread."""
    return Protocol(name, threads, forbidden, initial, options, without)


WRITES = "store slots | copy_in | hop_write | hop_put_ring:header"
READS = "load slots | foreign_words | copy_out"
PUBLISH = "store.w tail | ring_produce:atomic_store"
TAIL = "load.w tail | ring_has:atomic_load | ring_tail:atomic_load"
SLEEPS = thread("kernel sleep_wait > say_asleep links_fence part_fence sleep_may_end",
                "store.w asleep | say_asleep:atomic_store", "load.w word | cube_wait_may_end:atomic_load")
COMES = "store.w barriers | exchange_saying:window->barriers"
COUNTS = "store.w tail | exchange_saying:barrier_tail"
RINGS = "store.w rung | bell_ring:rung[outside]"
RUNG = "load.w rung | bell_take:neighbour->rung"
CALLS = "load.w parked | call:atomic_load"
PARKS = "store.w parked | bell_park:part_add_one"
UNSEEN = r"0:word=0 /\ 1:asleep=0"

PROTOCOLS = (
    # What is in the slots of a ring comes before its tail, and is read before the head that gives them back.
    protocol("publish", thread("program", WRITES, PUBLISH, strict="first"),
             thread("program", TAIL, READS, strict="last"),
             forbidden=r"1:tail=1 /\ 1:slots=0"),
    protocol("reuse", thread("program", READS, "store.w head | ring_release:atomic_store"),
             thread("program > ring_room", "load.w head | read_head:atomic_load", WRITES),
             forbidden=r"0:slots=1 /\ 1:head=1"),
    protocol("barrier", thread("program", COUNTS, COMES, strict="first"),
             thread("program", "load.w barriers | has_come:atomic_load", "load.w tail | has_taken_all", strict="last"),
             forbidden=r"1:barriers=1 /\ 1:tail=0"),
    # Of a node that falls asleep and one that has something for it, one sees the other.
    protocol("sleep", SLEEPS,
             thread("program", "store.w word | ring_produce:atomic_store | ring_release:atomic_store | "
                    "exchange_saying:window->barriers", "load.w asleep | node_asleep:atomic_load"),
             forbidden=UNSEEN),
    *(protocol(f"sleep-{name}", SLEEPS, thread(f"program {name}", "store word", f"load.w asleep | {name}:atomic_load"),
               forbidden=UNSEEN) for name in ("node_ring_outside", "second_ring_wake", "wake")),
    # A node counts as awake before it is; so that it can take itself off the count.
    protocol("awake", thread("kernel sleep_ring", "update.w count | sleep_ring:fetch_add",
                             "update.w state=1->0 | sleep_ring:&expected, SLEEP_AWAKE"),
             thread("kernel sleep_wait; kernel sleep_wait",
                    "load,update.w state=1->0 | sleep_for_ever:SLEEP_ASLEEP | stay_awake:&asleep",
                    "update.w count | sleep_for_ever:fetch_sub | stay_awake:fetch_sub"),
             forbidden=r"0:state=1 /\ 1:state=0 /\ 1:count=0", initial="state=1;"),
    # What a core has written is there for whom its doorbell wakes.
    *(protocol(f"doorbell-{kernel}",
               thread(f"{kernel} {signal}", "store word", "store bell | icc_sgi1r_el1 | mmio_write"),
               thread(f"{kernel} {acknowledge}", "load bell | icc_iar1_el1 | mmio_read", "load word"),
               forbidden=r"1:bell=1 /\ 1:word=0")
      for kernel, signal, acknowledge in (("kernel", "signal", "acknowledge"),
                                          ("raspi3b", "interrupts_signal", "interrupts_acknowledge"))),
    # Between parts: doorbells, parking, orders and phases; and one alone ends the cube.
    protocol("bell", thread("kernel bell_ring", "store.w bell | bell_ring:bell[outside]", RINGS),
             thread("kernel bell_take > wake_rung", RUNG, "load.w bell | wake_rung:atomic_load"),
             forbidden=r"1:rung=1 /\ 1:bell=0"),
    protocol("park", thread("kernel bell_ring > call part_fence", RINGS, CALLS),
             thread("kernel bell_park > part_fence *is_called bell_take", PARKS, RUNG),
             forbidden=r"0:parked=0 /\ 1:rung=0"),
    protocol("call", thread("kernel bell_call bell_call_all > call part_fence", "store order", CALLS),
             thread("kernel bell_park > part_fence *is_called agree_has_order has_order ordered", PARKS,
                    "load.w order | ordered:atomic_load"),
             forbidden=r"0:parked=0 /\ 1:order=0"),
    protocol("idle", *(thread("kernel watcher_run > bell_say_idle agree all_idle idle_of part_fence",
                              f"store.w {own} | bell_say_idle:part_add_one", f"load.w {other} | idle_of:atomic_load")
                       for own, other in ("ab", "ba")),
             forbidden=r"0:b=0 /\ 1:a=0"),
    protocol("order", thread("kernel agree_everywhere > memcpy", "store state | agree_everywhere:self->state",
                             "store.w order | agree_everywhere:atomic_store"),
             thread("kernel agree > obey ordered memcpy", "load.w order | ordered:atomic_load",
                    "load state | obey:self->state = part"),
             forbidden=r"1:order=1 /\ 1:state=0"),
    protocol("phase",
             thread("kernel phase_meet", "store end | phase_meet:own->end", "store met | phase_meet:atomic_store"),
             thread("kernel phase_meet", "load met | all_here:atomic_load", "load end | phase_meet:other->"),
             forbidden=r"1:met=1 /\ 1:end=0"),
    protocol("end", *(thread("kernel part_take_end > part_fence", f"store.w {own} | part_take_end:END_WANTED",
                             f"load.w {other} | end_of:atomic_load") for own, other in ("ab", "ba")),
             forbidden=r"0:b=0 /\ 1:a=0"),
    # An interrupt shows the kernel a tail; the process that leaves for it finds the slots.
    protocol("detour", thread("program", WRITES, PUBLISH),
             thread("kernel detour_interrupt > has_news; program route_detour",
                    "load.w news@tail | has_news:routed_tail", TAIL, READS),
             forbidden=r"1:news=1 /\ (1:tail=0 \/ 1:slots=0)"),
    # The copy of a window, which takes its place when a link fails, publishes nothing that is not in it.
    protocol("copied-slots", thread("program", WRITES, PUBLISH),
             thread("kernel copy_window > memcpy", "load tail | copy_window:memcpy(to",
                    "load slots | copy_window:memcpy((uint8"),
             forbidden=r"1:tail=1 /\ 1:slots=0"),
    protocol("copied-barrier", thread("program", COUNTS, COMES),
             thread("kernel copy_window > memcpy", "load.w barriers | copy_window:from->barriers",
                    "load tail | copy_window:memcpy(to"),
             forbidden=r"1:barriers=1 /\ 1:tail=0"),
    protocol("lock",
             thread("kernel take_spare", "store list | take_spare:window->next", "store lock=0->0 | lock_release"),
             thread("kernel take_spare", "update lock=0->1 | lock_take", "load list | take_spare:= spares"),
             forbidden=r"1:lock=0 /\ 1:list=0", initial="lock=1;"),
    # A core that starts finds its node: the firmware lets it go when it finds its word.
    protocol("start", thread("kernel node_map_stack; kernel firmware_start_core",
                             "store node | node_map_stack:stack_top", "store release | hvc | smc"),
             thread("kernel secondary_entry; kernel secondary_translated", "load release", "branch release",
                    "load node | secondary_translated:STACK_TOP"),
             forbidden=r"1:release=1 /\ 1:node=0"),
    # A window that takes the place of another: from its pages on, nobody reads the old ones, or none.
    protocol("unmap", thread("kernel replace_window > table_unmap_pages windows_map map_window_at table_map_pages",
                             "store old@PTE(x)=0->(oa:PA(x),valid:0) | table_unmap_pages:*entry = 0",
                             "store new@PTE(x)=0->(oa:PA(y)) | table_map_pages:*entry =", "load x=7->0"),
             forbidden=r"0:x=0 \/ 0:x=7", initial="int x=0; int y=1;", options=("-variant", "vmsa"),
             without=[(0, "tlbi"), (0, "dsb nsh"), (0, "dsb ishst")]),
    protocol("map", thread("kernel table_map_pages", "store new@PTE(x)=0->(oa:PA(y)) | table_map_pages:*entry =",
                           "load x=7->0"),
             forbidden=r"0:x=7", initial="int x=0; int y=1; [PTE(x)]=(oa:PA(x),valid:0);",
             options=("-variant", "vmsa")),
)
