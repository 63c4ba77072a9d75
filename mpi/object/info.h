/* Info objects: ordered lists of keys and values (MPI 5.0, chapter 10). */
#ifndef MPI_INFO_H
#define MPI_INFO_H

#include <stdbool.h>

#include "mpi.h"
#include "mpi/object/handle.h"

/* Whether a handle is an info object. MPI_INFO_ENV is one, without keys. */
static inline bool info_is(MPI_Info info) {
    return info == MPI_INFO_ENV || handle_is_address(info);
}

/* Returns an error, raised at the object `raises` by the function `call`, if the argument is
 * neither an info object nor MPI_INFO_NULL (mpi/object/error.h). */
#define RETURN_UNLESS_HINTS(raises, call, info)                                                    \
    if ((info) != MPI_INFO_NULL && !info_is(info))                                                 \
    return error_raise(raises, call, MPI_ERR_INFO, "invalid info object")

/* Returns the value of a key, or null. It is valid until the object changes. */
const char *info_value(MPI_Info info, const char *key);

/* Returns the key with this number, or null. Keys are numbered from 0 in the order in which they
 * were set. The text is valid until the object changes. */
const char *info_key(MPI_Info info, int number);

/* Makes an object without keys, or returns null without memory. The caller frees it by info_release
 * or MPI_Info_free. */
MPI_Info info_make(void);

/* Sets a key. A key that is there keeps its place, and a new one becomes the last. Returns whether
 * there was memory. */
bool info_set(MPI_Info info, const char *key, const char *value);

/* Deletes a key. Returns whether it was there. */
bool info_delete(MPI_Info info, const char *key);

/* Makes a copy of an object, which for MPI_INFO_NULL has no keys, or returns null without memory.
 * The caller frees it by info_release or MPI_Info_free. */
MPI_Info info_copy(MPI_Info info);

/* Frees an object. Nothing happens if it is MPI_INFO_NULL. */
void info_release(MPI_Info info);

/* ---- The hints of an object, which calls for all kinds of objects set and get alike ---- */

/* Set those of `info`, while others stay, and return a copy. *hints may be MPI_INFO_NULL. Both
 * raise errors at `raises` in the function `call`. */
int info_call_set(const char *call, MPI_Comm raises, MPI_Info *hints, MPI_Info info);
int info_call_get(const char *call, MPI_Comm raises, MPI_Info hints, MPI_Info *info_used);

#endif
