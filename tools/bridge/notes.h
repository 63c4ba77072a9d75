/* Notes between bridges (bridge.h): each a header and its body, whose length is a multiple of 8
 * bytes. Both ends have the same byte order: CUBE_LAYOUT in the greeting tells. */
#ifndef BRIDGE_NOTES_H
#define BRIDGE_NOTES_H

#include <stdint.h>

#include "kernel/parts/part.h"

enum note_kind {
    NOTE_LINK = 1,  /* struct note_link: a link's words and slots; to the host of its reader */
    NOTE_MEETING,   /* struct note_meeting: how parts begin together; to all */
    NOTE_TURN,      /* struct note_turn, to all */
    NOTE_ORDER,     /* struct note_order, of part 0; to the part's host */
    NOTE_DONE,      /* struct note_done; to host 0, as those that follow unless they say another */
    NOTE_FINISHED,  /* struct note_finished */
    NOTE_OUTPUT,    /* struct note_output */
    NOTE_STATUS,    /* struct note_status: a part has ended by itself */
    NOTE_QUIET,     /* struct note_quiet */
    NOTE_RECORDS,   /* struct note_output: a piece of a part's records, after the end */
    NOTE_ASK_END,   /* struct note_end: from a host to the last one */
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

struct note_meeting {
    uint32_t part, layout, asker, asked, answered, padding;
    uint64_t time, epoch;
};

struct note_turn {
    uint32_t part, padding;
    uint64_t turn;
};

struct note_order {
    uint32_t part, number;
    struct stage_state state;
};

struct note_done {
    uint32_t part, number;
    struct stage_state state;
    char text[]; /* zero-terminated */
};

struct note_finished {
    uint32_t part, padding;
    uint64_t failure;
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
