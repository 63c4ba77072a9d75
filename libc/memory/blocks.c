#include "libc/memory/blocks.h"

/* The words of `before` lie in the block before this one, which uses them itself while it is taken.
 * A free block has its links where the bytes of a taken one begin. */
struct block {
    size_t before; /* how long the block before is, if it is free */
    uint64_t head; /* how long this one is, two flags, and their seal */
    struct block *next, *previous;
};

enum {
    FREE = 1,        /* this block is free */
    TAKEN = 2,       /* this block is not free */
    BEFORE_FREE = 4, /* the block before is */
    FLAGS = BLOCKS_ALIGNMENT - 1,
    HEADER = offsetof(struct block, next),
    OVERHEAD = sizeof(uint64_t), /* of a taken block: its head */
    LEAST = sizeof(struct block),
    LOOKS = 4, /* blocks of a size's own list that are looked at, for some of them are too short */
    WORD_BITS = 64
};

/* What is behind a block is overrun from its lower end on: so the upper end of a head has the
 * complement of its lower end, which no row of equal bytes has. */
#define SEAL_SHIFT 40
#define CONTENT    (((uint64_t)1 << SEAL_SHIFT) - 1)

static uint64_t sealed(uint64_t content) {
    return content ^ content << SEAL_SHIFT ^ ~CONTENT;
}

static size_t length(const struct block *block) {
    return block->head & CONTENT & ~(uint64_t)FLAGS;
}

/* Whether the head of a block that lies among them is sealed, has exactly this one of FREE and
 * TAKEN, and a length that leaves room for the end of all blocks. */
static bool is_sealed(const struct blocks *blocks, const struct block *block, uint64_t flag) {
    uint64_t head = block->head;
    return head == sealed(head & CONTENT) && (head & (FREE | TAKEN)) == flag &&
           length(block) <= (size_t)(blocks->end - (char *)block) - HEADER;
}

static void *bytes_of(struct block *block) {
    return (char *)block + HEADER;
}

static struct block *behind(struct block *block, size_t bytes) {
    return (struct block *)((char *)block + bytes);
}

static struct block *block_of(void *memory) {
    return (struct block *)((char *)memory - HEADER);
}

static size_t length_for(size_t bytes) {
    size_t whole = (bytes + OVERHEAD + FLAGS) & ~(size_t)FLAGS;
    return whole < LEAST ? LEAST : whole;
}

/* ---- Lists ---- */

/* Lists 0 to 7 have blocks of one length each. From there on, each power of two has as many lists.
 */
static unsigned list_of(size_t bytes) {
    size_t units = bytes / BLOCKS_ALIGNMENT;
    if (units < BLOCKS_FRACTIONS)
        return (unsigned)units;
    unsigned above = 60u - (unsigned)__builtin_clzl(units); /* the power over that of list 8 */
    return BLOCKS_FRACTIONS * above + (unsigned)(units >> above);
}

static inline void insert(struct blocks *blocks, struct block *block) {
    unsigned list = list_of(length(block));
    struct block *next = blocks->list[list];
    block->previous = NULL;
    block->next = next;
    if (next)
        next->previous = block;
    blocks->list[list] = block;
    blocks->some[list / WORD_BITS] |= (uint64_t)1 << list % WORD_BITS;
}

/* Whether a block can lie at an address, which may be anything. */
static bool can_be(const struct blocks *blocks, const struct block *block) {
    return (size_t)((char *)block - blocks->start) <= blocks->span &&
           (uintptr_t)block % BLOCKS_ALIGNMENT == 0;
}

static _Noreturn void report(const struct blocks *blocks, enum blocks_fault fault, void *memory) {
    blocks->broken(fault, memory);
    __builtin_unreachable();
}

static _Noreturn void written_free(const struct blocks *blocks, struct block *block) {
    report(blocks, BLOCKS_WRITTEN_FREE, bytes_of(block));
}

/* Takes a sealed free block out of its list. Links that do not lead back were overwritten. */
static inline void take_out(struct blocks *blocks, struct block *block) {
    struct block *next = block->next, *previous = block->previous;
    if (next) {
        if (!can_be(blocks, next) || next->previous != block)
            written_free(blocks, block);
        next->previous = previous;
    }
    if (previous) {
        if (!can_be(blocks, previous) || previous->next != block)
            written_free(blocks, block);
        previous->next = next;
        return;
    }
    unsigned list = list_of(length(block));
    if (blocks->list[list] != block)
        written_free(blocks, block);
    blocks->list[list] = next;
    if (!next)
        blocks->some[list / WORD_BITS] &= ~((uint64_t)1 << list % WORD_BITS);
}

/* Returns a free block of at least `bytes` bytes, which stays in its list, or null. */
static inline struct block *find(const struct blocks *blocks, size_t bytes) {
    unsigned list = list_of(bytes);
    struct block *block = blocks->list[list], *next;
    for (int looks = LOOKS; block && looks; looks--, block = next) {
        if (length(block) >= bytes)
            return block;
        next = block->next;
        if (next && !can_be(blocks, next))
            written_free(blocks, block);
    }
    list++; /* all blocks of the lists from here on are long enough */
    unsigned word =
        list / WORD_BITS; /* the last list is never asked for: its blocks are too long */
    uint64_t some = blocks->some[word] & ~(uint64_t)0 << list % WORD_BITS;
    while (!some && ++word < BLOCKS_LISTS / WORD_BITS)
        some = blocks->some[word];
    return some ? blocks->list[word * WORD_BITS + (unsigned)__builtin_ctzl(some)] : NULL;
}

/* ---- Blocks ---- */

/* Makes a free block of what nobody has, before `next`, and puts it into its list. */
static inline void make_free(struct blocks *blocks, struct block *block, struct block *next) {
    size_t bytes = (size_t)((char *)next - (char *)block);
    block->head = sealed(bytes | FREE);
    next->before = bytes;
    insert(blocks, block);
}

/* Whether the block before a sealed one is free, from now on. */
static void set_before(struct block *block, bool is_free) {
    uint64_t content = block->head & CONTENT & ~(uint64_t)BEFORE_FREE;
    block->head = sealed(content | (is_free ? BEFORE_FREE : 0));
}

/* Makes a block that is in no list a taken one of `bytes` bytes out of `all`. The rest is free, and
 * the block behind it knows that. */
static inline void cut(struct blocks *blocks, struct block *block, size_t all, size_t bytes) {
    struct block *next = behind(block, all);
    uint64_t flags = TAKEN | (block->head & BEFORE_FREE);
    if (all - bytes >= LEAST) {
        block->head = sealed(bytes | flags);
        make_free(blocks, behind(block, bytes), next);
    } else {
        block->head = sealed(all | flags);
        set_before(next, false);
    }
}

/* Apart from blocks_take, which needs no room on the stack without this. */
static __attribute__((noinline)) void *take_grown(struct blocks *blocks, size_t bytes) {
    return blocks->grow(blocks, bytes) ? blocks_take(blocks, bytes) : NULL;
}

void *blocks_take(struct blocks *blocks, size_t bytes) {
    size_t wanted = length_for(bytes);
    struct block *block = bytes <= BLOCKS_BYTES_MOST ? find(blocks, wanted) : NULL;
    if (!block)
        return take_grown(blocks, bytes);
    if (!is_sealed(blocks, block, FREE))
        written_free(blocks, block);
    take_out(blocks, block);
    cut(blocks, block, length(block), wanted);
    return bytes_of(block);
}

/* Returns the block of what was taken. */
static inline struct block *taken(const struct blocks *blocks, void *memory) {
    struct block *block = block_of(memory);
    if (!can_be(blocks, block))
        report(blocks, BLOCKS_UNKNOWN, memory);
    if (!is_sealed(blocks, block, TAKEN))
        report(blocks, is_sealed(blocks, block, FREE) ? BLOCKS_FREED_BEFORE : BLOCKS_UNKNOWN,
               memory);
    struct block *next = behind(block, length(block));
    if (next->head & BEFORE_FREE || !is_sealed(blocks, next, next->head & FREE ? FREE : TAKEN))
        report(blocks, BLOCKS_OVERRUN, memory);
    return block;
}

void blocks_give(struct blocks *blocks, void *memory) {
    struct block *block = taken(blocks, memory);
    struct block *next = behind(block, length(block));
    uint64_t head = block->head;
    block->head =
        sealed((head & CONTENT) ^ (FREE | TAKEN)); /* also where it will be amidst another */
    if (next->head & FREE) {
        struct block *third = behind(next, length(next));
        take_out(blocks, next);
        next = third;
    } else {
        set_before(next, true);
    }
    if (head & BEFORE_FREE) {
        /* An integer, for what a program has written there may lead out of all memory. */
        struct block *before = (struct block *)((uintptr_t)block - block->before);
        if (!can_be(blocks, before) || before->head != sealed(block->before | FREE))
            written_free(blocks, block);
        take_out(blocks, before);
        block = before;
    }
    make_free(blocks, block, next);
}

void *blocks_take_aligned(struct blocks *blocks, size_t alignment, size_t offset, size_t bytes) {
    size_t more = alignment > BLOCKS_ALIGNMENT ? alignment + LEAST : 0;
    char *memory = blocks_take(blocks, bytes < SIZE_MAX - more ? bytes + more : SIZE_MAX);
    if (!memory || !more)
        return memory;
    size_t wrong = (uintptr_t)(memory + offset) & (alignment - 1);
    if (wrong) {
        size_t before = alignment - wrong; /* becomes a block of its own */
        if (before < LEAST)
            before += (LEAST + alignment - 1) & ~(alignment - 1);
        struct block *first = block_of(memory), *second = behind(first, before);
        second->head = sealed((length(first) - before) | TAKEN);
        first->head = sealed(before | TAKEN | (first->head & BEFORE_FREE));
        blocks_give(blocks, memory);
        memory += before;
    }
    blocks_resize(blocks, memory, bytes);
    return memory;
}

bool blocks_resize(struct blocks *blocks, void *memory, size_t bytes) {
    struct block *block = taken(blocks, memory);
    size_t wanted = length_for(bytes), all = length(block);
    struct block *next = behind(block, all);
    bool joins = next->head & FREE;
    if (joins)
        all += length(next);
    if (wanted > all)
        return false;
    if (joins)
        take_out(blocks, next);
    set_before(behind(block, all), true);
    cut(blocks, block, all, wanted);
    return true;
}

size_t blocks_usable(const struct blocks *blocks, void *memory) {
    return length(taken(blocks, memory)) - OVERHEAD;
}

size_t blocks_free(const struct blocks *blocks) {
    size_t bytes = 0;
    for (unsigned list = 0; list < BLOCKS_LISTS; list++)
        for (const struct block *block = blocks->list[list]; block; block = block->next)
            bytes += length(block) - OVERHEAD;
    return bytes;
}

/* ---- Memory ---- */

/* The end of all blocks is the header of one without bytes, which is never free. */
static struct block *last(const struct blocks *blocks) {
    return (struct block *)(blocks->end - HEADER);
}

void blocks_add(struct blocks *blocks, void *memory, size_t bytes) {
    char *end = (char *)memory + bytes;
    struct block *block;
    if (blocks->end && memory == blocks->end) {
        block = last(blocks); /* it gets bytes, and another one is the end */
    } else {
        uintptr_t skipped = -(uintptr_t)memory & FLAGS;
        block = (struct block *)((char *)memory + skipped);
        block->head = 0;
        if (!blocks->start)
            blocks->start = (char *)block;
    }
    size_t length = (size_t)(end - HEADER - (char *)block) & ~(size_t)FLAGS;
    blocks->end = (char *)block + length + HEADER;
    blocks->span = (size_t)(blocks->end - HEADER - LEAST - blocks->start);
    last(blocks)->head = sealed(TAKEN);
    block->head = sealed(length | TAKEN | (block->head & BEFORE_FREE));
    blocks_give(blocks, bytes_of(block));
}

size_t blocks_missing(struct blocks *blocks, void *memory, size_t bytes) {
    size_t wanted = length_for(bytes), there = 0;
    if (!blocks->end)
        return wanted + BLOCKS_EXTRA;
    struct block *end = last(blocks);
    if (end->head & BEFORE_FREE)
        there = end->before;
    if (memory) {
        struct block *block = taken(blocks, memory);
        if (behind(block, length(block) + there) != end)
            return 0;
        there += length(block);
    }
    return wanted > there ? wanted - there : 0;
}
