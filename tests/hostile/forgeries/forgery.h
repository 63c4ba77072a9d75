/* Shared by the lists of forged messages. */
#ifndef TESTS_HOSTILE_FORGERIES_FORGERY_H
#define TESTS_HOSTILE_FORGERIES_FORGERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/hostile/forge.h"

struct forgery {
    const char *name;
    const char *says; /* the victim; null: it goes on. The hostile node may find the answer wrong */
    struct forged forged;
    int (*run)(void); /* the program of all nodes; null: forgery_meeting */
    void (*meet)(
        void); /* in which the victim does this; null: it waits for messages of all kinds */
    uint32_t dimension, victim, routed, ranks; /* 0: the usual */
    bool survives;                             /* the run survives deaths */
};

struct forgery_list {
    const struct forgery *list;
    size_t count;
};

/* Runs all of them. Prints a line of TAP for each, with the numbers from `first` on. Returns their
 * number, and sets *right to whether all were found. */
int forgeries_run(int first, bool *right);

extern const struct forgery_list forgeries_of_messages, forgeries_of_communicators,
    forgeries_of_files, forgeries_of_windows, forgeries_of_failures;

/* The one that is tried. */
extern const struct forgery *forgery;

/* The tags of the victim's operations when the forged message arrives. */
enum { FORGERY_GO = 4, FORGERY_RECEIVED, FORGERY_MATCHED, FORGERY_ALONE };

/* The numbers by which it knows its sends. Rank 1 is their destination. */
enum { NUMBER_MATCHED = 1, NUMBER_ALONE };

enum { FORGERY_LONG = 20000, FORGERY_SMALL_RING = 256, FORGERY_RING = 4096 /* bytes */ };

extern uint8_t forgery_bytes[FORGERY_LONG]; /* ignored */
extern uint64_t forgery_word;

/* Lets another node go on, and waits until another one has said so. */
void forgery_go(int to);
void forgery_await_go(int from);

/* Returns the victim's neighbour by its last link. */
uint32_t forgery_hostile_node(void);

/* The source of the message, and the victim's operation. */
int forgery_meeting(void);

#define KEY(tag)        ((uint64_t)(uint32_t)(tag) << 32) /* in the context of MPI_COMM_WORLD */
#define FROM(node, ...) DATA(node, 0, __VA_ARGS__)
#define DATA(node, length, ...)                                                                    \
    .forged = {.source = (node),                                                                   \
               .destination = (node) == 0,                                                         \
               .envelope = {__VA_ARGS__},                                                          \
               .bytes = (length)}
#define NOT_ITS_BYTES "unexpected data after the message header"

#endif
