/* The contract between the kernel and a process. Both compile this file, and they share no other.
 *
 * A directed link (node i, dimension d) is one *window* of memory: a control page, and the slots of
 * two rings. Node i maps its window writable, its neighbour i ^ 2^d maps it read-only. It holds
 * everything that node i tells that neighbour: slots published on its outgoing rings (tails), slots
 * consumed of the incoming ones (heads), the number of barriers reached, and whether it sleeps. */
#ifndef CUBE_ABI_H
#define CUBE_ABI_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CUBE_MAX_DIMENSION 13u /* 32 parts (kernel/parts/part.h) of 256 nodes */
#define CUBE_MAX_NODES     (1u << CUBE_MAX_DIMENSION)
#define CUBE_PAGE_BYTES    4096u
#define CUBE_SLOT_BYTES    64u /* one cache line of the cores we run on */
#define CUBE_NOBODY        UINT32_MAX

/* A further bit of the word of CUBE_SYS_WATCH: the kernel looks no more. */
#define CUBE_WATCH_ENDS (UINT32_C(1) << 30)

/* Raise this number with every change of this file that both sides depend on. A program that was
 * built for another number is refused before it touches a link. */
#ifndef CUBE_LAYOUT
#define CUBE_LAYOUT 21u
#endif

/* ---- A piece: a header and its payload in a contiguous run of slots ----
 *
 * A packet (what one link carries in one step, or one routed message) travels as one or more
 * pieces. A piece never wraps round the end of the ring: the sender cuts it there.
 */
struct cube_header {
    uint32_t remaining; /* bytes of the packet from this piece to its end */
    uint32_t bytes; /* bytes of payload in this piece; the packet's last has bytes == remaining */
    uint32_t step;  /* step of the schedule, from 1; 0 outside a schedule */
    uint32_t operation;    /* which call sent it: see CUBE_OPERATION_MASK */
    uint64_t clock;        /* node clock at which its first byte arrives; 0 while it is off */
    uint16_t source;       /* routed channel: the node that sent it */
    uint16_t destination;  /* routed channel: the node that it is for */
    uint32_t acknowledged; /* routed channel: bytes of credit returned to `destination` */
};
static_assert(sizeof(struct cube_header) == 32, "a header is half a slot");

/* The low byte of a header's `operation` is the kind of the call: numbers below
 * CUBE_COLLECTIVE_OPERATIONS are those of net (net/link.h), the others those of collectives
 * (formats/operations.h). The bytes above it tell two calls of one kind apart. */
#define CUBE_OPERATION_MASK        0xffu
#define CUBE_COLLECTIVE_OPERATIONS 16u

/* The operation of the last packet on each link of a node whose program has died
 * (net/faults/failed_program.h). It is never taken. */
#define CUBE_OPERATION_FAILED 15u

struct cube_piece {
    struct cube_header header;
    uint8_t payload[];
};

/* ---- Messages between any two nodes ----
 *
 * Messages from one node to another whose receive has not begun are buffered, up to
 * cube_message_window bytes. Each message costs CUBE_MESSAGE_COST beside its bytes, which bounds
 * the number of empty ones, too. All inboxes of a node together hold a mebibyte. More than 16 KiB
 * for one sender would gain nothing.
 */
#define CUBE_MESSAGE_COST CUBE_SLOT_BYTES

static inline uint32_t cube_message_window(uint32_t dimension) {
    return dimension <= 6 ? 16u << 10 : (1u << 20) >> dimension;
}

/* ---- The window of a directed link ---- */

/* Bits of the word `asleep` of a window. A node that publishes reads the neighbour's word after a
 * fence. CUBE_ASLEEP: it must ring. CUBE_OUTSIDE: the neighbour runs in another emulator, and
 * CUBE_ASLEEP is valid only after a fence that also orders memory between emulators. */
#define CUBE_ASLEEP  1u
#define CUBE_OUTSIDE 2u

struct cube_window {
    /* Written by this window's owner, read by the neighbour. The counts of slots run freely, and
     * are compared by their unsigned difference only. They share one cache line: the reader reads
     * `asleep` after a send, then a tail, so one line is transferred instead of two. */
    _Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t direct_tail; /* slots published, direct channel */
    _Atomic uint32_t routed_tail;                           /* slots published, routed channel */
    _Atomic uint32_t direct_head;      /* slots consumed of the opposite link, direct channel */
    _Atomic uint32_t routed_head;      /* slots consumed of the opposite link, routed channel */
    _Atomic uint32_t asleep;           /* the kernel sets it: see CUBE_ASLEEP */
    _Atomic uint32_t barriers;         /* barriers this node has come to: an empty packet each */
    _Atomic uint32_t barrier_tail[2];  /* direct_tail at each of the last two barriers, by parity */
    _Atomic uint64_t barrier_clock[2]; /* the `clock` of the packet that each of the two is */
    _Alignas(CUBE_SLOT_BYTES) _Atomic uint32_t flag; /* a bare shared word, for measurements */
    /* Of the second routed ring, which links have where others are dead (net/faults/dead.h). */
    _Atomic uint32_t second_tail; /* slots published */
    _Atomic uint32_t second_head; /* slots consumed of the opposite link */
    _Alignas(CUBE_PAGE_BYTES) uint8_t end_of_page[];
};
static_assert(sizeof(struct cube_window) == CUBE_PAGE_BYTES, "the control page is one page");

/* The bytes from a window's address in a process to the address of its slots. In a cube of up to 9
 * dimensions, this gives the control pages of all windows distinct page colours, and their slots
 * the following ones. */
#ifndef CUBE_SLOTS_DISTANCE
#define CUBE_SLOTS_DISTANCE (2u * 9u * CUBE_PAGE_BYTES)
#endif

/* Returns the slots of a window: direct_bytes of the direct ring, then routed_bytes of the routed
 * ring and, where links are dead, routed_bytes of the second routed ring. */
static inline uint8_t *cube_window_slots(const struct cube_window *window) {
    return (uint8_t *)(uintptr_t)window + CUBE_SLOTS_DISTANCE;
}

/* ---- The mapping of logical nodes to physical ones ---- */

/* Returns the physical node on which the logical node `node` is placed: bit k of its number is bit
 * order[k] of the logical one (Hou et al., definition 8). So neighbours stay neighbours. */
static inline uint32_t cube_place(const uint8_t order[], uint32_t dimension, uint32_t node) {
    uint32_t place = 0;
    for (uint32_t k = 0; k < dimension; k++)
        place |= (node >> order[k] & 1) << k;
    return place;
}

/* ---- The node page: read-only, tells a process who it is ---- */
enum cube_page_flags {
    CUBE_PAGE_STATS = 1u << 0,     /* record the meters when the program ends */
    CUBE_PAGE_CLOCK = 1u << 1,     /* the node has a clock (net/clock/clock.h) */
    CUBE_PAGE_ONE_PORT = 1u << 2,  /* one port: one send and one receive at a time */
    CUBE_PAGE_TURNS = 1u << 3,     /* one process runs at a time, from one wait to the next, so its
                                      instructions are counted; a failed look is a system call */
    CUBE_PAGE_PROFILE = 1u << 4,   /* record where time went when the program ends */
    CUBE_PAGE_RECORD = 1u << 5,    /* record the packets that were sent when the program ends */
    CUBE_PAGE_EXPLAIN = 1u << 6,   /* print which algorithms are chosen, and why */
    CUBE_PAGE_FOLDER = 1u << 7,    /* there is a folder for CUBE_SYS_FOLDER */
    CUBE_PAGE_FORWARDS = 1u << 8,  /* the program does not run on this node, which only forwards */
    CUBE_PAGE_SAMPLES = 1u << 9,   /* record which functions the clock's time goes to */
    CUBE_PAGE_GUARDS = 1u << 10,   /* allocations lie between guards (libc/memory/guard.h) */
    CUBE_PAGE_TERMINAL = 1u << 11, /* standard input is a person's terminal; shifted by 1 standard
                                      output, and by 2 standard error */
};

/* Costs on a node clock, in its units. */
struct cube_costs {
    uint32_t start;       /* t_s: start-up of a packet */
    uint32_t hop;         /* t_h: its head over a link */
    uint32_t byte;        /* t_w: a byte over a link */
    uint32_t instruction; /* t_i: an instruction; 0 without CUBE_PAGE_TURNS */
};

/* A link that may fail, given by the node at one of its ends; or a program or a whole node that may
 * fail, given by its number. */
#define CUBE_FAILED_PROGRAM UINT16_MAX
#define CUBE_FAILED_NODE    (UINT16_MAX - 1)
#define CUBE_FAILED_RUN     (UINT16_MAX - 2) /* a node with which the run ends */
struct cube_failed {
    uint16_t node;
    uint16_t dimension; /* for a program or a node: one of these */
};

/* Whether it is a link. */
static inline bool cube_failed_is_link(const struct cube_failed *failed) {
    return failed->dimension < CUBE_MAX_DIMENSION;
}

/* The links of the cube that may fail, and those that have failed (bit i: link[i]). Bits are only
 * added. */
struct cube_failures {
    _Atomic uint32_t set;
    struct cube_failed link[CUBE_MAX_DIMENSION];
};

struct cube_node_page {
    uint32_t layout;       /* CUBE_LAYOUT of the kernel; stays the first word for ever */
    uint32_t node;         /* 0 .. 2^dimension - 1 */
    uint32_t dimension;    /* n: 0 .. CUBE_MAX_DIMENSION */
    uint32_t ranks;        /* the program runs on the first `ranks` nodes that have a live link */
    uint32_t flags;        /* enum cube_page_flags */
    uint32_t spins;        /* failed looks, each passing the turn, before a wait goes to sleep */
    uint32_t direct_bytes; /* size of a direct ring, a power of two */
    uint32_t routed_bytes; /* size of a routed ring, a power of two */
    /* Where the machine finds pages in a direct-mapped table (board/colours.h), each window is
     * mapped twice, `alias` bytes apart, and a copy takes the mapping whose pages do not evict
     * those of the user's buffer. 0: no second mapping. */
    uint64_t alias;
    struct cube_costs costs;
    /* With CUBE_PAGE_TURNS: instructions in the cycle counter that are not the process's own, but
     * of other cores in this node's turns and of the kernel. Written by the kernel. */
    _Atomic uint64_t excess;
    uint64_t outgoing[CUBE_MAX_DIMENSION]; /* address of this node's window on each dimension */
    uint64_t incoming[CUBE_MAX_DIMENSION]; /* address of the neighbour's window to this node */
    uint64_t epoch;       /* nanoseconds from 1970 (UTC) to when CNTVCT_EL0 was 0; 0: unknown */
    uint64_t files;       /* address of the files given to the program: a cpio archive (newc) */
    uint64_t files_bytes; /* its size; 0: no files */
    uint8_t order[CUBE_MAX_DIMENSION]; /* order[k]: the dimension that physical dimension k is for.
                                          All other numbers of nodes and dimensions are logical */
    uint64_t dead;   /* address of the sets of dimensions whose link is dead, 16 bits for each node
                        (net/ways/faults.h); 0: no link is dead. A page of this node's own that is
                        never read stands for its window of a dead link, and one of zeros for the
                        neighbour's; where links may fail, both are memory of its own from the
                        start */
    uint64_t failed; /* address of the struct cube_failures of the cube; 0: no link will fail */
    _Atomic uint64_t fails; /* time by the node's clock when its next link fails, for
                               CUBE_SYS_FAILED; without clocks, of CNTVCT_EL0, which the kernel
                               reads in each wait; UINT64_MAX: never. Written by the kernel */
    uint64_t notes; /* address of CUBE_NOTES_BYTES zero bytes of this node's own, allocated when
                       touched, for its profile and record; 0: neither is wanted */
};
static_assert(sizeof(struct cube_node_page) <= CUBE_PAGE_BYTES, "the node page is one page");

/* The space between the largest heap and the files (kernel/process_memory.h): at least 50 million
 * packets. */
#define CUBE_NOTES_BYTES (UINT64_C(1) << 33)

/* ---- A process's addresses (each region's page colour differs from the others') ---- */
#ifdef CUBE_HOST
extern struct cube_node_page cube_node_page;
#define CUBE_NODE_PAGE_ADDRESS ((uintptr_t)&cube_node_page)
#else
#define CUBE_NODE_PAGE_ADDRESS 0x7f00199000ull /* struct cube_node_page */
#endif

/* ---- System calls: number in x8, arguments in x0 .. x2, result in x0 (>= 0, or a negative errno)
 */
enum cube_system_call {
    CUBE_SYS_FINISH, /* (status 0..255, address of struct cube_unreceived or 0, of struct
                        cube_meters or 0) the program has ended; the process goes on forwarding. Its
                        windows tell how far it has read each direct ring */
    CUBE_SYS_ABORT,  /* (signal 1..127, the node's clock, 0 without one) ends the machine with
                        status 128 + signal. With SIGKILL only the process dies; the machine ends
                        when no other process can continue, or a moment later */
    CUBE_SYS_WRITE,  /* (descriptor 1 or 2, address, bytes); returns bytes written */
    CUBE_SYS_HEAP,   /* (signed bytes) moves the end of the heap; returns the old end, or -ENOMEM */
    CUBE_SYS_WAIT,   /* (address of struct cube_wait) sleeps until one of its words has changed.
                        Returns -EDEADLK, once, on a deadlock: the process can wait again with more
                        details for the report */
    CUBE_SYS_RING, /* (set of dimensions) wakes those neighbours, or lets their next sleep return */
    CUBE_SYS_READ, /* (descriptor 0, address, bytes) reads the console; returns bytes read, 0 at its
                      end, or -EAGAIN if nothing has arrived; nodes other than 0 get 0 */
    CUBE_SYS_RECORD, /* (address, 1 .. CUBE_RECORD_BYTES bytes) sends a record to cuberun, apart
                        from printed output; -EROFS without a reader */
    CUBE_SYS_FOLDER, /* (address of struct cube_request) a request to the folder of cuberun --dir;
                        returns the answer; -EROFS without a folder */
    CUBE_SYS_END,    /* (status 1..255) ends the machine with this status at once. -EINVAL for
                        status 0: success requires CUBE_SYS_FINISH of all programs */
    CUBE_SYS_DETOUR, /* (address of a function, end of a stack, 0 or 1: also in a cube of two nodes)
                        interrupts the process when packets arrive on the routed channel while it
                        computes, and enters the function on that stack, with x0 and x30 = the
                        interrupted address, and x1 = the old x30. -EINVAL if the function is not in
                        the process's text */
    CUBE_SYS_RETURN, /* (0 or 1: enter again soon) ends a detour and restores all registers. If 0,
                        the function is entered again only when more packets have come. -EINVAL
                        outside a detour */
    CUBE_SYS_CALLERS, /* (address, bytes) writes the functions that have called the library, for
                         reports of errors: "exchange (ring.c:12), main (ring.c:40)", not
                         terminated; returns the number of bytes, 0 outside a call of the library */
    CUBE_SYS_RINGS,   /* (address of struct cube_rings) makes each wait watch these rings instead of
                         the routed channel's words of its set. Words of a dead link are never
                         watched. Where links fail during the run, the words of the first routed
                         ring are watched as before, and its part of cube_rings is not. -EINVAL
                         where no link is dead or may fail, or if the process cannot write there */
    CUBE_SYS_FAILED,  /* (the node's clock, or UINT64_MAX) makes the node's links, or the node, fail
                         that are due by then. Returns the set of failed links (struct
                         cube_failures) that this process has to know. Both windows of these links
                         become memory of its own, and CUBE_SYS_WAIT returns -ESTALE while further
                         links have failed. 0 where none will fail */
    CUBE_SYS_WATCH,   /* (addresses of the parts of its clock: 64-bit offset, 64-bit waiting time,
                         32-bit flag "about to be set back") starts sampling: the kernel records now
                         and then where the process is, and its work since the last sample. The
                         clock is the offset + t_i * instructions. -EINVAL without CUBE_PAGE_SAMPLES
                         and CUBE_PAGE_TURNS, or if the process cannot read there */
    CUBE_SYS_SAMPLE,  /* (enum cube_sample, the clock, the time spent) records the callers of this.
                         -EINVAL without CUBE_PAGE_SAMPLES, or for another kind */
    CUBE_SYS_PLACE,   /* (address of an instruction, address, bytes) writes the instruction's place
                         in the source, as CUBE_SYS_CALLERS does; returns the number of bytes, 0 if
                         it does not fit */
    CUBE_SYS_DIED, /* (the node's clock, 0 without one) the program has died, and the others survive
                      it. CUBE_SYS_FINISH follows, with status 0 */
    CUBE_SYS_COUNT
};

/* The unreceived messages in a node's inboxes. The process counts them, including those that it
 * takes out of the routed rings after its program has ended. */
struct cube_messages {
    uint64_t messages;
    uint64_t bytes; /* kept in this record */
};
struct cube_unreceived {
    struct cube_messages all;
    uint64_t again;                       /* bytes sent again because of failed links */
    uint64_t failed[CUBE_MAX_NODES / 64]; /* a bit for each node known to have died: its messages
                                             count as lost, not as unreceived */
    struct cube_messages from[CUBE_MAX_NODES]; /* by sender */
};

/* The meters of a node's incoming links, by physical dimension (struct cube_link_stats). The
 * process goes on counting what it forwards when its program has ended; the kernel reads them when
 * the machine ends. */
struct cube_meter {
    uint64_t packets, bytes;
    uint64_t routed_packets, routed_bytes;
    uint64_t slots;   /* of both rings */
    uint64_t cleared; /* slots that came before the meters were last cleared */
};
struct cube_meters {
    struct cube_meter link[CUBE_MAX_DIMENSION];
};

/* The kind of time of a sample: declared work, a wait for a packet on its way, or a wait for a
 * packet that had not left yet. */
enum cube_sample { CUBE_SAMPLE_WORK, CUBE_SAMPLE_RECEIVING, CUBE_SAMPLE_WAITING, CUBE_SAMPLES };

/* Room for the longest text that CUBE_SYS_CALLERS writes and, behind it, a zero. */
#define CUBE_CALLERS_BYTES 400u

/* The longest record: the meters of a node of the largest cube are one. */
#define CUBE_RECORD_BYTES 4096u

/* A request to the folder of cuberun --dir. The kernel passes on the request and its answer;
 * formats/folder.h lists the requests. */
struct cube_request {
    uint32_t operation;
    int64_t descriptor;
    int64_t argument[2];
    uint64_t send, send_bytes; /* address and size of the data sent */
    uint64_t room, room_bytes; /* address and size of the buffer for the answer */
};

/* The most bytes of a request's data, and of an answer's; else -EINVAL. */
#define CUBE_REQUEST_BYTES 32768u

/* Words of the neighbours' windows that a wait can watch. */
enum cube_word {
    CUBE_WORD_DIRECT_TAIL, /* something arrived on the direct channel */
    CUBE_WORD_DIRECT_HEAD, /* room was made on our outgoing direct ring */
    CUBE_WORD_ROUTED_HEAD, /* room was made on our outgoing routed ring */
    CUBE_WORD_BARRIERS,    /* the neighbour has come to a barrier */
    CUBE_WORD_ROUTED_TAIL, /* something arrived on the routed channel */
    CUBE_WORDS
};
static_assert(CUBE_MAX_DIMENSION <= 16, "struct cube_wait has sets of dimensions");

/* A detail of a wait in the report of a deadlock, printed in brackets after the operation: a name,
 * then a word or a number. A wait without an operation is named by its first detail. The texts lie
 * in the process's memory, and are read only for the report. */
struct cube_detail {
    uint64_t name; /* address of a terminated text; 0: the end of the details */
    uint64_t word; /* address of such a text; 0: the number is printed instead */
    int64_t number;
};
#define CUBE_DETAILS 6u /* the most that are read */

struct cube_wait {
    uint64_t deadline;   /* value of CNTVCT_EL0 at which to give up with -ETIMEDOUT; 0: never */
    char operation[16];  /* for the deadlock report: the operation, zero-padded ("recv", "aspc") */
    uint32_t peer;       /* for the report: the node waited for, or CUBE_NOBODY */
    uint32_t step;       /* for the report: step of the schedule, 0 if none */
    uint64_t details;    /* for the report: the address of several struct cube_detail, or 0 */
    uint32_t for_credit; /* for the report: 1 if only a receive at the peer lets it go on, else 0 */
    uint16_t words[CUBE_WORDS]; /* by enum cube_word: the dimensions on which to watch it */
    uint32_t seen[CUBE_WORDS][CUBE_MAX_DIMENSION]; /* and the values already seen */
};

/* Returns the first four sets of a wait, 16 bits each: all but that of CUBE_WORD_ROUTED_TAIL. */
static inline uint64_t cube_wait_words(const struct cube_wait *wait) {
    const uint16_t *words = wait->words;
    static_assert(CUBE_WORD_ROUTED_TAIL == 4 && CUBE_WORDS == 5, "these are all");
    return words[0] | (uint32_t)words[1] << 16 | (uint64_t)words[2] << 32 |
           (uint64_t)words[3] << 48; /* compilers make that one load */
}

/* Returns the set of dimensions on which a wait watches any word. */
static inline uint32_t cube_wait_dimensions(const struct cube_wait *wait) {
    uint64_t words = cube_wait_words(wait), halves = words | words >> 32;
    return (uint16_t)(halves | halves >> 16 | wait->words[CUBE_WORD_ROUTED_TAIL]);
}

/* Whether a word that node `node` watches has changed. window(i, d) returns the window of node i on
 * dimension d. */
static inline bool cube_wait_may_end(const struct cube_wait *wait, uint32_t node,
                                     struct cube_window *window(uint32_t node,
                                                                uint32_t dimension)) {
    static const uint8_t place[CUBE_WORDS] = {
        [CUBE_WORD_DIRECT_TAIL] = offsetof(struct cube_window, direct_tail),
        [CUBE_WORD_DIRECT_HEAD] = offsetof(struct cube_window, direct_head),
        [CUBE_WORD_ROUTED_HEAD] = offsetof(struct cube_window, routed_head),
        [CUBE_WORD_BARRIERS] = offsetof(struct cube_window, barriers),
        [CUBE_WORD_ROUTED_TAIL] = offsetof(struct cube_window, routed_tail),
    };
    uint64_t set = cube_wait_words(wait);
    for (uint32_t word = 0; word < CUBE_WORDS;
         word += CUBE_WORD_ROUTED_TAIL, set = wait->words[CUBE_WORD_ROUTED_TAIL])
        for (; set; set &= set - 1) {
            uint32_t bit = (uint32_t)__builtin_ctzll(set), d = bit % 16, which = word + bit / 16;
            const _Atomic uint32_t *now =
                (const _Atomic uint32_t *)((uintptr_t)window(node ^ 1u << d, d) + place[which]);
            if (atomic_load_explicit(now, memory_order_relaxed) != wait->seen[which][d])
                return true;
        }
    return false;
}

/* The last values that a process saw of the routed rings where links are dead, by ring and
 * dimension. */
#define CUBE_RINGS 2u
struct cube_rings {
    uint32_t tail[CUBE_RINGS][CUBE_MAX_DIMENSION]; /* arrived */
    uint32_t head[CUBE_RINGS][CUBE_MAX_DIMENSION]; /* consumed of our outgoing rings */
    uint32_t full[CUBE_RINGS]; /* dimensions whose outgoing ring must get room */
};

#endif
