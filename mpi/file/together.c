#include "mpi/file/together.h"

#include <stdlib.h>
#include <string.h>

#include "cube_abi.h"
#include "mpi/message/answer.h"
#include "mpi/object/info.h"

/* Offsets beyond this are accessed by each process alone, so that sums of a few thousand offsets
 * and sizes fit in 64 bits. */
#define PLACE_MOST  ((MPI_Offset)1 << 48)
#define PIECES_MOST ((MPI_Count)1 << 40)

enum {
    REQUEST = CUBE_REQUEST_BYTES,
    WINDOW_MOST = 8 * REQUEST, /* bytes of a window in a round */
    TAG_ANSWERED = TOGETHER_ASKED + 1,

    /* What a request costs, in instructions that the host carries out meanwhile: it takes some 50
     * microseconds (docs/guide/programs.md). And what the exchange costs, as
     * tests/mpi/file_reports.c found in November 2026. */
    COST_REQUEST = 50000,
    COST_PROCESS = 5000,
    COST_PIECE = 100,
    COST_BYTE = 1
};

static MPI_Count requests_of(MPI_Count bytes) {
    return (bytes + REQUEST - 1) / REQUEST;
}

struct together_part together_describe(const struct access *access) {
    const struct view *view = &access->file->view;
    struct together_part part = {.bytes = access->bytes};
    const char *hint = info_value(access->file->info, "collective_buffering");
    if (hint)
        part.hint = strcmp(hint, "true") == 0 ? TOGETHER_ALWAYS : TOGETHER_NEVER;
    if (!view->is_ascending)
        part.hint = TOGETHER_NEVER;
    if (access->bytes == 0)
        return part;
    MPI_Count first = access->offset * view->etype_bytes;
    MPI_Count pieces = part.pieces = view_count_pieces(view, access->bytes);
    part.low = view_place(view, first);
    part.high = view_place(view, first + access->bytes - 1) + 1;
    if (part.high > PLACE_MOST || pieces > PIECES_MOST)
        return (struct together_part){.hint = TOGETHER_NEVER};
    part.requests =
        pieces == 1 ? requests_of(access->bytes)
                    : requests_of(access->bytes + pieces * (MPI_Count)sizeof(struct folder_piece));
    return part;
}

/* Whether a process can have told this of its part. */
static bool is_sound(const struct together_part *part) {
    return part->low >= 0 && part->low <= part->high && part->high <= PLACE_MOST &&
           part->bytes >= 0 && part->bytes <= PLACE_MOST && part->pieces >= 0 &&
           part->pieces <= PIECES_MOST && part->requests >= 0 &&
           part->requests <= PLACE_MOST / REQUEST;
}

/* How the file is cut. */
struct cut {
    MPI_Offset low, high;
    MPI_Offset window; /* bytes of one, but for the last */
    int carriers;      /* processes that carry out the access */
};

static struct cut cut_of(MPI_File file, const struct together_part parts[]) {
    int size = file->comm->local->size;
    struct cut cut = {.low = INT64_MAX};
    for (int rank = 0; rank < size; rank++)
        if (parts[rank].bytes > 0) {
            cut.low = parts[rank].low < cut.low ? parts[rank].low : cut.low;
            cut.high = parts[rank].high > cut.high ? parts[rank].high : cut.high;
        }
    if (cut.high == 0)
        return (struct cut){0};
    MPI_Count requests = requests_of(cut.high - cut.low);
    cut.carriers = requests < size ? (int)requests : size;
    cut.window = (requests + cut.carriers - 1) / cut.carriers * REQUEST;
    if (cut.window > WINDOW_MOST)
        cut.window = WINDOW_MOST;
    return cut;
}

bool together_pays(MPI_File file, const struct together_part parts[]) {
    int size = file->comm->local->size;
    MPI_Count alone = 0, costs = (MPI_Count)size * COST_PROCESS;
    bool asked = parts[0].hint == TOGETHER_ALWAYS;
    for (int rank = 0; rank < size; rank++)
        if (!is_sound(&parts[rank]))
            answer_broken((uint32_t)file->comm->local->world[rank],
                          "invalid part of a collective file access");
    for (int rank = 0; rank < size; rank++) {
        if (parts[rank].error != MPI_SUCCESS || parts[rank].hint == TOGETHER_NEVER)
            return false;
        alone += parts[rank].requests;
        costs += parts[rank].pieces * COST_PIECE + parts[rank].bytes * COST_BYTE;
    }
    struct cut cut = cut_of(file, parts);
    return size > 1 && !file->is_atomic && cut.high > 0 &&
           (asked || (alone - requests_of(cut.high - cut.low)) * COST_REQUEST > costs);
}

/* ---- One round ---- */

/* A process's part of the access, and how far it has come. */
struct course {
    struct access *access;
    const struct together_part *parts;
    struct cut cut;
    MPI_Offset start;     /* of this round's first window */
    int carried;          /* the number of this process among those that carry out, or -1 */
    struct pieces places; /* of this process's bytes, the next ones first */
    struct rest rest;
    MPI_Count sent; /* bytes in all messages so far */
    struct asking {
        struct window_message *message;
        MPI_Request sending, answering;
        MPI_Count first, bytes; /* where its bytes begin in the access, and how many they are */
        struct window_answer *answer;
    } * asking; /* for each that carries out */
};

/* Ends the program if memory is short: the others wait for what this process has to do. */
static void *made(const struct course *course, size_t bytes) {
    void *memory = malloc(bytes);
    if (!memory)
        answer_no_memory(
            (uint32_t)course->access->file->comm->local->world[course->access->file->comm->rank],
            bytes);
    return memory;
}

static bool writes(const struct course *course) {
    return (course->access->how & ACCESS_WRITES) != 0;
}

/* Returns the rank of a process that carries out, by its number: they are spread over all. */
static int carrier_rank(const struct course *course, int number) {
    return (int)((int64_t)number * course->access->file->comm->local->size / course->cut.carriers);
}

static MPI_Offset window_start(const struct course *course, int number) {
    return course->start + number * course->cut.window;
}

/* Whether a process has something to do with a window, as far as the others know. */
static bool meets(const struct course *course, int rank, int number) {
    const struct together_part *part = &course->parts[rank];
    MPI_Offset start = window_start(course, number);
    return part->bytes > 0 && part->low < start + course->cut.window && part->high > start;
}

/* Goes through this process's pieces before a place in the file, and writes them to `pieces`, or
 * only counts them if that is null. Returns how many there are; *bytes becomes how many bytes they
 * have. */
static uint32_t collect(struct pieces *places, struct rest *rest, MPI_Offset start, MPI_Offset end,
                        struct window_piece *pieces, MPI_Count *bytes) {
    uint32_t count = 0;
    MPI_Offset before = -1;
    *bytes = 0;
    for (;;) {
        if (rest->bytes == 0) {
            void *place;
            size_t piece;
            if (!pieces_next(places, &place, &piece))
                return count;
            *rest = (struct rest){(MPI_Offset)(intptr_t)place, (MPI_Count)piece};
        }
        if (rest->place >= end)
            return count;
        MPI_Count part = rest->bytes < end - rest->place ? rest->bytes : end - rest->place;
        if (rest->place != before)
            count++;
        if (pieces && rest->place != before)
            pieces[count - 1] = (struct window_piece){(uint32_t)(rest->place - start), 0};
        if (pieces)
            pieces[count - 1].bytes += (uint32_t)part;
        before = rest->place += part;
        rest->bytes -= part;
        *bytes += part;
    }
}

/* Makes the message to a process that carries out: which bytes of its window this one writes or
 * reads. */
static void ask(struct course *course, int number) {
    struct asking *asking = &course->asking[number];
    const struct memory *memory = &course->access->memory;
    MPI_Offset start = window_start(course, number), end = start + course->cut.window;
    struct pieces counted = course->places;
    struct rest rest = course->rest;
    MPI_Count bytes;
    uint32_t count = collect(&counted, &rest, start, end, NULL, &bytes);
    size_t head = sizeof *asking->message + count * sizeof(struct window_piece);
    struct window_message *message = made(course, head + (writes(course) ? (size_t)bytes : 0));
    *message = (struct window_message){count, (uint32_t)bytes};
    collect(&course->places, &course->rest, start, end, message->pieces, &bytes);
    if (writes(course))
        pieces_pack(memory->layout, memory->buffer, course->sent, (char *)message + head, bytes);
    asking->message = message;
    asking->first = course->sent;
    asking->bytes = bytes;
    course->sent += bytes;
}

/* Sends that message, unless it is to this process itself, and waits for no answer yet. */
static void send(struct course *course, int number) {
    struct asking *asking = &course->asking[number];
    MPI_Comm comm = course->access->file->comm;
    int rank = carrier_rank(course, number);
    size_t size = window_message_bytes(asking->message, writes(course));
    if (rank == comm->rank)
        return;
    if (!writes(course)) {
        size_t room = sizeof *asking->answer + (size_t)asking->bytes;
        asking->answer = made(course, room);
        PMPI_Irecv(asking->answer, (int)room, MPI_BYTE, rank, TAG_ANSWERED, comm,
                   &asking->answering);
    }
    PMPI_Isend(asking->message, (int)size, MPI_BYTE, rank, TOGETHER_ASKED, comm, &asking->sending);
}

/* Takes in what another process asks of this one's window. */
static struct window_message *hear(const struct course *course, int rank) {
    MPI_Comm comm = course->access->file->comm;
    MPI_Message matched;
    MPI_Status status;
    int bytes;
    PMPI_Mprobe(rank, TOGETHER_ASKED, comm, &matched, &status);
    PMPI_Get_count(&status, MPI_BYTE, &bytes);
    struct window_message *message = made(course, (size_t)bytes + sizeof *message);
    PMPI_Mrecv(message, bytes, MPI_BYTE, &matched, MPI_STATUS_IGNORE);
    if (!window_is_sound(message, (size_t)bytes, (uint32_t)course->cut.window, writes(course)))
        answer_broken((uint32_t)comm->local->world[rank],
                      "invalid request in a collective file access");
    return message;
}

/* Answers a process that reads. The answer has to stay until it has left. */
static void answer(struct course *course, const struct window *window,
                   const struct window_message *asked, int rank, struct window_answer **place,
                   MPI_Request *sending) {
    MPI_Comm comm = course->access->file->comm;
    *place = made(course, sizeof **place + asked->bytes);
    (*place)->number = window->number;
    size_t bytes = window_get(window, asked, (*place)->data);
    if (rank == comm->rank) {
        course->asking[course->carried].answer = *place;
        course->asking[course->carried].bytes = (MPI_Count)bytes;
        return;
    }
    PMPI_Isend(*place, (int)(sizeof **place + bytes), MPI_BYTE, rank, TAG_ANSWERED, comm, sending);
}

/* Carries out what all processes ask of this one's window. Returns an errno, or 0. */
static int carry_out(struct course *course) {
    MPI_File file = course->access->file;
    int size = file->comm->local->size, number = course->carried, asked = 0;
    struct heard {
        struct window_message *message;
        struct window_answer *answer;
        MPI_Request sending;
        int rank;
    } *heard = made(course, (size_t)size * sizeof *heard);
    for (int rank = 0; rank < size; rank++)
        if (meets(course, rank, number))
            heard[asked++] = (struct heard){
                .message =
                    rank == file->comm->rank ? course->asking[number].message : hear(course, rank),
                .sending = MPI_REQUEST_NULL,
                .rank = rank,
            };
    uint32_t pieces = 0;
    for (int k = 0; k < asked; k++)
        pieces += heard[k].message->count;
    struct window window = {
        .place = window_start(course, number),
        .size = (size_t)course->cut.window,
        .pieces = made(course, ((size_t)pieces + 1) * sizeof *window.pieces),
        .used = made(course, window_used_bytes((size_t)course->cut.window)),
        .bytes = made(course, (size_t)course->cut.window),
    };
    memset(window.used, 0, window_used_bytes(window.size));
    for (int k = 0; k < asked; k++)
        window_put(&window, heard[k].message, writes(course));
    if (writes(course))
        window_write(&window, file->descriptor);
    else
        window_read(&window, file->descriptor);
    for (int k = 0; k < asked; k++) {
        if (!writes(course))
            answer(course, &window, heard[k].message, heard[k].rank, &heard[k].answer,
                   &heard[k].sending);
        if (heard[k].rank != file->comm->rank)
            free(heard[k].message);
    }
    for (int k = 0; k < asked; k++) {
        PMPI_Wait(&heard[k].sending, MPI_STATUS_IGNORE);
        if (heard[k].rank != file->comm->rank)
            free(heard[k].answer);
    }
    free(window.pieces);
    free(window.used);
    free(window.bytes);
    free(heard);
    return window.number;
}

/* Waits for an answer, and puts what has come where it belongs. Returns an errno, or 0. */
static int take(struct course *course, int number, bool *ended) {
    struct asking *asking = &course->asking[number];
    struct access *access = course->access;
    MPI_Status status;
    int bytes = (int)sizeof *asking->answer + (int)asking->bytes, error;
    MPI_Count wanted = 0;
    if (asking->answering != MPI_REQUEST_NULL) {
        PMPI_Wait(&asking->answering, &status);
        PMPI_Get_count(&status, MPI_BYTE, &bytes);
        if (bytes < (int)sizeof *asking->answer)
            answer_broken((uint32_t)access->file->comm->local->world[carrier_rank(course, number)],
                          "invalid answer in a collective file access");
    }
    wanted = asking->message->bytes;
    bytes -= (int)sizeof *asking->answer;
    error = asking->answer->number;
    if (!*ended) {
        pieces_unpack(access->memory.layout, access->memory.buffer, asking->first,
                      asking->answer->data, bytes);
        access->moved += bytes;
    }
    *ended |= bytes < wanted;
    return error;
}

/* Goes through one round. Returns the first errno of this process, or 0. *ended becomes whether the
 * end of the file has been reached. */
static int round_by(struct course *course, bool *ended) {
    MPI_File file = course->access->file;
    int error = 0, carriers = course->cut.carriers;
    for (int k = 0; k < carriers; k++) {
        course->asking[k] =
            (struct asking){.sending = MPI_REQUEST_NULL, .answering = MPI_REQUEST_NULL};
        if (meets(course, file->comm->rank, k)) {
            ask(course, k);
            send(course, k);
        }
    }
    if (course->carried >= 0)
        error = carry_out(course);
    for (int k = 0; k < carriers; k++) {
        struct asking *asking = &course->asking[k];
        if (!asking->message)
            continue;
        int number = writes(course) ? 0 : take(course, k, ended);
        error = error != 0 ? error : number;
        PMPI_Wait(&asking->sending, MPI_STATUS_IGNORE);
        free(asking->message);
        free(asking->answer);
    }
    return error;
}

int together_move(struct access *access, const struct together_part parts[]) {
    MPI_File file = access->file;
    struct course course = {
        .access = access, .parts = parts, .cut = cut_of(file, parts), .carried = -1};
    bool ended = false;
    int number = 0;
    for (int k = 0; k < course.cut.carriers; k++)
        if (carrier_rank(&course, k) == file->comm->rank)
            course.carried = k;
    course.asking = made(&course, (size_t)course.cut.carriers * sizeof *course.asking);
    if (access->bytes > 0)
        view_pieces(&file->view, access->offset * file->view.etype_bytes, access->bytes,
                    &course.places);
    access->moved = 0;
    MPI_Offset step = course.cut.carriers * course.cut.window;
    for (course.start = course.cut.low; course.start < course.cut.high; course.start += step) {
        int error = round_by(&course, &ended);
        number = number != 0 ? number : error;
    }
    free(course.asking);
    if (!writes(&course))
        return number;
    /* What one process has written is there when all know that those that carried it out have. */
    int worst = 0;
    PMPI_Allreduce(&number, &worst, 1, MPI_INT, MPI_MAX, file->comm);
    if (worst == 0)
        access->moved = access->bytes;
    return worst;
}

/* ---- The access ---- */

int collective_checked(struct access *access, int error) {
    if (error == MPI_SUCCESS)
        error = access_begin(access);
    MPI_File file = access->file;
    if (file->comm->local->size == 1)
        return access_finish(access, error, error == MPI_SUCCESS ? access_move(access) : 0);
    struct together_part mine = {.error = error}, *parts;
    if (error == MPI_SUCCESS)
        mine = together_describe(access);
    int told = file_tell(access->call, file, &mine, sizeof mine, &parts);
    if (told != MPI_SUCCESS) {
        free(access->converted);
        return told;
    }
    int number = 0;
    if (error == MPI_SUCCESS)
        number = together_pays(file, parts) ? together_move(access, parts) : access_move(access);
    free(parts);
    return access_finish(access, error, number);
}

/* Without a file, the waiting processes are unknown. */
int collective_access(struct access *access) {
    int error = access_check(access);
    if (!file_is(access->file) || access->file->split.begun)
        return error;
    return collective_checked(access, error);
}
