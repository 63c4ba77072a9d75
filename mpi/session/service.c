#include "mpi/session/service.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mpi/collective/collective.h"
#include "mpi/communicator/making.h"
#include "mpi/communicator/start.h"
#include "mpi/message/answer.h"
#include "mpi/message/transfer.h"
#include "mpi/object/error_code.h"
#include "mpi/session/session.h"
#include "net/system/system.h"

/* Absent on processes of the host, where no process can be spawned. */
#pragma weak system_arguments

/* Links the texts of the error classes of this. */
static const char *(*const texts)(int class) __attribute__((used)) = error_text_foreign;

bool start_spawns = true;

/* What this process was spawned for; its `count` is 0 if it was not. */
static NODE_LOCAL struct order own_order;

enum { SERVER, TAG_QUESTION = 0, TAG_ANSWER = 1 };

/* ---- The server ---- */

struct published {
    struct published *next;
    char name[MPI_MAX_PORT_NAME];
    char port[MPI_MAX_PORT_NAME];
};

static NODE_LOCAL struct {
    struct transfer receiving;
    struct question question;
    int next;      /* the rank among all processes of the first one that waits */
    int running;   /* how many do not wait, and have not ended */
    int abandoned; /* whether others have not waited for the end of one */
    struct published *published;
} server;

struct reply {
    struct transfer sending;
    struct answer answer;
};

static struct published **place_of(const char *name) {
    struct published **link = &server.published;
    while (*link && strcmp((*link)->name, name) != 0)
        link = &(*link)->next;
    return link;
}

static int publish(const struct question *question) {
    if (*place_of(question->name))
        return MPI_ERR_SERVICE;
    struct published *published = malloc(sizeof *published);
    if (!published)
        return MPI_ERR_NO_MEM;
    published->next = server.published;
    memcpy(published->name, question->name, sizeof published->name);
    memcpy(published->port, question->port, sizeof published->port);
    server.published = published;
    return MPI_SUCCESS;
}

static int unpublish(const struct question *question) {
    struct published **link = place_of(question->name), *published = *link;
    if (!published)
        return MPI_ERR_SERVICE;
    *link = published->next;
    free(published);
    return MPI_SUCCESS;
}

static void answer_to(const struct question *question, struct answer *answer) {
    const struct published *published = *place_of(question->name);
    *answer = (struct answer){.first = server.next, .left = comm_processes->size - server.next};
    switch (question->kind) {
    case SERVICE_SPAWN:
        if (question->count > answer->left) {
            answer->error = MPI_ERR_SPAWN;
        } else {
            server.next += question->count;
            server.running += question->count;
        }
        break;
    case SERVICE_PUBLISH:
        answer->error = publish(question);
        break;
    case SERVICE_LOOK_UP:
        answer->error = published ? MPI_SUCCESS : MPI_ERR_NAME;
        memcpy(answer->port, published ? published->port : question->port, sizeof answer->port);
        break;
    case SERVICE_UNPUBLISH:
        answer->error = unpublish(question);
        break;
    case SERVICE_END:
        server.abandoned |= question->count;
        answer->error = server.abandoned;
        if (--server.running > 0)
            answer->left = 0;
        break;
    }
}

static void sent(struct transfer *sending) {
    free(sending); /* the first member of a struct reply */
}

static void serve(struct transfer *receiving);

static void listen(uint64_t earliest) {
    server.receiving = talk_bytes(SERVICE_QUESTIONS, MPI_ANY_SOURCE, TAG_QUESTION, &server.question,
                                  sizeof server.question);
    server.receiving.earliest = earliest;
    server.receiving.ended = serve;
    transfer_receive(&server.receiving);
}

static void serve(struct transfer *receiving) {
    struct reply *reply = malloc(sizeof *reply);
    if (!reply)
        answer_no_memory((uint32_t)receiving->source, sizeof *reply);
    uint64_t time = receiving->time;
    reply->sending = talk_bytes(SERVICE_QUESTIONS, receiving->source, TAG_ANSWER, &reply->answer,
                                sizeof reply->answer);
    reply->sending.earliest = time;
    reply->sending.ended = sent;
    answer_to(&server.question, &reply->answer);
    listen(time);
    transfer_send(&reply->sending);
}

struct answer service_ask(const struct question *question, const char *call) {
    struct answer answer = {.error = MPI_SUCCESS};
    int world = comm_processes->world[SERVER];
    int error = talk_send(SERVICE_QUESTIONS, world, TAG_QUESTION, question, sizeof *question, call);
    if (error == MPI_SUCCESS)
        error = talk_receive(SERVICE_QUESTIONS, world, TAG_ANSWER, &answer, sizeof answer, call);
    if (error != MPI_SUCCESS)
        answer.error = error;
    return answer;
}

/* ---- The processes that wait ---- */

/* Whether this process runs in a job in which processes wait or have waited. */
static NODE_LOCAL bool is_counted;

/* The last process that ends lets those that still wait end. */
static void tell_end(bool abandoned) {
    const struct question question = {.kind = SERVICE_END, .count = abandoned};
    const struct answer answer = service_ask(&question, "exit");
    const struct order end = {.first = answer.error};
    for (int i = 0; i < answer.left; i++)
        talk_send(SERVICE_ORDERS, comm_processes->world[answer.first + i], 0, &end, sizeof end,
                  "exit");
}

/* Gives main the arguments: texts one after the other. */
static bool set_arguments(char *texts, size_t bytes) {
    int count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += texts[i] == '\0';
    char **words = calloc((size_t)count + 1, sizeof *words);
    if (!words)
        return false;
    for (int i = 0; i < count; i++, texts += strlen(texts) + 1)
        words[i] = texts;
    system_arguments = (struct system_arguments){count, words};
    return true;
}

/* Returns when another process has spawned this one. */
static void wait_for_order(void) {
    struct order *order = &own_order;
    talk_receive(SERVICE_ORDERS, MPI_ANY_SOURCE, 0, order, sizeof *order, "reserve");
    if (order->count == 0) {
        if (order->first != 0)
            system_at_exit = NULL;
        _exit(EXIT_SUCCESS);
    }
    comm_application = order->application;
    char *texts = malloc(order->bytes);
    if (!texts ||
        talk_receive(SERVICE_ORDERS, order->parent, 1, texts, order->bytes, "MPI_Comm_spawn") !=
            MPI_SUCCESS ||
        !set_arguments(texts, order->bytes) ||
        !comm_choose_world(order->count, comm_processes->world + order->first))
        answer_no_memory((uint32_t)order->parent, order->bytes);
}

/* ---- Joining two groups ---- */

static NODE_LOCAL uint32_t parent_context = CONTEXT_NONE;

int service_check(const char *call, MPI_Comm comm, int root, MPI_Comm *newcomm, MPI_Comm *object) {
    *object = arguments_comm(call, comm);
    if (!*object)
        return MPI_ERR_COMM;
    if (!newcomm)
        return error_null(comm, call, "newcomm");
    *newcomm = MPI_COMM_NULL;
    RETURN_IF_INTER(comm, call, *object);
    if (root < 0 || root >= (*object)->local->size)
        return error_raise(comm, call, MPI_ERR_ROOT, "the communicator of %d has no rank %d",
                           (*object)->local->size, root);
    return MPI_SUCCESS;
}

int service_connect(MPI_Comm comm, int root, int world, int tag, int error, MPI_Comm *newcomm,
                    const char *call) {
    int told = collective_broadcast(comm, &error, sizeof error, root);
    if (told != MPI_SUCCESS || error != MPI_SUCCESS)
        return told != MPI_SUCCESS ? told : error;
    MPI_Group other = group_make(1, &world);
    if (!other)
        return MPI_ERR_NO_MEM;
    struct MPI_ABI_Comm peer = {.context = SERVICE_PAIRS, .remote = other};
    error = making_between(comm, root, &peer, 0, tag, newcomm, call);
    group_release(other);
    return error;
}

static int join_parents(void) {
    if (own_order.count == 0)
        return MPI_SUCCESS;
    MPI_Comm parent;
    int error =
        service_connect(&comm_world, 0, own_order.parent, 0, MPI_SUCCESS, &parent, "MPI_Init");
    if (error != MPI_SUCCESS)
        return making_raise(MPI_COMM_SELF, "MPI_Init", error);
    parent_context = parent->context;
    parent->name = "MPI_COMM_PARENT"; /* MPI 5.0, section 7.8 */
    return MPI_SUCCESS;
}

/* The parent communicator ends when the program frees it. */
static MPI_Comm parent(void) {
    return parent_context == CONTEXT_NONE ? NULL : comm_find(parent_context);
}

int MPI_Comm_get_parent(MPI_Comm *parent_comm) {
    RETURN_IF_NULL(parent_comm);
    if (!job_initialized)
        return FAIL(MPI_ERR_OTHER, "%s", job_missing_world());
    *parent_comm = parent() ? parent() : MPI_COMM_NULL;
    return MPI_SUCCESS;
}

/* ---- Begin and end ---- */

static NODE_LOCAL int (*end_running)(int status);

static int end(int status) {
    bool in_world = job_initialized && !job_finalized, goes_on = running_sessions > 0 || in_world;
    if (is_counted)
        tell_end(goes_on);
    if (!goes_on && parent())
        comm_release(parent());
    return end_running(status);
}

/* Behind that of mpi/session/running.c, and before the program's constructors. */
enum { BEGIN_PRIORITY = 103 };

static __attribute__((constructor(BEGIN_PRIORITY))) void begin(void) {
    end_running = system_at_exit;
    system_at_exit = end;
    running_joins = join_parents;
    const char *wanted = getenv("MPI_SPAWNABLE");
    int spawnable = wanted ? atoi(wanted) : 0, first = comm_processes->size - spawnable;
    if (spawnable > 0 && !&system_arguments)
        system_abort(
            "mpiexec --spawnable: not supported for processes of the host (compile without "
            "--host)\n");
    if (spawnable < 0 || first < 1)
        system_abort("MPI_SPAWNABLE: invalid value %s (expected: fewer than all %d processes)\n",
                     wanted, comm_processes->size);
    server.next = server.running = first;
    if (spawnable > 0 && !comm_choose_world(first, comm_processes->world))
        answer_no_memory(0, sizeof(int) * (size_t)first);
    if (comm_processes->rank == SERVER)
        listen(0);
    if (comm_processes->rank >= first)
        wait_for_order();
    is_counted = spawnable > 0;
}
