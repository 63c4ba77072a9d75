/* Finds, by the programs of tests/mpi/files, which the machine also runs, errors that only
 * sanitizers see; and a window of a file with a wrong answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/file/together.h"
#include "mpi/file/view.h"
#include "mpi/object/communicator.h"
#include "tests/unit/mpi/worlds.h"
#include "tests/unit/nodes.h"

/* Their main function, which is compiled with this name. */
int files_main(int count, char **arguments);

static int random_program(void *seed) {
    char *arguments[] = {"files", seed, HOST_THREADS_ALONE ? "2" : "6", "/tmp", NULL};
    int status = files_main(4, arguments);
    host_check(comm_count == 0);
    return status;
}

TEST(test_random_files) {
    run_program(random_program, 2, 0);
}

/* ---- Views: bytes before a place, and of a part of an element ---- */

TEST_WITH_VERDICT(test_measures, HOST_OK, 0, 0, .ranks = 1) {
    begin();
    MPI_Datatype late, mixed, four;
    /* Four bytes at displacement 8: the next element's lie right behind them. */
    MPI_Type_create_indexed_block(1, 1, (int[]){2}, MPI_INT, &late);
    struct view view;
    host_check(view_start(&view));
    view.layout = &late->layout;
    view.displacement = 100;
    static const MPI_Count before[] = {0, 0, 1, 3, 4, 5, 8};
    static const MPI_Offset places[] = {104, 108, 109, 111, 112, 113, 116};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        host_check(view_bytes_before(&view, places[i]) == before[i]);
    /* Integers of 4 bytes and of 8, which have 4 and 8 in external32, too; and characters. */
    MPI_Type_create_struct(3, (int[]){1, 1, 3}, (MPI_Aint[]){0, 8, 16},
                           (MPI_Datatype[]){MPI_INT, MPI_WCHAR, MPI_CHAR}, &mixed);
    MPI_Type_contiguous(4, mixed, &four);
    MPI_Count external = mixed->layout.size - (MPI_Count)sizeof(wchar_t) + 2;
    host_check(portable_in_memory(four, external) == mixed->layout.size);
    host_check(portable_in_memory(four, external + 4) == mixed->layout.size + 4);
    host_check(portable_in_memory(four, 2 * external + 7) ==
               2 * mixed->layout.size + 4 + (MPI_Count)sizeof(wchar_t) + 1);
    MPI_Type_free(&late);
    MPI_Type_free(&mixed);
    MPI_Type_free(&four);
    host_check(MPI_Finalize() == MPI_SUCCESS);
}

enum { WINDOW = 64, WORDS = 12 };

/* Whether a message of `words` words is taken, and what it asks, done. It lies at the end of its
 * memory, so that a sanitizer sees what is read behind it. */
static bool is_taken(const uint32_t words[], size_t count, size_t bytes, bool writes) {
    struct window_message *message = malloc(bytes > 0 ? bytes : 1);
    assert_non_null(message);
    memset(message, 0, bytes);
    memcpy(message, words, bytes < 4 * count ? bytes : 4 * count);
    bool sound = window_is_sound(message, bytes, WINDOW, writes);
    if (sound) {
        struct window window = {.size = WINDOW,
                                .end = WINDOW,
                                .pieces = calloc(message->count + 1, sizeof *window.pieces),
                                .used = calloc(1, window_used_bytes(WINDOW)),
                                .bytes = calloc(WINDOW, 1)};
        char *data = malloc(message->bytes + 1);
        window_put(&window, message, writes);
        assert_int_equal(window_get(&window, message, data), message->bytes);
        free(data);
        free(window.bytes);
        free(window.pieces);
        free(window.used);
    }
    free(message);
    return sound;
}

#define TAKEN(bytes, writes, ...)                                                                  \
    is_taken((const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4, bytes,  \
             writes)

TEST(test_what_is_asked_of_a_window) {
    assert_true(TAKEN(8, false, 0, 0));
    assert_true(TAKEN(24, false, 2, 9, 0, 4, 59, 5));
    assert_true(TAKEN(33, true, 2, 9, 0, 4, 59, 5));
    assert_false(TAKEN(0, false, 0));
    assert_false(TAKEN(7, false, 0, 0));
    assert_false(TAKEN(24, true, 2, 9, 0, 4, 59, 5));          /* without the bytes */
    assert_false(TAKEN(32, true, 2, 9, 0, 4, 59, 5));          /* with too few */
    assert_false(TAKEN(24, false, 3, 9, 0, 4, 59, 5));         /* fewer pieces than it says */
    assert_false(TAKEN(24, false, UINT32_MAX, 9, 0, 4, 9, 5)); /* far more */
    assert_false(TAKEN(24, false, 2, 10, 0, 4, 59, 5));        /* another sum */
    assert_false(TAKEN(24, false, 2, 10, 0, 4, 59, 6));        /* beyond the window */
    assert_false(TAKEN(16, false, 1, 4, UINT32_MAX, 4));       /* round the end of numbers */
    assert_false(TAKEN(24, false, 2, 0, 1, UINT32_MAX, 0, 1));
    assert_false(TAKEN(24, false, 2, 9, 0, 5, 4, 4)); /* pieces that overlap */
    assert_false(TAKEN(24, false, 2, 4, 9, 0, 9, 4)); /* an empty one */
    uint32_t drawn = 1, words[WORDS];
    for (int k = 0; k < 20000; k++) {
        for (int i = 0; i < WORDS; i++) {
            drawn = drawn * 1664525 + 1013904223;
            words[i] = drawn >> 24 < 250 ? drawn >> 16 & 15 : drawn;
        }
        is_taken(words, WORDS, drawn >> 8 & 63, drawn >> 15 & 1);
    }
}
