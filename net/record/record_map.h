/* Where a program keeps the data of its records (net/record/record.h), for cuberun, which reads the
 * memory of nodes whose programs do not end: it finds `record_map` among the program's symbols
 * (tools/running/early.py). */
#ifndef NET_RECORD_MAP_H
#define NET_RECORD_MAP_H

#include <stdint.h>

/* A member of a structure. */
struct record_member {
    uint32_t offset, bytes;
};

/* The addresses of these are the same in the memory of each process. The members are those of the
 * structures of the same names. */
struct record_map {
    uint64_t node, physical, journal, journal_operations, operation_names;
    uint32_t node_bytes, link_bytes, cleared_bytes, journal_bytes, journal_link_bytes, entry_bytes;
    uint32_t own_operations, operations; /* how many names there are */
    uint32_t text_bytes;
    struct record_member number, dimension, steps, link, cleared; /* struct node */
    struct record_member offset, hop, instruction;                /* its clock */
    struct record_member on, turns, stopped, stop, since; /* struct node_time, in the node */
    struct record_member direct_head, routed_head, barriers, extra_slots, extra_bytes,
        routed_extra_slots, routed_extra_bytes;                            /* struct link */
    struct record_member cleared_direct, cleared_routed, cleared_barriers; /* counts_cleared */
    struct record_member order, places;                                    /* struct physical */
    struct record_member entries, room, count, links, texts, text_count;   /* struct journal */
    struct record_member sending, receiving, waiting;                      /* struct journal_link */
    struct record_member kind, to, operation, step, peer, from, bytes, stamp, time, begun, first,
        call_number, text, back; /* struct journal_entry */
};

extern const struct record_map record_map;

#endif
