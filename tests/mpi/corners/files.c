/* Finds an invalid call of files that is accepted, and a wrong answer about files. */
#include <unistd.h>

#include "corners.h"

enum { NAME_BYTES = 100, WORDS = 4 };

static _Thread_local int handled;
static _Thread_local char name[NAME_BYTES];

static void handle(MPI_File *file, int *code, ...) {
    handled = *file == MPI_FILE_NULL ? -corners_class(*code) : corners_class(*code);
}

/* A name that no other test has, the same at all processes. */
static void choose_name(MPI_Comm comm) {
    static _Thread_local int number;
    int own[2], world;
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    own[0] = 1000 * (int)getpid() + world;
    own[1] = number++;
    MPI_Bcast(own, 2, MPI_INT, 0, comm);
#ifdef CUBE_HOST
    snprintf(name, sizeof name, "build/corners-%d-%d", own[0],
             own[1]); /* from the root of the tree */
#else
    snprintf(name, sizeof name, "corners-%d-%d", own[0], own[1]);
#endif
}

static void check_opening(MPI_Comm comm) {
    MPI_File file = MPI_FILE_NULL;
    int all = MPI_MODE_CREATE | MPI_MODE_RDWR;
    const int wrong[] = {0,
                         MPI_MODE_CREATE,
                         all | MPI_MODE_RDONLY,
                         MPI_MODE_CREATE | MPI_MODE_RDONLY,
                         MPI_MODE_EXCL | MPI_MODE_RDONLY,
                         MPI_MODE_SEQUENTIAL | MPI_MODE_RDWR,
                         all | 1 << 20};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refused(MPI_ERR_AMODE, MPI_File_open(comm, name, wrong[i], MPI_INFO_NULL, &file));
    refused(MPI_ERR_NO_SUCH_FILE, MPI_File_open(comm, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
    refused(MPI_ERR_ARG, MPI_File_open(comm, NULL, all, MPI_INFO_NULL, &file));
    refused(MPI_ERR_BAD_FILE, MPI_File_open(comm, ".", MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
    refused(MPI_ERR_NO_SUCH_FILE, MPI_File_open(comm, "none/none", all, MPI_INFO_NULL, &file));
    refused(MPI_ERR_NO_SUCH_FILE, MPI_File_delete(name, MPI_INFO_NULL));
    refused(MPI_ERR_ARG, MPI_File_delete(NULL, MPI_INFO_NULL));
    refused(MPI_ERR_FILE, MPI_File_close(&file));
    int mode = rank == 0 ? all : all | MPI_MODE_UNIQUE_OPEN;
    if (size > 1)
        refused(MPI_ERR_NOT_SAME, MPI_File_open(comm, name, mode, MPI_INFO_NULL, &file));
}

/* A file of one of the modes that do not let all be done. */
static void check_modes(MPI_Comm comm) {
    MPI_File file;
    int word = 7;
    MPI_Offset offset;
    int make = MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY, ones[] = {1, 1}, falls[] = {9, 0};
    MPI_Datatype falling;
    check(MPI_File_open(comm, name, make, MPI_INFO_NULL, &file) == MPI_SUCCESS);
    refused(MPI_ERR_ACCESS, MPI_File_read_at(file, 0, &word, 1, MPI_INT, MPI_STATUS_IGNORE));
    refused(MPI_ERR_ACCESS, MPI_File_read_all(file, &word, 1, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_File_write_at_all(file, 0, &word, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    check(MPI_File_close(&file) == MPI_SUCCESS);
    refused(MPI_ERR_FILE_EXISTS, MPI_File_open(comm, name, make, MPI_INFO_NULL, &file));
    MPI_File_open(comm, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    refused(MPI_ERR_READ_ONLY, MPI_File_write(file, &word, 1, MPI_INT, MPI_STATUS_IGNORE));
    refused(MPI_ERR_READ_ONLY, MPI_File_write_shared(file, &word, 1, MPI_INT, MPI_STATUS_IGNORE));
    refused(MPI_ERR_READ_ONLY, MPI_File_set_size(file, 0));
    refused(MPI_ERR_READ_ONLY, MPI_File_preallocate(file, 9));
    /* One byte of this view lies in the file, and the one before it beyond. */
    MPI_Type_indexed(2, ones, falls, MPI_BYTE, &falling);
    MPI_Type_commit(&falling);
    check(MPI_File_set_view(file, 0, MPI_BYTE, falling, "native", MPI_INFO_NULL) == MPI_SUCCESS);
    MPI_Type_free(&falling);
    MPI_File_seek(file, 0, MPI_SEEK_END);
    MPI_File_get_position(file, &offset);
    check(offset == 1);
    MPI_File_close(&file);
    MPI_File_open(comm, name, MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL, &file);
    refused(MPI_ERR_UNSUPPORTED_OPERATION,
            MPI_File_write(file, &word, 1, MPI_INT, MPI_STATUS_IGNORE));
    refused(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_seek(file, 0, MPI_SEEK_SET));
    refused(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    refused(MPI_ERR_UNSUPPORTED_OPERATION,
            MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    check(MPI_File_write_ordered(file, &word, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    check(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native",
                            MPI_INFO_NULL) == MPI_SUCCESS);
    MPI_File_get_byte_offset(file, 0, &offset);
    check(offset == size * (MPI_Offset)sizeof word);
    MPI_File_close(&file);
    MPI_File_open(comm, name, MPI_MODE_RDWR | MPI_MODE_APPEND | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_get_position(file, &offset);
    check(offset == size * (MPI_Offset)sizeof word);
    MPI_File_get_position_shared(file, &offset);
    check(offset == size * (MPI_Offset)sizeof word);
    MPI_File_close(&file);
    refused(MPI_ERR_NO_SUCH_FILE, MPI_File_delete(name, MPI_INFO_NULL));
}

static void check_views(MPI_File file) {
    MPI_Datatype back, over, pair;
    int negative = -1, lengths[2] = {2, 2}, places[2] = {0, 1}, two[2] = {1, 1}, falls[2] = {1, 0};
    MPI_Type_create_indexed_block(1, 1, &negative, MPI_INT, &back);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &over);
    MPI_Type_indexed(2, two, falls, MPI_INT, &pair);
    refused(MPI_ERR_TYPE, MPI_File_set_view(file, 0, MPI_INT, back, "native", MPI_INFO_NULL));
    MPI_Type_commit(&back);
    MPI_Type_commit(&over);
    MPI_Type_commit(&pair);
    refused(MPI_ERR_IO, MPI_File_set_view(file, 0, MPI_INT, back, "native", MPI_INFO_NULL));
    refused(MPI_ERR_IO, MPI_File_set_view(file, 0, MPI_INT, over, "native", MPI_INFO_NULL));
    refused(MPI_ERR_IO, MPI_File_set_view(file, 0, MPI_INT, pair, "native", MPI_INFO_NULL));
    refused(MPI_ERR_IO, MPI_File_set_view(file, 0, MPI_INT, MPI_BYTE, "native", MPI_INFO_NULL));
    refused(MPI_ERR_ARG, MPI_File_set_view(file, -1, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    refused(MPI_ERR_ARG, MPI_File_set_view(file, 0, MPI_INT, MPI_INT, NULL, MPI_INFO_NULL));
    refused(MPI_ERR_UNSUPPORTED_DATAREP,
            MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "ascii", MPI_INFO_NULL));
    MPI_Type_free(&back);
    MPI_Type_free(&over);
    MPI_Type_free(&pair);
}

static void check_accesses(MPI_File file) {
    int words[WORDS] = {1, 2, 3, 4};
    long large = 1L << 40;
    MPI_Status status;
    MPI_Request request;
    MPI_Offset offset;
    refused(MPI_ERR_ARG, MPI_File_read_at(file, -1, words, 1, MPI_INT, &status));
    refused(MPI_ERR_ARG, MPI_File_write_at(file, INT64_MAX - 1, words, 1, MPI_INT, &status));
    refused(MPI_ERR_ARG, MPI_File_seek(file, -1, MPI_SEEK_SET));
    refused(MPI_ERR_ARG, MPI_File_seek(file, 0, 7));
    refused(MPI_ERR_ARG, MPI_File_seek_shared(file, -1, MPI_SEEK_SET));
    refused(MPI_ERR_ARG, MPI_File_set_size(file, -1));
    refused(MPI_ERR_ARG, MPI_File_get_byte_offset(file, -1, &offset));
    refused(MPI_ERR_INFO, MPI_File_set_info(file, MPI_INFO_NULL));
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    refused(MPI_ERR_TYPE, MPI_File_write(file, words, 1, MPI_CHAR, &status));
    MPI_File_set_view(file, 0, MPI_LONG, MPI_LONG, "external32", MPI_INFO_NULL);
    refused(MPI_ERR_CONVERSION, MPI_File_write_all(file, &large, 1, MPI_LONG, &status));
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    /* Split accesses and requests. */
    refused(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_read_all_end(file, words, &status));
    check(MPI_File_read_all_begin(file, words, 1, MPI_INT) == MPI_SUCCESS);
    refused(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_read_all_begin(file, words, 1, MPI_INT));
    refused(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_write_all(file, words, 1, MPI_INT, &status));
    refused(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_read_at_all_end(file, words, &status));
    if (rank == 0) { /* none of these waits for the others */
        refused(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_read_all(file, words, 1, MPI_INT, &status));
        refused(MPI_ERR_UNSUPPORTED_OPERATION,
                MPI_File_read_ordered(file, words, 1, MPI_INT, &status));
    }
    refused(MPI_ERR_BUFFER, MPI_File_read_all_end(file, words + 1, &status));
    refused(MPI_ERR_REQUEST, MPI_File_close(&file));
    check(MPI_File_read_at(file, 0, words, 0, MPI_INT, &status) == MPI_SUCCESS);
    check(MPI_File_read_all_end(file, words, &status) == MPI_SUCCESS);
    MPI_File_iread(file, words, 1, MPI_INT, &request);
    refused(MPI_ERR_REQUEST, MPI_File_close(&file));
    MPI_Wait(&request, &status);
    /* The end of the file. */
    MPI_File_set_size(file, 6);
    MPI_File_read_at(file, 0, words, WORDS, MPI_INT, &status);
    check(corners_count(&status, MPI_INT) == MPI_UNDEFINED);
    check(corners_count(&status, MPI_BYTE) == 6);
    MPI_File_seek(file, -2, MPI_SEEK_END);
    MPI_File_get_position(file, &offset);
    check(offset == 4);
    MPI_File_read_all(file, words, WORDS, MPI_INT, &status);
    check(corners_count(&status, MPI_BYTE) == 2);
}

static void check_objects(MPI_File file, MPI_Comm comm) {
    MPI_Errhandler handler, found;
    MPI_Group group, same;
    MPI_Info info;
    int result, flag, amode;
    MPI_Comm_group(comm, &same);
    MPI_File_get_group(file, &group);
    MPI_Group_compare(group, same, &result);
    check(result == MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&same);
    MPI_File_get_amode(file, &amode);
    check(amode == (MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE));
    MPI_File_get_atomicity(file, &flag);
    check(flag == 0);
    MPI_Info_create(&info);
    MPI_Info_set(info, "access_style", "random");
    MPI_File_set_info(file, info);
    MPI_Info_free(&info);
    MPI_File_get_info(file, &info);
    MPI_Info_get_nkeys(info, &flag);
    check(flag == 1);
    MPI_Info_free(&info);
    MPI_File_get_errhandler(file, &found);
    check(found == MPI_ERRORS_RETURN);
    MPI_File_create_errhandler(handle, &handler);
    MPI_File_set_errhandler(file, handler);
    MPI_File_get_errhandler(file, &found);
    check(found == handler);
    MPI_Errhandler_free(&found);
    handled = 0;
    MPI_File_seek(file, -1, MPI_SEEK_SET);
    check(handled == MPI_ERR_ARG);
    MPI_File_call_errhandler(file, MPI_ERR_OTHER);
    check(handled == MPI_ERR_OTHER);
    MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    MPI_Errhandler_free(&handler);
    MPI_File_delete("none", MPI_INFO_NULL);
    check(handled == -MPI_ERR_NO_SUCH_FILE);
    refused(MPI_ERR_ERRHANDLER, MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRHANDLER_NULL));
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
}

CORNER(files) {
    MPI_File older, file;
    choose_name(comm);
    check_opening(comm);
    check_modes(comm);
    MPI_File_open(comm, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &older);
    if (MPI_File_open(comm, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS) {
        check(!"the file cannot be opened");
        return;
    }
    check(MPI_File_close(&older) == MPI_SUCCESS); /* the newer one stays in the list */
    check_views(file);
    check_accesses(file);
    check_objects(file, comm);
    check(MPI_File_close(&file) == MPI_SUCCESS && file == MPI_FILE_NULL);
}
