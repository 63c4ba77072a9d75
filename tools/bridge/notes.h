/* Notes between bridges (bridge.h): each a header and its body, whose length is a multiple of 8
 * bytes. Both ends have the same byte order: CUBE_LAYOUT in the greeting tells. */
#ifndef BRIDGE_NOTES_H
#define BRIDGE_NOTES_H

#include <stdint.h>

#include "kernel/parts/part.h"

enum note_kind {
    NOTE_LINK = 1, /* struct note_link: a link's words and slots; to the host of its reader */
    NOTE_WORDS,    /* struct note_words: words of a part; to all */
    NOTE_ORDER,    /* struct note_order, of part 0; to the part's host */
    NOTE_OUTPUT,   /* struct note_output; to host 0, as those that follow unless they say another */
    NOTE_STATUS,   /* struct note_status: a part has ended by itself */
    NOTE_QUIET,    /* struct note_quiet */
    NOTE_RECORDS,  /* struct note_output: a piece of a part's records, after the end */
    NOTE_ASK_END,  /* struct note_end: from a host to the last one */
    NOTE_GRANT_END, /* struct note_end: its answer */
    NOTE_LOOK,      /* no body, from host 0: it wants to know where all nodes are */
    NOTE_END,       /* no body, from host 0: the cube has ended */
    NOTE_GONE,      /* no body: a host has gone away, and it or host 0 has said which */
};

struct note {
    uint32_t kind;  /* enum note_kind */
    uint32_t bytes; /* of the body behind it */
};

/* Counts and words are those of struct cube_window. The slots follow: those of the direct ring that
 * end at direct_tail, the oldest first, and then those of the two routed rings. */
struct note_link {
    uint32_t node, dimension; /* the link's owner */
    uint32_t direct_tail, routed_tail, direct_head, routed_head, barriers, flag;
    uint32_t barrier_tail[2];
    uint64_t barrier_clock[2];
    uint32_t direct_slots, routed_slots;
    uint32_t second_tail, second_head, second_slots, padding;
};

/* Those of struct part_words. `done`, `finished`, `failure` and `state` are for part 0, and 0 where
 * that is near. Behind them is the text of what is done, zero-terminated. */
struct note_words {
    uint32_t part, layout, asker, asked, answered, done, finished, padding;
    uint64_t time, epoch, turn, failure;
    struct stage_state state;
};

struct note_order {
    uint32_t part, number;
    struct stage_state state;
};

struct note_output {
    uint32_t part, bytes; /* no bytes: its end */
    uint8_t data[];
};

struct note_status {
    uint32_t part, status;
};

struct note_quiet {
    uint32_t received, padding; /* notes from host 0 */
};

struct note_end {
    uint32_t host, granted;
};

#endif
