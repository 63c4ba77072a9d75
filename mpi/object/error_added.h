/* The error classes and codes that a program adds (MPI 5.0, section 9.5). They are numbered behind
 * MPI_ERR_LASTCODE, in one sequence. */
#ifndef MPI_ERROR_ADDED_H
#define MPI_ERROR_ADDED_H

#include <stdbool.h>

/* The text of an added class or code, "" if it has none, or null if it was not added. */
const char *error_added_text(int code);

/* The class of an added class or code, MPI_ERR_UNKNOWN if it was not added. A class is its own. */
int error_added_class(int code);

/* The greatest class or code, added or not: the value of the attribute MPI_LASTUSEDCODE. */
const int *error_last_used(void);

/* Adds a code of a class, or, if the class is 0, a class. Returns its number, or 0 without
 * memory. */
int error_add(int class);

/* Gives a class or code that was added a text, which is copied, or none if it is null. Returns
 * whether there was memory. */
bool error_add_text(int code, const char *text);

/* A code of an added class, or 0. */
int error_code_of(int class);

/* Removes a class or code that was added. */
void error_remove(int code);

#endif
