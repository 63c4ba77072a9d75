/* Memory in blocks of any size. Blocks are taken, given back and joined with their neighbours in a
 * time that does not depend on how many there are: free blocks are in lists by their size, and a
 * bit for each list says whether it has any (Masmano, Ripoll, Crespo, Real: TLSF, a new dynamic
 * memory allocator for real-time systems, ECRTS 2004). The words before and after a block's bytes
 * are sealed, which detects most overruns and double frees. */
#ifndef LIBC_BLOCKS_H
#define LIBC_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BLOCKS_ALIGNMENT =
        16, /* alignment of blocks: max_align_t's (procedure call standard, long double) */
    BLOCKS_FRACTIONS =
        8,              /* lists for each power of two, so a search passes over an eighth at most */
    BLOCKS_LISTS = 256, /* enough for blocks of 2^38 bytes; a heap has 2^36 at most */
    BLOCKS_EXTRA = 48   /* bytes that a piece of memory has to have beyond a block's */
};

/* More than any program gets. */
#define BLOCKS_BYTES_MOST ((size_t)1 << 37)

struct block;
struct blocks;

/* Detected errors. */
enum blocks_fault {
    BLOCKS_FREED_BEFORE, /* double free */
    BLOCKS_UNKNOWN,      /* not an allocated block, or the word before it is overwritten */
    BLOCKS_OVERRUN,      /* the word after it is overwritten */
    BLOCKS_WRITTEN_FREE  /* a free block is overwritten */
};

/* Called on an error of the block at `memory`, where its bytes are. It must not return, because
 * lists and blocks may be corrupt. */
typedef void blocks_report(enum blocks_fault fault, void *memory);

/* Called when no free block has `bytes` bytes, which may be more than BLOCKS_BYTES_MOST. Returns
 * whether blocks_add was called, so that it is worth to look again. */
typedef bool blocks_source(struct blocks *blocks, size_t bytes);

/* All zero but for the two functions: no memory yet. */
struct blocks {
    char *start, *end; /* the addresses between which all blocks lie */
    size_t span;       /* bytes from the start to where the last block can begin */
    blocks_report *broken;
    blocks_source *grow;
    uint64_t some[BLOCKS_LISTS / 64]; /* of each list, whether it has a block */
    struct block *list[BLOCKS_LISTS];
};

/* Adds `bytes` bytes of memory, which stay the caller's but may not be touched any more. If they
 * lie where the last piece ended, blocks reach from the one into the other. Pieces come in the
 * order of their addresses. */
void blocks_add(struct blocks *blocks, void *memory, size_t bytes);

/* Allocates a block of at least `bytes` bytes, uninitialized. Returns null if there is none, and
 * blocks_grow adds none. */
void *blocks_take(struct blocks *blocks, size_t bytes);

/* Does the same, with `offset` bytes from its beginning a multiple of `alignment`, a power of two.
 */
void *blocks_take_aligned(struct blocks *blocks, size_t alignment, size_t offset, size_t bytes);

/* Frees a block. */
void blocks_give(struct blocks *blocks, void *memory);

/* Makes a block that was taken as long as `bytes` asks for, without moving it. Returns whether
 * there was room. */
bool blocks_resize(struct blocks *blocks, void *memory, size_t bytes);

/* Returns how many bytes there are in a block that was taken. */
size_t blocks_usable(const struct blocks *blocks, void *memory);

/* Returns how many bytes there are in all free blocks, in a time that grows with their number. */
size_t blocks_free(const struct blocks *blocks);

/* Returns how many bytes have to be added at the end so that a block of `bytes` bytes can be taken
 * there, or so that the block at `memory`, unless it is null, can grow to them; 0 if that block is
 * not the last one. */
size_t blocks_missing(struct blocks *blocks, void *memory, size_t bytes);

#endif
