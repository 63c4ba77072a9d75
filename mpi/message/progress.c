#include "mpi/message/progress.h"

#include <string.h>

#include "mpi/object/communicator.h"
#include "net/clock/time.h"

static struct cube_detail word(const char *name, const char *word) {
    return (struct cube_detail){(uintptr_t)name, (uintptr_t)word, 0};
}
static struct cube_detail number(const char *name, MPI_Count number) {
    return (struct cube_detail){(uintptr_t)name, 0, number};
}

struct request_details progress_details_of(const struct transfer *transfer) {
    MPI_Comm comm = transfer->comm;
    const char *end = transfer->receives ? "source " : "dest ";
    return (struct request_details){{
        transfer->world == MPI_ANY_SOURCE ? word(end, "MPI_ANY_SOURCE")
                                          : number(end, group_find(comm->remote, transfer->world)),
        transfer->tag == MPI_ANY_TAG ? word("tag ", "MPI_ANY_TAG") : number("tag ", transfer->tag),
        comm->name[0] != 0 ? word("comm ", comm->name) : number("comm ", (int)comm->context),
        number("count ", transfer->count),
    }};
}

void progress_begin(struct progress *progress, const char *call) {
    progress->waiting = wait_begin(call, CUBE_NOBODY, 0);
    progress->details = (struct request_details){0};
}

void progress_tells(struct progress *progress, MPI_Request request) {
    struct request_details told = {0};
    if (request->kind->details) {
        told = request->kind->details(request);
    } else if (request->kind->describe) {
        struct pause pause = time_pause(); /* the time of this is not the program's */
        request->kind->describe(request, progress->text, sizeof progress->text);
        told.detail[0] = word(progress->text, "");
        time_resume(pause);
    }
    bool is_other = strcmp(request->call, progress->waiting.operation) != 0;
    progress->details.detail[0] = word(request->call, "");
    memcpy(progress->details.detail + is_other, told.detail,
           (CUBE_DETAILS - is_other) * sizeof *told.detail);
    progress->waiting.details = progress->details.detail;
}

void progress_until_done(const char *call, MPI_Request request) {
    if (request->done)
        return;
    struct progress progress;
    progress_begin(&progress, call);
    progress_tells(&progress, request);
    while (!request->done)
        active_wait(&progress.waiting);
}

void progress_pass(void) {
    active_pass();
}

/* Waits for as long as it takes. Only a node that sleeps needs the details, so they are made here,
 * and not when the wait begins. */
static NOINLINE void sleep_until_ended(struct waiting waiting, const struct transfer *transfer) {
    const struct request_details details = progress_details_of(transfer);
    waiting.details = details.detail;
    while (!transfer->done)
        active_wait(&waiting);
}

void progress_until_ended(const char *call, struct transfer *transfer) {
    if (!transfer->done) {
        struct waiting waiting = wait_begin(call, CUBE_NOBODY, 0);
        while (!transfer->done && waiting.spins < node.idle_spins)
            active_wait(&waiting);
        if (!transfer->done)
            sleep_until_ended(waiting, transfer);
    }
    transfer_take(transfer);
}
