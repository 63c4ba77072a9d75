/* Finds messages that are mixed up among many: all modes of sending, receives with and without
 * wildcards, probes. */
#include "random.h"

enum { MESSAGES_MOST = 48, TYPES = 2, BUFFERED_BYTES = 1 << 18 };

struct message {
    int from, to; /* ranks in the communicator */
    int tag;
    int type;
    int count; /* elements */
    int mode;  /* the mode of the send: its place in modes */
    int how;   /* how it is received: BY_BOTH, BY_SOURCE or BY_TAG */
};

enum { BY_BOTH, BY_SOURCE, BY_TAG, RECEIVES };

/* What begins a send in each mode, and whether that makes a persistent request, and needs the
 * attached buffer. The last mode is MPI_Bsend, which makes no request. */
static const struct mode {
    int (*begin)(const void *base, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                 MPI_Request *request);
    bool is_persistent, is_buffered;
} modes[] = {
    {MPI_Isend, false, false},    {MPI_Issend, false, false},    {MPI_Ibsend, false, true},
    {MPI_Send_init, true, false}, {MPI_Ssend_init, true, false}, {MPI_Bsend_init, true, true},
    {NULL, false, true},
};
enum { MODES = sizeof modes / sizeof *modes };

struct set {
    const struct family *family;
    struct draw own; /* this process's choices */
    uint64_t action;
    int unique; /* from here on, a tag is that of a single message of this action only */
    struct type types[TYPES];
    struct message messages[MESSAGES_MOST];
    int count;
    bool probed; /* all messages are received after a probe for any message */
    struct buffer buffers[2 * MESSAGES_MOST];
    MPI_Request requests[2 * MESSAGES_MOST];
    int message_of[2 * MESSAGES_MOST]; /* by request: its message; -1 for a send */
    int requested;
};

static void set_draw(struct set *set, const struct family *family) {
    struct draw common = {mix(job.seed, (uint64_t)job.round, (uint64_t)family->world[0])};
    set->family = family;
    set->own = (struct draw){mix(job.seed + 1, (uint64_t)job.round, (uint64_t)job.rank)};
    set->action = (uint64_t)job.round;
    set->unique = MESSAGES_MOST * (1 + job.round % 500);
    for (int i = 0; i < TYPES; i++)
        type_draw(&common, &set->types[i]);
    set->probed = draw_below(&common, 3) == 0;
    set->count = 1 + draw_below(&common, MESSAGES_MOST);
    for (int i = 0; i < set->count; i++) {
        struct message *message = &set->messages[i];
        message->from = draw_below(&common, family->size);
        message->to = draw_below(&common, family->size);
        message->how = draw_below(&common, RECEIVES);
        message->type = draw_below(&common, TYPES);
        message->count = draw_below(&common, 4);
        if (draw_below(&common, 8) == 0)
            message->count = draw_below(&common, 3000);
        message->mode = draw_below(&common, MODES);
        if (message->count > 3 && modes[message->mode].is_buffered)
            message->mode = 0;
        message->tag =
            message->how == BY_TAG || set->probed ? set->unique + i : draw_below(&common, 3);
    }
    set->requested = 0;
}

static int next_of(const struct set *set, int i, bool sends) {
    for (; i < set->count; i++)
        if ((sends ? set->messages[i].from : set->messages[i].to) == set->family->rank)
            break;
    return i;
}

static void send(struct set *set, int which) {
    const struct message *message = &set->messages[which];
    const struct mode *mode = &modes[message->mode];
    struct buffer *buffer = &set->buffers[set->requested];
    MPI_Request *request = &set->requests[set->requested];
    MPI_Datatype type = set->types[message->type].datatype;
    MPI_Comm comm = set->family->comm;
    int count = message->count, to = message->to, tag = message->tag;
    buffer_make(buffer, &set->types[message->type], count);
    buffer_fill(buffer, 0, count, set->action, which, 0);
    if (!mode->begin) {
        MPI_Bsend(buffer->base, count, type, to, tag, comm);
        buffer_free(buffer);
        return;
    }
    mode->begin(buffer->base, count, type, to, tag, comm, request);
    if (mode->is_persistent && which % 2 == 0)
        MPI_Start(request);
    else if (mode->is_persistent)
        MPI_Startall(1, request);
    set->message_of[set->requested++] = -1;
}

static void receive(struct set *set, int which) {
    const struct message *message = &set->messages[which];
    struct buffer *buffer = &set->buffers[set->requested];
    MPI_Request *request = &set->requests[set->requested];
    int room = message->count + draw_below(&set->own, 3);
    int source = message->how == BY_TAG ? MPI_ANY_SOURCE : message->from;
    int tag = message->how == BY_SOURCE ? MPI_ANY_TAG : message->tag;
    buffer_make(buffer, &set->types[message->type], room);
    MPI_Datatype type = set->types[message->type].datatype;
    if (draw_below(&set->own, 4) == 0) {
        MPI_Recv_init(buffer->base, room, type, source, tag, set->family->comm, request);
        MPI_Start(request);
    } else {
        MPI_Irecv(buffer->base, room, type, source, tag, set->family->comm, request);
    }
    set->message_of[set->requested++] = which;
}

static void check(const struct set *set, int which, struct buffer *buffer, const MPI_Status *status,
                  const char *call) {
    const struct message *message = &set->messages[which];
    int count;
    MPI_Get_count(status, set->types[message->type].datatype, &count);
    if (status->MPI_SOURCE != message->from || status->MPI_TAG != message->tag ||
        count != message->count)
        wrong("%s: a message from %d with tag %d of %d elements came as one from %d with tag %d "
              "of %d",
              call, message->from, message->tag, message->count, status->MPI_SOURCE,
              status->MPI_TAG, count);
    buffer_check(buffer, 0, count, set->action, which, 0, call);
    buffer_check_rest(buffer, call);
}

/* Receives one message, whichever comes first, and finds out by its tag which one it is. */
static void receive_probed(struct set *set) {
    MPI_Status probed, status = {0};
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Comm comm = set->family->comm;
    int found = 0, way = draw_below(&set->own, 4);
    switch (way) {
    case 0:
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &probed);
        break;
    case 1:
        while (!found)
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &found, &probed);
        break;
    case 2:
        MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &handle, &probed);
        break;
    default:
        while (!found)
            MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &found, &handle, &probed);
        break;
    }
    int which = probed.MPI_TAG - set->unique, count;
    if (which < 0 || which >= set->count || set->messages[which].to != set->family->rank)
        wrong("a probe found a message with tag %d, which nobody sent here", probed.MPI_TAG);
    const struct type *type = &set->types[set->messages[which].type];
    MPI_Get_count(&probed, type->datatype, &count);
    struct buffer buffer;
    buffer_make(&buffer, type, count);
    if (way < 2) {
        MPI_Recv(buffer.base, count, type->datatype, probed.MPI_SOURCE, probed.MPI_TAG, comm,
                 &status);
    } else if (draw_below(&set->own, 2) == 0) {
        MPI_Mrecv(buffer.base, count, type->datatype, &handle, &status);
    } else {
        MPI_Request request;
        MPI_Imrecv(buffer.base, count, type->datatype, &handle, &request);
        wait_somehow(&set->own, 1, &request, &status);
    }
    check(set, which, &buffer, &status, "a receive after a probe");
    buffer_free(&buffer);
}

static void set_run(struct set *set) {
    int sent = next_of(set, 0, true), received = next_of(set, 0, false), left = 0;
    while (sent < set->count || (received < set->count && !set->probed)) {
        bool sends = sent < set->count &&
                     (received == set->count || set->probed || draw_below(&set->own, 2) == 0);
        if (sends) {
            send(set, sent);
            sent = next_of(set, sent + 1, true);
        } else {
            receive(set, received);
            received = next_of(set, received + 1, false);
        }
    }
    for (int i = next_of(set, 0, false); set->probed && i < set->count;
         i = next_of(set, i + 1, false))
        left++;
    while (left-- > 0)
        receive_probed(set);
    MPI_Status statuses[2 * MESSAGES_MOST] = {0};
    wait_somehow(&set->own, set->requested, set->requests, statuses);
    for (int i = 0; i < set->requested; i++) {
        if (set->message_of[i] >= 0)
            check(set, set->message_of[i], &set->buffers[i], &statuses[i], "a receive");
        buffer_free(&set->buffers[i]);
    }
}

void message_action(void) {
    const struct family *family = family_choose();
    if (family->comm == MPI_COMM_NULL)
        return;
    static _Thread_local struct set set;
    static _Thread_local char buffered[BUFFERED_BYTES];
    set_draw(&set, family);
    MPI_Buffer_attach(buffered, BUFFERED_BYTES);
    set_run(&set);
    void *detached;
    int bytes;
    MPI_Buffer_detach(&detached, &bytes);
    if (detached != buffered || bytes != BUFFERED_BYTES)
        wrong("MPI_Buffer_detach gives another buffer, of %d bytes", bytes);
    /* The probes for any message must not find a message of the next action. */
    if (set.probed)
        MPI_Barrier(family->comm);
    for (int i = 0; i < TYPES; i++)
        type_free(&set.types[i]);
}

/* Draws a permutation of the communicator's processes. Each process sends one message along it. */
void exchange_action(void) {
    const struct family *family = family_choose();
    if (family->comm == MPI_COMM_NULL)
        return;
    uint64_t action = (uint64_t)job.round;
    struct draw common = {mix(job.seed, action, (uint64_t)family->world[0])};
    int order[WORLD_MOST], size = family->size, from = 0, to;
    draw_order(&common, size, order);
    to = order[family->rank];
    while (order[from] != family->rank)
        from++;
    struct type type;
    type_draw(&common, &type);
    int count = draw_below(&common, draw_below(&common, 4) == 0 ? 5000 : 100);
    int way = draw_below(&common, 7);
    struct buffer out, in;
    buffer_make(&out, &type, count);
    buffer_make(&in, &type, count);
    buffer_fill(&out, 0, count, action, family->rank, 0);
    MPI_Request request[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status = {0};
    if (way < 3) /* the receive begins before the send, which some need */
        MPI_Irecv(in.base, count, type.datatype, from, 5, family->comm, &request[0]);
    if (way < 2)
        MPI_Barrier(family->comm);
    switch (way) {
    case 0:
        MPI_Rsend(out.base, count, type.datatype, to, 5, family->comm);
        break;
    case 1:
        if (count % 2 == 0) {
            MPI_Irsend(out.base, count, type.datatype, to, 5, family->comm, &request[1]);
        } else {
            MPI_Rsend_init(out.base, count, type.datatype, to, 5, family->comm, &request[1]);
            MPI_Start(&request[1]);
        }
        break;
    case 2:
        MPI_Ssend(out.base, count, type.datatype, to, 5, family->comm);
        break;
    case 3:
        MPI_Sendrecv(out.base, count, type.datatype, to, 5, in.base, count, type.datatype, from, 5,
                     family->comm, &status);
        break;
    case 4:
        MPI_Isendrecv(out.base, count, type.datatype, to, 5, in.base, count, type.datatype, from, 5,
                      family->comm, &request[0]);
        break;
    case 5:
        buffer_fill(&in, 0, count, action, family->rank, 0);
        MPI_Sendrecv_replace(in.base, count, type.datatype, to, 5, from, 5, family->comm, &status);
        break;
    default:
        buffer_fill(&in, 0, count, action, family->rank, 0);
        MPI_Isendrecv_replace(in.base, count, type.datatype, to, 5, from, 5, family->comm,
                              &request[0]);
        break;
    }
    if (request[0] != MPI_REQUEST_NULL)
        MPI_Wait(&request[0], &status);
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
    if (request[1] != MPI_REQUEST_NULL)
        MPI_Request_free(&request[1]);
    int came;
    MPI_Get_count(&status, type.datatype, &came);
    if (status.MPI_SOURCE != from || status.MPI_TAG != 5 || came != count)
        wrong("an exchange of kind %d has %d elements from %d, not %d from %d", way, came,
              status.MPI_SOURCE, count, from);
    buffer_check(&in, 0, count, action, from, 0, "an exchange");
    buffer_check_rest(&in, "an exchange");
    buffer_free(&out);
    buffer_free(&in);
    type_free(&type);
}
