/* Performance variables (MPI 5.0, section 15.3.7). */
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "mpi/message/matching.h"
#include "mpi/message/request.h"
#include "mpi/tool/tool.h"

/* Adds up what has come over the links, by either channel: its packets, and its bytes. */
static unsigned long long come(bool in_bytes) {
    struct cube_stats stats;
    unsigned long long packets = 0, bytes = 0;
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++) {
        packets += stats.link[d].packets + stats.link[d].routed_packets;
        bytes += stats.link[d].bytes + stats.link[d].routed_bytes;
    }
    return in_bytes ? bytes : packets;
}

static unsigned long long packets(void) {
    return come(false);
}

static unsigned long long bytes(void) {
    return come(true);
}

static unsigned long long unexpected(void) {
    unsigned long long sum = 0;
    for (const struct kept *kept = match_kept; kept; kept = kept->next)
        sum++;
    return sum;
}

static unsigned long long unexpected_bytes(void) {
    unsigned long long sum = 0;
    for (const struct kept *kept = match_kept; kept; kept = kept->next)
        sum += kept->bytes;
    return sum;
}

static unsigned long long posted(void) {
    unsigned long long sum = 0;
    for (const struct pattern *pattern = match_posted; pattern; pattern = pattern->next)
        sum++;
    return sum;
}

static unsigned long long requests(void) {
    return (unsigned long long)request_count;
}

const struct tool_measure tool_measures[TOOL_MEASURES] = {
    {"packets", "packets that arrived on this node's links", MPI_T_PVAR_CLASS_COUNTER, packets},
    {"bytes", "bytes that arrived on this node's links", MPI_T_PVAR_CLASS_COUNTER, bytes},
    {"unexpected_messages", "messages that arrived before a matching receive",
     MPI_T_PVAR_CLASS_LEVEL, unexpected},
    {"unexpected_bytes", "bytes of these messages", MPI_T_PVAR_CLASS_LEVEL, unexpected_bytes},
    {"posted_receives", "receives that wait for a message", MPI_T_PVAR_CLASS_LEVEL, posted},
    {"requests", "requests in use", MPI_T_PVAR_CLASS_LEVEL, requests},
};

TOOL_NUMBER(MPI_T_pvar_get_num, TOOL_MEASURES)

/* A counter can be started, stopped and set. A level is always what it is. */
int MPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
                        MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
                        int *bind, int *readonly, int *continuous, int *atomic) {
    RETURN_UNLESS_INDEX(pvar_index, TOOL_MEASURES);
    const struct tool_measure *measure = &tool_measures[pvar_index];
    bool is_counter = measure->class == MPI_T_PVAR_CLASS_COUNTER;
    tool_text(measure->name, name, name_len);
    tool_text(measure->description, desc, desc_len);
    TOOL_SET(verbosity, MPI_T_VERBOSITY_USER_BASIC);
    TOOL_SET(var_class, measure->class);
    TOOL_SET(datatype, MPI_UNSIGNED_LONG_LONG);
    TOOL_SET(enumtype, MPI_T_ENUM_NULL);
    TOOL_SET(bind, MPI_T_BIND_NO_OBJECT);
    TOOL_SET(readonly, !is_counter);
    TOOL_SET(continuous, !is_counter);
    TOOL_SET(atomic, is_counter);
    return MPI_SUCCESS;
}

int MPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index) {
    RETURN_UNLESS_OUTPUT(name && pvar_index);
    for (int i = 0; i < TOOL_MEASURES; i++)
        if (strcmp(tool_measures[i].name, name) == 0 && tool_measures[i].class == var_class) {
            *pvar_index = i;
            return MPI_SUCCESS;
        }
    return MPI_T_ERR_INVALID_NAME;
}

/* ---- Sessions, and handles in them ---- */

struct MPI_T_pvar_handle_t {
    MPI_T_pvar_handle next;
    const struct tool_measure *measure;
    bool runs;                /* as levels do always */
    unsigned long long value; /* of a counter, when it was last started or set, or stopped */
    unsigned long long since; /* what had been counted then */
};

struct MPI_T_pvar_session_t {
    MPI_T_pvar_session next;
    MPI_T_pvar_handle handles;
};
static NODE_LOCAL MPI_T_pvar_session sessions;

static bool is_session(MPI_T_pvar_session session) {
    MPI_T_pvar_session one = sessions;
    while (one && one != session)
        one = one->next;
    return session && one;
}

static bool is_handle(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    MPI_T_pvar_handle one = session->handles;
    while (one && one != handle)
        one = one->next;
    return handle && one;
}

static bool is_counter(MPI_T_pvar_handle handle) {
    return handle->measure->class == MPI_T_PVAR_CLASS_COUNTER;
}

/* What the links count may have been cleared by the program (cube_stats_clear). */
static unsigned long long value_of(MPI_T_pvar_handle handle) {
    unsigned long long now = handle->measure->read();
    if (!is_counter(handle))
        return now;
    unsigned long long more = now >= handle->since ? now - handle->since : now;
    return handle->value + (handle->runs ? more : 0);
}

static void set(MPI_T_pvar_handle handle, unsigned long long value) {
    handle->value = value;
    handle->since = handle->measure->read();
}

#define RETURN_UNLESS_SESSION(session) RETURN_UNLESS(is_session(session), MPI_T_ERR_INVALID_SESSION)
#define RETURN_UNLESS_HANDLE(session, handle)                                                      \
    RETURN_UNLESS_SESSION(session);                                                                \
    RETURN_UNLESS(is_handle(session, handle), MPI_T_ERR_INVALID_HANDLE)

int MPI_T_pvar_session_create(MPI_T_pvar_session *pe_session) {
    RETURN_UNLESS_OUTPUT(pe_session);
    MPI_T_pvar_session made = calloc(1, sizeof *made);
    RETURN_UNLESS(made, MPI_T_ERR_MEMORY);
    made->next = sessions;
    sessions = *pe_session = made;
    return MPI_SUCCESS;
}

int MPI_T_pvar_session_free(MPI_T_pvar_session *pe_session) {
    RETURN_UNLESS_OUTPUT(pe_session);
    RETURN_UNLESS(is_session(*pe_session), MPI_T_ERR_INVALID_SESSION);
    for (MPI_T_pvar_handle handle = (*pe_session)->handles, next; handle; handle = next) {
        next = handle->next;
        free(handle);
    }
    MPI_T_pvar_session *link = &sessions;
    while (*link != *pe_session)
        link = &(*link)->next;
    *link = (*pe_session)->next;
    free(*pe_session);
    *pe_session = MPI_T_PVAR_SESSION_NULL;
    return MPI_SUCCESS;
}

int MPI_T_pvar_handle_alloc(MPI_T_pvar_session pe_session, int pvar_index, UNUSED void *obj_handle,
                            MPI_T_pvar_handle *handle, int *count) {
    RETURN_UNLESS_SESSION(pe_session);
    RETURN_UNLESS_INDEX(pvar_index, TOOL_MEASURES);
    RETURN_UNLESS_OUTPUT(handle && count);
    MPI_T_pvar_handle made = calloc(1, sizeof *made);
    RETURN_UNLESS(made, MPI_T_ERR_MEMORY);
    made->measure = &tool_measures[pvar_index];
    made->next = pe_session->handles;
    pe_session->handles = *handle = made;
    *count = 1;
    return MPI_SUCCESS;
}

int MPI_T_pvar_handle_free(MPI_T_pvar_session pe_session, MPI_T_pvar_handle *handle) {
    RETURN_UNLESS_SESSION(pe_session);
    RETURN_UNLESS_OUTPUT(handle);
    RETURN_UNLESS(is_handle(pe_session, *handle), MPI_T_ERR_INVALID_HANDLE);
    MPI_T_pvar_handle *link = &pe_session->handles;
    while (*link != *handle)
        link = &(*link)->next;
    *link = (*handle)->next;
    free(*handle);
    *handle = MPI_T_PVAR_HANDLE_NULL;
    return MPI_SUCCESS;
}

/* ---- Start, stop, reset: of one handle, or of all that permit it ---- */

static void start(MPI_T_pvar_handle handle) {
    if (!handle->runs)
        set(handle, handle->value);
    handle->runs = true;
}

static void stop(MPI_T_pvar_handle handle) {
    handle->value = value_of(handle);
    handle->runs = false;
}

static void reset(MPI_T_pvar_handle handle) {
    set(handle, 0);
}

static int change(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                  void (*how)(MPI_T_pvar_handle handle), int refusal) {
    RETURN_UNLESS_SESSION(session);
    if (handle == MPI_T_PVAR_ALL_HANDLES) {
        for (MPI_T_pvar_handle one = session->handles; one; one = one->next)
            if (is_counter(one))
                how(one);
        return MPI_SUCCESS;
    }
    RETURN_UNLESS(is_handle(session, handle), MPI_T_ERR_INVALID_HANDLE);
    RETURN_UNLESS(is_counter(handle), refusal);
    how(handle);
    return MPI_SUCCESS;
}

int MPI_T_pvar_start(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) {
    return change(pe_session, handle, start, MPI_T_ERR_PVAR_NO_STARTSTOP);
}

int MPI_T_pvar_stop(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) {
    return change(pe_session, handle, stop, MPI_T_ERR_PVAR_NO_STARTSTOP);
}

int MPI_T_pvar_reset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) {
    return change(pe_session, handle, reset, MPI_T_ERR_PVAR_NO_WRITE);
}

/* ---- Read and write ---- */

int MPI_T_pvar_read(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf) {
    RETURN_UNLESS_HANDLE(pe_session, handle);
    RETURN_UNLESS_OUTPUT(buf);
    *(unsigned long long *)buf = value_of(handle);
    return MPI_SUCCESS;
}

int MPI_T_pvar_write(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, const void *buf) {
    RETURN_UNLESS_HANDLE(pe_session, handle);
    RETURN_UNLESS_OUTPUT(buf);
    RETURN_UNLESS(is_counter(handle), MPI_T_ERR_PVAR_NO_WRITE);
    set(handle, *(const unsigned long long *)buf);
    return MPI_SUCCESS;
}

int MPI_T_pvar_readreset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf) {
    RETURN_UNLESS_HANDLE(pe_session, handle);
    RETURN_UNLESS_OUTPUT(buf);
    RETURN_UNLESS(is_counter(handle), MPI_T_ERR_PVAR_NO_ATOMIC);
    *(unsigned long long *)buf = value_of(handle);
    reset(handle);
    return MPI_SUCCESS;
}
