#include "mpi/collective/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/basic.h"
#include "mpi/message/answer.h"
#include "mpi/object/error.h"
#include "net/link.h"
#include "net/node.h"

void record_call(const struct collective_call *call) {
    const struct blocks *blocks = collective_described(call);
    bool is_unequal = call->operation->unequal || blocks->counts;
    int count = is_unequal ? -1 : (int)blocks->count;
    record_begin(call->comm, call->operation->number, count, blocks->types ? NULL : blocks->type,
                 call->op, call->root);
}

/* ---- Words ---- */

/* What is told of a call beside its function: as many words as there are, then empty ones. */
enum { WORDS = 3 };
struct words {
    char root[24], elements[48];
    const char *word[WORDS];
};

static void find_words(const struct comm_call *call, struct words *words) {
    const char **word = words->word;
    char name[MPI_MAX_OBJECT_NAME];
    int number = basic_number(call->type);
    word[0] = word[1] = word[2] = "";
    if (signature_is_rooted(call->operation)) {
        snprintf(words->root, sizeof words->root, "root %d", call->root);
        *word++ = words->root;
    }
    if (call->type && call->count >= 0) {
        snprintf(words->elements, sizeof words->elements, "%d of %s", call->count,
                 number >= 0 ? basic_name(number, name) : "a derived datatype");
        *word++ = words->elements;
    }
    if (signature_combines(call->operation))
        *word = signature_op(call->op);
}

void record_tell(const struct comm_call *call, char text[RECORD_TEXT]) {
    struct words words;
    find_words(call, &words);
    const char *const *word = words.word;
    snprintf(text, RECORD_TEXT, "%s(%s%s%s%s%s)", signature_function(call->operation), word[0],
             word[1][0] != 0 ? ", " : "", word[1], word[2][0] != 0 ? ", " : "", word[2]);
}

/* ---- Deadlocks ---- */

/* The texts of a report, which have to stay as they are until the machine ends. */
static NODE_LOCAL struct told {
    struct words words;
    char comm[MPI_MAX_OBJECT_NAME], last[RECORD_TEXT];
} * told;

/* Looks for the greatest number among the calls, because some operations of the library's own take
 * numbers, too, and are not recorded. */
const struct comm_call *record_last(MPI_Comm comm) {
    const struct comm_call *last = NULL;
    for (int k = 0; k < COMM_CALLS; k++) {
        const struct comm_call *call = &comm->calls[k];
        if (call->operation != OPERATION_NONE && (!last || call->number > last->number))
            last = call;
    }
    return last;
}

static void append(struct cube_detail *detail, const char *name, const char *word) {
    while (detail->name != 0)
        detail++;
    *detail = (struct cube_detail){.name = (uintptr_t)name, .word = (uintptr_t)word};
}

static void append_call(struct cube_detail *detail, const struct comm_call *call) {
    find_words(call, &told->words);
    for (int k = 0; k < WORDS && told->words.word[k][0] != 0; k++)
        append(detail, told->words.word[k], "");
}

/* Describes the call that is under way or, in MPI_Finalize, the last call of the process. Returns
 * whether there is one. */
static bool describe(const char *operation, struct cube_detail detail[CUBE_DETAILS]) {
    for (MPI_Comm comm = comm_after(NULL); comm; comm = comm_after(comm)) {
        const struct comm_call *call = record_last(comm);
        if (comm->calling == OPERATION_NONE || !call)
            continue;
        append(detail, signature_function(call->operation), "");
        detail->number = call->number;
        append_call(detail, call);
        append(detail, "comm ", comm_called(comm->context, told->comm));
        return true;
    }
    const struct comm_call *last = record_last(&comm_world);
    if (strcmp(operation, "MPI_Finalize") != 0 || !last)
        return false;
    append(detail, operation, "");
    snprintf(told->last, sizeof told->last, "after %s", signature_function(last->operation));
    append(detail, told->last, "");
    append_call(detail, last);
    return true;
}

void record_start(void) {
    if (!told)
        told = malloc(sizeof *told);
    if (told)
        wait_describe = describe;
}

void record_stop(void) {
    wait_describe = NULL;
    free(told);
    told = NULL;
}

/* ---- Other processes ---- */

bool record_differ(const struct comm_call *one, const struct comm_call *other, bool in_elements) {
    if (one->number != other->number || other->operation == OPERATION_NONE)
        return false;
    if (one->operation != other->operation)
        return true;
    if (signature_is_rooted(one->operation) && one->root != other->root)
        return true;
    if (signature_combines(one->operation) &&
        strcmp(signature_op(one->op), signature_op(other->op)) != 0)
        return true;
    return in_elements &&
           (one->count != other->count || basic_number(one->type) != basic_number(other->type));
}

enum { PAIR_TEXT = 2 * RECORD_TEXT + MPI_MAX_OBJECT_NAME + 96 };

/* Writes two calls that do not match: that of the process on node `world`, and this process's. */
static void tell_pair(MPI_Comm comm, int world, const struct comm_call *theirs,
                      const struct comm_call *own, char text[PAIR_TEXT]) {
    char own_text[RECORD_TEXT], their_text[RECORD_TEXT], name[MPI_MAX_OBJECT_NAME];
    record_tell(own, own_text);
    record_tell(theirs, their_text);
    snprintf(text, PAIR_TEXT, RECORD_PAIR, comm_world_rank(world), their_text, own_text,
             comm_called(comm->context, name));
}

int record_raise(MPI_Comm comm, const char *function, int code, int world,
                 const struct comm_call *theirs) {
    char text[PAIR_TEXT];
    tell_pair(comm, world, theirs, record_last(comm), text);
    return error_raise(comm, function, code, "%s", text);
}

int record_find_other(MPI_Comm comm, struct comm_call *theirs) {
    const struct comm_call *own = record_last(comm);
    for (int pass = 0; own && pass < 2; pass++)
        for (int rank = 0; rank < comm->local->size; rank++) {
            if (rank == comm->rank)
                continue;
            *theirs = called_ask(comm->local->world[rank], comm->context, own->number);
            if (record_differ(own, theirs, pass == 1))
                return comm->local->world[rank];
        }
    return -1;
}

/* Compares the calls that are known of this process and another one, and reports the first two that
 * do not match. Returns whether there are such. */
static bool report_pair(MPI_Comm comm, int world) {
    if (group_find(comm->local, world) < 0 || comm_is_inter(comm))
        return false;
    for (int k = comm->collectives < COMM_CALLS ? comm->collectives : COMM_CALLS; k > 0; k--) {
        int number = comm->collectives - k;
        const struct comm_call *own = &comm->calls[(unsigned)number % COMM_CALLS];
        if (own->number != number || own->operation == OPERATION_NONE)
            continue;
        struct comm_call theirs = called_ask(world, comm->context, number);
        if (!record_differ(own, &theirs, true))
            continue;
        char text[PAIR_TEXT];
        tell_pair(comm, world, &theirs, own, text);
        fprintf(stderr, "MPI_Finalize: rank %d has unreceived messages: %s\n", comm_world.rank,
                text);
        fflush(stderr);
        return true;
    }
    return false;
}

void record_report_left(void) {
    struct piece piece;
    for (uint32_t d = 0; d < node.dimension; d++) {
        if (!link_look(d, 0, &piece) ||
            (piece.header.operation & CUBE_OPERATION_MASK) < CUBE_COLLECTIVE_OPERATIONS)
            continue;
        int world = (int)(node.number ^ 1u << d);
        MPI_Comm comm = comm_after(NULL);
        while (comm && !report_pair(comm, world))
            comm = comm_after(comm);
    }
}
