/* The error classes and codes that a program adds (MPI 5.0, section 9.5). Their numbers follow
 * MPI_ERR_LASTCODE, in one sequence. */
#ifndef MPI_ERROR_ADDED_H
#define MPI_ERROR_ADDED_H

#include <stdbool.h>

/* Returns the text of an added class or code, "" if it has none, or null if it was not added. */
const char *error_added_text(int code);

/* Returns the class of an added class or code, or MPI_ERR_UNKNOWN if it was not added. The class of
 * a class is itself. */
int error_added_class(int code);

/* Returns the greatest class or code, added or not: the value of the attribute MPI_LASTUSEDCODE. */
const int *error_last_used(void);

/* Adds a code to a class, or adds a class if `class` is 0. Returns its number, or 0 without
 * memory. */
int error_add(int class);

/* Gives a text to a class or code that was added. The text is copied; null removes the old text.
 * Returns whether there was memory. */
bool error_add_text(int code, const char *text);

/* Returns a code that was added to this class, or 0 if there is none. */
int error_code_of(int class);

/* Removes a class or code that was added. */
void error_remove(int code);

#endif
