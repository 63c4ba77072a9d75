/* What the functions for Fortran share, which mpi/fortran/bindings.py writes: they are given
 * addresses of everything, handles as integers, texts without a zero at the end, and constants that
 * are addresses. */
#ifndef MPI_FORTRAN_H
#define MPI_FORTRAN_H

#include <stddef.h>

#include "mpi.h"

/* FORTRAN(void, X, parameters) { ... } defines mpi_X_, a weak symbol with a twin as MPI_X is
 * (mpi/object/error.h). */
#define FORTRAN(type, name, ...)                                                                   \
    type mpi_##name##_(__VA_ARGS__) __attribute__((weak));                                         \
    type pmpi_##name##_(__VA_ARGS__) __attribute__((alias("mpi_" #name "_")));                     \
    type mpi_##name##_(__VA_ARGS__)

/* The handle as an integer, and back. It is the same number, but for an object above 4 GiB
 * (handles.c). */
MPI_Fint fortran_number(const void *handle);
void *fortran_handle(MPI_Fint number);

/* Copies of `count` handles, which fortran_give writes back to `numbers` and frees, or frees alone
 * if `numbers` is null. Null if there are none. */
void **fortran_take(const MPI_Fint numbers[], int count);
void fortran_give(void **handles, MPI_Fint numbers[], int count);

/* The constants of C for those of Fortran, which are variables of a common block. */
void *fortran_buffer(const void *buffer);
int *fortran_weights(const void *weights);
MPI_Status *fortran_status(const void *status);
int *fortran_codes(const void *codes);

/* A text of Fortran with a zero in place of the blanks at its end, and with `room` for MPI to write
 * to. fortran_word leaves out the blanks before, too. fortran_text_give copies it back, if `back`
 * is given, and frees it. */
char *fortran_text(const char *text, size_t length, size_t room);
char *fortran_word(const char *text, size_t length, size_t room);
void fortran_text_give(char *copy, char *back, size_t length);
enum { FORTRAN_ROOM = MPI_MAX_LIBRARY_VERSION_STRING };

/* Adds 1 to indices, which begin there in Fortran. */
void fortran_indices(int error, int indices[], int count);

#endif
