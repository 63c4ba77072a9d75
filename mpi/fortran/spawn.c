/* MPI_Comm_spawn for Fortran: lists of texts end with a blank one. */
#include <stdbool.h>
#include <stdlib.h>

#include "mpi/fortran/fortran.h"
#include "net/system/system.h"

/* The common block of MPI_ARGV_NULL, which is a blank text, and of MPI_ARGVS_NULL (bindings.py). */
extern struct arguments_none { char argv, argvs; } mpi_arguments_;
struct arguments_none mpi_arguments_ __attribute__((common));

static bool is_blank(const char *text, size_t length) {
    while (length > 0 && (*text == ' ' || *text == '\0'))
        text++, length--;
    return length == 0;
}

/* Makes a list, with a null pointer at its end, of texts that lie `stride` bytes apart: `count` of
 * them, or up to a blank one if count is negative. */
static char **take_texts(const char *text, size_t length, size_t stride, int count) {
    int texts = 0;
    while (count < 0 ? !is_blank(text + (size_t)texts * stride, length) : texts < count)
        texts++;
    char **list = calloc((size_t)texts + 1, sizeof *list);
    if (!list)
        system_abort("graycube: not enough memory for %d texts (increase --memory heap=BYTES)\n",
                     texts);
    for (int i = 0; i < texts; i++)
        list[i] = fortran_text(text + (size_t)i * stride, length, 0);
    return list;
}

static void give_texts(char **list) {
    for (int i = 0; list[i]; i++)
        free(list[i]);
    free(list);
}

FORTRAN(void, comm_spawn, const char *command, const char *argv, const MPI_Fint *maxprocs,
        const MPI_Fint *info, const MPI_Fint *root, const MPI_Fint *comm, MPI_Fint *intercomm,
        MPI_Fint codes[], MPI_Fint *ierror, size_t command_length, size_t argv_length) {
    char *name = fortran_text(command, command_length, 0);
    char **words = take_texts(argv, argv_length, argv_length, -1);
    MPI_Comm made = MPI_COMM_NULL;
    int outcome = MPI_Comm_spawn(name, words, *maxprocs, fortran_handle(*info), *root,
                                 fortran_handle(*comm), &made, fortran_codes(codes));
    *intercomm = fortran_number(made);
    give_texts(words);
    free(name);
    if (ierror)
        *ierror = outcome;
}

FORTRAN(void, comm_spawn_multiple, const MPI_Fint *count, const char *commands, const char *argvs,
        const MPI_Fint maxprocs[], const MPI_Fint infos[], const MPI_Fint *root,
        const MPI_Fint *comm, MPI_Fint *intercomm, MPI_Fint codes[], MPI_Fint *ierror,
        size_t command_length, size_t argv_length) {
    char **names = take_texts(commands, command_length, command_length, *count);
    char ***words = calloc((size_t)*count + 1, sizeof *words);
    if (!words)
        system_abort("graycube: not enough memory for %d lists (increase --memory heap=BYTES)\n",
                     *count);
    bool none = argvs == &mpi_arguments_.argvs;
    for (int i = 0; i < *count && !none; i++)
        words[i] = take_texts(argvs + (size_t)i * argv_length, argv_length,
                              (size_t)*count * argv_length, -1);
    void **hints = fortran_take(infos, *count);
    MPI_Comm made = MPI_COMM_NULL;
    int outcome = MPI_Comm_spawn_multiple(*count, names, none ? MPI_ARGVS_NULL : words, maxprocs,
                                          (MPI_Info *)hints, *root, fortran_handle(*comm), &made,
                                          fortran_codes(codes));
    *intercomm = fortran_number(made);
    fortran_give(hints, NULL, *count);
    for (int i = 0; i < *count && !none; i++)
        give_texts(words[i]);
    free(words);
    give_texts(names);
    if (ierror)
        *ierror = outcome;
}
