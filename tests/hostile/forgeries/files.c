/* Messages for files. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

#include "mpi/collective/collective.h"
#include "mpi/file/together.h"
#include "net/node.h"
#include "tests/hostile/forgeries/forgery.h"

enum { FIRST_WINDOW = 32768 /* bytes */ };

/* What node 1 tells of an access that both begin, and what it asks of the first window. */
static const struct together_part whole = {.high = 100, .bytes = 100, .requests = 9},
                                  before = {.low = -100, .high = 100, .bytes = 100},
                                  endless = {.high = INT64_MAX, .bytes = 100, .requests = 9};
static const uint32_t beyond[] = {1, 8, FIRST_WINDOW - 4, 8, 0, 0},
                      wrapped[] = {1, 8, UINT32_MAX, 8};

static int attack_file(const struct together_part *part, const uint32_t *asked, size_t asks,
                       bool writes) {
    char name[32]; /* of a file in the tree, from the root of which tests run */
    struct together_part parts[2];
    MPI_Info info;
    MPI_File file;
    MPI_Init(NULL, NULL);
    MPI_Info_create(&info);
    MPI_Info_set(info, "collective_buffering", "true");
    snprintf(name, sizeof name, "build/hostile-%d", (int)getpid());
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (node.number == 0) {
        MPI_File_delete(name, MPI_INFO_NULL); /* it stays open */
        if (writes)
            MPI_File_write_at_all(file, 0, forgery_bytes, 100, MPI_BYTE, MPI_STATUS_IGNORE);
        else
            MPI_File_read_at_all(file, 0, forgery_bytes, 100, MPI_BYTE, MPI_STATUS_IGNORE);
    } else {
        collective_allgather(file->comm, part, parts, sizeof *part);
        MPI_Send(asked, (int)asks, MPI_BYTE, 0, TOGETHER_ASKED, file->comm);
    }
    return 0;
}

static int run_file_before(void) {
    return attack_file(&before, beyond, sizeof beyond, true);
}

static int run_file_endless(void) {
    return attack_file(&endless, beyond, sizeof beyond, true);
}

static int run_file_written(void) {
    return attack_file(&whole, beyond, sizeof beyond, true);
}

static int run_file_read(void) {
    return attack_file(&whole, wrapped, sizeof wrapped, false);
}

#define NO_ACCESS "invalid part of a collective file access"
#define NO_ASKING "invalid request in a collective file access"

static const struct forgery list[] = {
    {"a part of an access before a file", NO_ACCESS, .run = run_file_before},
    {"a part of an access without an end", NO_ACCESS, .run = run_file_endless},
    {"bytes written beyond a window of a file", NO_ASKING, .run = run_file_written},
    {"bytes read beyond a window of a file", NO_ASKING, .run = run_file_read},
};
const struct forgery_list forgeries_of_files = {list, sizeof list / sizeof list[0]};
