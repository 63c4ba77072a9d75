/* Handles as integers (MPI 5.0, section 19.3.4). A predefined handle is a small number, and all
 * other handles are addresses. On the cube these are below 4 GiB unless a program's heap is larger,
 * so the integer is the same number. A function of the program's that is given a C handle by its
 * address can thus read its low half as an integer: so callbacks of Fortran need no function
 * between. Other addresses have numbers of a range in which no object lies. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/fortran/fortran.h"
#include "mpi/object/communicator.h"
#include "mpi/object/error.h"
#include "net/system/system.h"

enum { FIRST = HANDLE_END, MOST = 0x400000 - FIRST /* where programs begin */ };

static NODE_LOCAL struct {
    const void **handles;
    int count;
} high;

MPI_Fint fortran_number(const void *handle) {
    uintptr_t address = (uintptr_t)handle;
    if (address <= UINT32_MAX && (address < FIRST || address >= FIRST + MOST))
        return (MPI_Fint)(uint32_t)address;
    for (int i = 0; i < high.count; i++)
        if (high.handles[i] == handle)
            return FIRST + i;
    const void **more = realloc(high.handles, (size_t)(high.count + 1) * sizeof *more);
    if (!more || high.count == MOST)
        system_abort("graycube: not enough memory for a handle as an integer (increase --memory "
                     "heap=BYTES)\n");
    high.handles = more;
    more[high.count] = handle;
    return FIRST + high.count++;
}

void *fortran_handle(MPI_Fint number) {
    if (number >= FIRST && number < FIRST + MOST)
        return number < FIRST + high.count ? (void *)high.handles[number - FIRST] : NULL;
    return (void *)(uintptr_t)(uint32_t)number;
}

#define CONVERSIONS(name, type)                                                                    \
    MPI_Fint MPI_##name##_c2f(type handle) {                                                       \
        return fortran_number(handle);                                                             \
    }                                                                                              \
    type MPI_##name##_f2c(MPI_Fint handle) {                                                       \
        return fortran_handle(handle);                                                             \
    }                                                                                              \
    int MPI_##name##_toint(type handle) {                                                          \
        return fortran_number(handle);                                                             \
    }                                                                                              \
    type MPI_##name##_fromint(int handle) {                                                        \
        return fortran_handle(handle);                                                             \
    }
CONVERSIONS(Comm, MPI_Comm)
CONVERSIONS(Errhandler, MPI_Errhandler)
CONVERSIONS(File, MPI_File)
CONVERSIONS(Group, MPI_Group)
CONVERSIONS(Info, MPI_Info)
CONVERSIONS(Message, MPI_Message)
CONVERSIONS(Op, MPI_Op)
CONVERSIONS(Request, MPI_Request)
CONVERSIONS(Session, MPI_Session)
CONVERSIONS(Type, MPI_Datatype)
CONVERSIONS(Win, MPI_Win)

/* A status is the same in C and in both forms of Fortran: eight integers. */
#define COPIES(name, to, from)                                                                     \
    int MPI_Status_##name(const from *given, to *made) {                                           \
        RETURN_IF_NULL(given);                                                                     \
        RETURN_IF_NULL(made);                                                                      \
        memcpy(made, given, sizeof(MPI_Status));                                                   \
        return MPI_SUCCESS;                                                                        \
    }
COPIES(c2f, MPI_Fint, MPI_Status)
COPIES(f2c, MPI_Status, MPI_Fint)
COPIES(c2f08, MPI_F08_status, MPI_Status)
COPIES(f082c, MPI_Status, MPI_F08_status)
COPIES(f2f08, MPI_F08_status, MPI_Fint)
COPIES(f082f, MPI_Fint, MPI_F08_status)

void **fortran_take(const MPI_Fint numbers[], int count) {
    void **handles = count > 0 ? malloc((size_t)count * sizeof *handles) : NULL;
    if (count > 0 && !handles)
        system_abort(
            "graycube: not enough memory for a list of %d handles (increase --memory heap=BYTES)\n",
            count);
    for (int i = 0; i < count; i++)
        handles[i] = fortran_handle(numbers[i]);
    return handles;
}

void fortran_give(void **handles, MPI_Fint numbers[], int count) {
    for (int i = 0; numbers && i < count; i++)
        numbers[i] = fortran_number(handles[i]);
    free(handles);
}
