#include "mpi/message/progress.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mpi/object/communicator.h"
#include "net/time.h"

/* Returns a function's name without the P of its profiling name. */
static const char *name_of(const char *call) {
    return call + (call[0] == 'P');
}

static struct cube_detail word(const char *name, const char *word) {
    return (struct cube_detail){(uintptr_t)name, (uintptr_t)word, 0};
}
static struct cube_detail number(const char *name, MPI_Count number) {
    return (struct cube_detail){(uintptr_t)name, 0, number};
}

struct progress_details progress_details_of(const struct transfer *transfer, bool receives,
                                            MPI_Comm comm) {
    const char *end = receives ? "source " : "dest ";
    return (struct progress_details){{
        transfer->world == MPI_ANY_SOURCE ? word(end, "MPI_ANY_SOURCE")
                                          : number(end, group_find(comm->remote, transfer->world)),
        transfer->tag == MPI_ANY_TAG ? word("tag ", "MPI_ANY_TAG") : number("tag ", transfer->tag),
        comm->name[0] != 0 ? word("comm ", comm->name) : number("comm ", (int)comm->context),
        number("count ", transfer->count),
    }};
}

/* Appends to a text that has `*used` bytes, as far as there is room. */
__attribute__((format(printf, 4, 5))) static void append(char *text, size_t bytes, size_t *used,
                                                         const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (*used < bytes)
        *used += (size_t)vsnprintf(text + *used, bytes - *used, format, arguments);
    va_end(arguments);
}

void progress_describe(MPI_Request request, char *text, size_t bytes) {
    size_t used = 0;
    append(text, bytes, &used, "%s(", request->call);
    if (request->kind->details != NULL) {
        const struct progress_details details = request->kind->details(request);
        for (uint32_t i = 0; i < CUBE_DETAILS && details.detail[i].name != 0; i++) {
            const struct cube_detail *detail = &details.detail[i];
            append(text, bytes, &used, "%s%s", i == 0 ? "" : ", ", (const char *)detail->name);
            if (detail->word != 0)
                append(text, bytes, &used, "%s", (const char *)detail->word);
            else
                append(text, bytes, &used, "%" PRId64, detail->number);
        }
    } else if (request->kind->describe != NULL && used < bytes) {
        request->kind->describe(request, text + used, bytes - used);
        used += strlen(text + used);
    }
    append(text, bytes, &used, ")");
}

void progress_begin(struct progress *progress, const char *call) {
    progress->waiting = wait_begin(name_of(call), CUBE_NOBODY, 0);
    progress->details = (struct progress_details){0};
}

void progress_tells(struct progress *progress, MPI_Request request) {
    if (request->kind->details != NULL)
        progress->details = request->kind->details(request);
    for (int i = CUBE_DETAILS - 1; i > 0; i--)
        progress->details.detail[i] = progress->details.detail[i - 1];
    progress->details.detail[0] = word(request->call, "");
    if (request->kind->describe != NULL && request->kind->details == NULL) {
        struct pause pause = time_pause(); /* the time of this is not the program's */
        request->kind->describe(request, progress->text, sizeof progress->text);
        progress->details.detail[1] = word(progress->text, "");
        time_resume(pause);
    }
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
static NOINLINE void sleep_until_ended(struct waiting waiting, const struct transfer *transfer,
                                       MPI_Comm comm) {
    const struct progress_details details = progress_details_of(transfer, transfer->receives, comm);
    waiting.details = details.detail;
    while (!transfer->done)
        active_wait(&waiting);
}

void progress_until_ended(const char *call, struct transfer *transfer, MPI_Comm comm) {
    if (!transfer->done) {
        struct waiting waiting = wait_begin(name_of(call), CUBE_NOBODY, 0);
        while (!transfer->done && waiting.spins < node.idle_spins)
            active_wait(&waiting);
        if (!transfer->done)
            sleep_until_ended(waiting, transfer, comm);
    }
    transfer_take(transfer);
}
