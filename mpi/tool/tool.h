/* Shared by the functions of the tools' interface (MPI 5.0, section 15.3). They return errors
 * without raising them, and also work before MPI_Init and after MPI_Finalize. Programs that call
 * none of them are linked without them. */
#ifndef MPI_TOOL_TOOL_H
#define MPI_TOOL_TOOL_H

#include <stdbool.h>
#include <stddef.h>

#include "compiler.h"
#include "mpi.h"

/* How often MPI_T_init_thread has been called without MPI_T_finalize. */
extern NODE_LOCAL int tool_uses;

/* At the beginning of a function: returns with an error unless the interface has been started, and
 * the condition holds. */
#define RETURN_UNLESS(condition, error)                                                            \
    if (tool_uses == 0 || !(condition))                                                            \
    return tool_uses == 0 ? MPI_T_ERR_NOT_INITIALIZED : (error)

#define RETURN_UNLESS_STARTED()        RETURN_UNLESS(true, MPI_SUCCESS)
#define RETURN_UNLESS_OUTPUT(argument) RETURN_UNLESS(argument, MPI_T_ERR_INVALID)
#define RETURN_UNLESS_INDEX(index, count)                                                          \
    RETURN_UNLESS((index) >= 0 && (index) < (int)(count), MPI_T_ERR_INVALID_INDEX)

/* Returns a value by an optional argument. */
#define TOOL_SET(argument, value)                                                                  \
    do {                                                                                           \
        if (argument)                                                                              \
            *(argument) = (value);                                                                 \
    } while (0)

/* Defines a function that returns a number, which never changes. */
#define TOOL_NUMBER(name, number)                                                                  \
    int name(int *value) {                                                                         \
        RETURN_UNLESS_OUTPUT(value);                                                               \
        *value = number;                                                                           \
        return MPI_SUCCESS;                                                                        \
    }

/* Returns a text (section 15.3.3): as much of it as *length bytes hold, with a zero byte, if there
 * is a buffer. *length becomes the room that the whole text needs. It may be null: then the text is
 * not wanted. */
void tool_text(const char *text, char *buffer, int *length);

/* The values of a variable, 0, 1, 2, ..., have these names. */
struct MPI_T_enum_t {
    const char *name;
    int count;
    const char *items[2];
};

/* A variable that says how MPI goes about its work. */
struct tool_control {
    const char *name, *description;
    MPI_Datatype type;
    int count; /* of elements */
    int scope;
    MPI_T_enum values; /* or null */
};
/* The variables by their numbers: those that choose an algorithm are the first ones. */
enum { TOOL_ALGORITHMS = 17, TOOL_CONTROLS = TOOL_ALGORITHMS + 2 };
extern const struct tool_control tool_controls[TOOL_CONTROLS];

/* A performance variable, a number of the type unsigned long long. */
struct tool_measure {
    const char *name, *description;
    int class;
    unsigned long long (*read)(void);
};
/* The variables by their numbers: those of links are the first ones. */
enum { TOOL_LINKS = 2, TOOL_MEASURES = TOOL_LINKS + 4 };
extern const struct tool_measure tool_measures[TOOL_MEASURES];

#endif
