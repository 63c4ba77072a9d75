/* Constants and texts of Fortran's as C's functions have them. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "mpi/fortran/fortran.h"
#include "net/system/system.h"

/* The common block in which constants of Fortran lie that are addresses (bindings.py). */
extern struct addresses {
    int bottom, in_place, automatic, unweighted, weights_empty, errcodes_ignore, status_ignore[8],
        statuses_ignore[8];
} mpi_addresses_;
struct addresses mpi_addresses_ __attribute__((common));

void *fortran_buffer(const void *buffer) {
    if (buffer == &mpi_addresses_.bottom)
        return MPI_BOTTOM;
    if (buffer == &mpi_addresses_.in_place)
        return MPI_IN_PLACE;
    return buffer == &mpi_addresses_.automatic ? MPI_BUFFER_AUTOMATIC : (void *)buffer;
}

int *fortran_weights(const void *weights) {
    if (weights == &mpi_addresses_.unweighted)
        return MPI_UNWEIGHTED;
    return weights == &mpi_addresses_.weights_empty ? MPI_WEIGHTS_EMPTY : (int *)weights;
}

MPI_Status *fortran_status(const void *status) {
    bool is_ignored =
        status == mpi_addresses_.status_ignore || status == mpi_addresses_.statuses_ignore;
    return is_ignored ? MPI_STATUS_IGNORE : (MPI_Status *)status;
}

int *fortran_codes(const void *codes) {
    return codes == &mpi_addresses_.errcodes_ignore ? MPI_ERRCODES_IGNORE : (int *)codes;
}

char *fortran_text(const char *text, size_t length, size_t room) {
    while (length > 0 && text[length - 1] == ' ')
        length--;
    char *copy = malloc((room > length ? room : length) + 1);
    if (!copy)
        system_abort("graycube: not enough memory for a text of %zu characters (increase --memory "
                     "heap=BYTES)\n",
                     length);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *fortran_word(const char *text, size_t length, size_t room) {
    while (length > 0 && *text == ' ')
        text++, length--;
    return fortran_text(text, length, room);
}

void fortran_text_give(char *copy, char *back, size_t length) {
    if (back) {
        size_t written = strnlen(copy, length);
        memcpy(back, copy, written);
        memset(back + written, ' ', length - written);
    }
    free(copy);
}

void fortran_indices(int error, int indices[], int count) {
    for (int i = 0; error == MPI_SUCCESS && i < count; i++)
        if (indices[i] >= 0)
            indices[i]++;
}
