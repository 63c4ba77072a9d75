/* How bytes move between pieces of memory and pieces of a file. */
#ifndef MPI_FILE_MOVE_H
#define MPI_FILE_MOVE_H

#include <stdbool.h>

#include "libc/file_pieces.h"
#include "mpi/file/file.h"

/* Where the bytes of an access are in memory: elements of this layout. */
struct memory {
    const struct layout *layout;
    char *buffer;
};

/* Returns the one piece of memory that has the bytes from byte `first` on, or null if they lie in
 * several. */
static inline char *memory_piece(const struct memory *memory, MPI_Count first) {
    return memory->layout->contiguous ? memory->buffer + memory->layout->true_lower + first : NULL;
}

/* Fills `pieces`, at most `most`, with the next pieces of the file by *from, at most `bytes` bytes
 * together; adjacent pieces are joined. The last one may be a part of a piece; *rest then is the
 * remainder, and must be empty before the first call. Returns their number. Sets *all to their
 * bytes. */
struct rest {
    MPI_Offset place;
    MPI_Count bytes;
};
size_t move_collect(struct pieces *from, struct rest *rest, struct folder_piece pieces[],
                    size_t most, MPI_Count bytes, MPI_Count *all);

/* Writes pieces whose bytes are one behind the other, and changes the list. Sets *moved to how many
 * bytes the host has taken. Returns an errno, or 0. */
int move_write(int descriptor, struct folder_piece pieces[], size_t count, const char *bytes,
               MPI_Count *moved);

/* Moves `bytes` bytes of the view's data, from byte `first` on, to the file, or from it. Sets
 * *moved to how many were moved: fewer at the end of the file. Returns an errno, or 0. */
int move(MPI_File file, bool writes, const struct memory *memory, MPI_Count first, MPI_Count bytes,
         MPI_Count *moved);

#endif
