#include "mpi/file/move.h"

#include <errno.h>
#include <stdlib.h>

enum {
    PIECES_MOST = 2048, /* pieces of a call: the most of a request */
    STAGE = 2 * 32768   /* bytes that are packed at once: two requests */
};

size_t move_collect(struct pieces *from, struct rest *rest, struct folder_piece pieces[],
                    size_t most, MPI_Count bytes, MPI_Count *all) {
    size_t count = 0;
    *all = 0;
    while (*all < bytes) {
        if (rest->bytes == 0) {
            void *place;
            size_t piece;
            if (!pieces_next(from, &place, &piece))
                break;
            *rest = (struct rest){(MPI_Offset)(intptr_t)place, (MPI_Count)piece};
        }
        MPI_Count part = rest->bytes < bytes - *all ? rest->bytes : bytes - *all;
        if (count > 0 && pieces[count - 1].offset + pieces[count - 1].bytes == rest->place)
            pieces[count - 1].bytes += part;
        else if (count == most)
            break;
        else
            pieces[count++] = (struct folder_piece){rest->place, part};
        rest->place += part;
        rest->bytes -= part;
        *all += part;
    }
    return count;
}

int move_write(int descriptor, struct folder_piece pieces[], size_t count, const char *bytes,
               MPI_Count *moved) {
    *moved = 0;
    while (count > 0) {
        ssize_t some = file_write_pieces(descriptor, pieces, count, bytes + *moved);
        if (some <= 0)
            return some < 0 ? errno : EIO;
        *moved += some;
        while (count > 0 && some >= pieces->bytes) {
            some -= pieces->bytes;
            pieces++;
            count--;
        }
        if (count > 0)
            *pieces = (struct folder_piece){pieces->offset + some, pieces->bytes - some};
    }
    return 0;
}

/* Moves the bytes of one list of pieces. Returns an errno, or 0. */
static int move_list(MPI_File file, bool writes, struct folder_piece pieces[], size_t count,
                     char *bytes, MPI_Count *moved) {
    if (writes)
        return move_write(file->descriptor, pieces, count, bytes, moved);
    ssize_t some = file_read_pieces(file->descriptor, pieces, count, bytes);
    *moved = some < 0 ? 0 : some;
    return some < 0 ? errno : 0;
}

int move(MPI_File file, bool writes, const struct memory *memory, MPI_Count first, MPI_Count bytes,
         MPI_Count *moved) {
    struct pieces places;
    struct rest rest = {0};
    MPI_Count most = bytes, part, some;
    char *stage = NULL;
    int error = 0;
    *moved = 0;
    if (bytes == 0)
        return 0;
    bool staged = !memory_piece(memory, 0);
    if (staged)
        most = bytes < STAGE ? bytes : STAGE;
    struct folder_piece *pieces =
        malloc(PIECES_MOST * sizeof *pieces + (staged ? (size_t)most : 0));
    if (!pieces)
        return ENOMEM;
    if (staged)
        stage = (char *)(pieces + PIECES_MOST);
    view_pieces(&file->view, first, bytes, &places);
    do {
        size_t count = move_collect(&places, &rest, pieces, PIECES_MOST, most, &part);
        if (stage && writes)
            pieces_pack(memory->layout, memory->buffer, *moved, stage, part);
        error = move_list(file, writes, pieces, count, stage ? stage : memory_piece(memory, *moved),
                          &some);
        if (stage && !writes)
            pieces_unpack(memory->layout, memory->buffer, *moved, stage, some);
        *moved += some;
    } while (error == 0 && some == part && *moved < bytes);
    free(pieces);
    return error;
}
