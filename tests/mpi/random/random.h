/* Random MPI programs. Sent data are a function of the action, of the sender's rank and of the
 * element's number, so a receiver computes the expected data without communication. Each buffer is
 * first filled with a mark. Bytes that a message must not touch keep it. */
#ifndef RANDOM_H
#define RANDOM_H

#include "../drawn.h"

enum {
    WORLD_MOST = 64,    /* processes */
    FAMILIES_MOST = 6,  /* communicators at a time */
    ELEMENTS_MOST = 40, /* basic elements of a datatype */
};

/* ---- Communicators (family.c) ---- */

/* Communicators between which the processes of the world are divided. Each process knows its
 * own. */
struct family {
    MPI_Comm comm; /* this process's, or MPI_COMM_NULL */
    int size;
    int rank;
    int world[WORLD_MOST]; /* the rank in MPI_COMM_WORLD, by the rank in comm */
};

/* The communicators that there are. */
struct program {
    struct family families[FAMILIES_MOST];
    int family_count;
};
extern _Thread_local struct program program;

void families_begin(void);
void families_end(void);
/* Makes a family out of another one, in a random way, or frees one. */
void family_action(void);
/* Draws one of the families. Processes that are in none of its communicators treat it as empty. */
const struct family *family_choose(void);

/* ---- Datatypes (type.c) ---- */

/* A datatype, and its expected value, which is computed separately: where each basic element is,
 * and how many bytes it has. */
struct type {
    MPI_Datatype datatype;
    int elements;
    ptrdiff_t at[ELEMENTS_MOST], bytes[ELEMENTS_MOST];
    ptrdiff_t lower, extent; /* the bounds as MPI says */
    ptrdiff_t first, end;    /* the bounds of the bytes */
    bool marked;             /* whether its bounds were set */
    bool derived;            /* whether it was derived, and has to be freed */
};

void type_draw(struct draw *draw, struct type *type);
void type_free(struct type *type);

/* A buffer for `count` elements of a type. */
struct buffer {
    const struct type *type;
    int count;
    unsigned char *memory;
    bool *checked; /* for each byte of the memory */
    size_t bytes;
    void *base; /* the address that MPI is given */
};

void buffer_make(struct buffer *buffer, const struct type *type, int count);
void buffer_free(struct buffer *buffer);

/* Write the elements `from` to `to` - 1 of a process's data in an action, and check that the data
 * are those of that process. Element `from` of the buffer is the sender's element `number`. */
void buffer_fill(struct buffer *buffer, int from, int to, uint64_t action, int sender, int number);
void buffer_check(struct buffer *buffer, int from, int to, uint64_t action, int sender, int number,
                  const char *call);
/* Checks that all bytes that have not been checked still have the mark. */
void buffer_check_rest(const struct buffer *buffer, const char *call);

/* ---- Actions (message.c, collective.c, reduction.c, intercomm.c) ---- */

void message_action(void);
void exchange_action(void);
void collective_action(void);
void reduction_action(void);
void intercomm_action(void);

/* Waits for all requests, in one of the many ways that there are. */
void wait_somehow(struct draw *own, int count, MPI_Request requests[], MPI_Status statuses[]);

/* The forms of a collective operation. RUN is the end of a case of a switch: it calls the operation
 * of `of` in its form. */
enum form { BLOCKING, NONBLOCKING, PERSISTENT, FORMS };
#define RUN(name, nonblocking, ...)                                                                \
    switch (of->form) {                                                                            \
    case BLOCKING:                                                                                 \
        MPI_##name(__VA_ARGS__);                                                                   \
        break;                                                                                     \
    case NONBLOCKING:                                                                              \
        MPI_##nonblocking(__VA_ARGS__, &of->request);                                              \
        break;                                                                                     \
    default:                                                                                       \
        MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, &of->request);                               \
        MPI_Start(&of->request);                                                                   \
        break;                                                                                     \
    }                                                                                              \
    break

#endif
