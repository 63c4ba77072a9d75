/* Random programs with files. Each process keeps a model of the file, byte by byte, applies all
 * actions to it, and compares its reads with the model. The views of the processes have no byte in
 * common when they write. */
#ifndef FILES_H
#define FILES_H

#include "../drawn.h"

enum {
    RANKS_MOST = 16,
    FILE_MOST = 1 << 18, /* bytes of the model, of which an access takes a part */
    BLOCKS_MOST = 6
};

/* The state of the program. */
struct program {
    MPI_Comm comm;
    MPI_File file;
    unsigned char *model;
    MPI_Offset bytes; /* of the file */
};
extern _Thread_local struct program program;

/* A view: blocks of etypes in a tile that repeats. */
struct view {
    MPI_Datatype etype, filetype;
    int size;                                    /* bytes of an etype in memory */
    int placed;                                  /* and in the file */
    bool external;                               /* external32 */
    MPI_Offset start;                            /* displacement */
    int blocks;                                  /* in a tile */
    int begin[BLOCKS_MOST], length[BLOCKS_MOST]; /* in etypes */
    int extent;                                  /* etypes from a tile to the next */
};

/* Draws a view for each process, of which no two have a byte in common unless `alike`: then all
 * have the same. */
void views_draw(struct view views[], bool alike);

/* Makes its filetype, and sets the view; frees the types. */
void view_set(struct view *view);

/* Returns the place in the file of etype k of a view. */
MPI_Offset view_at(const struct view *view, MPI_Offset k);

/* Returns how many etypes of a view, from etype `first` on and at most `count`, the model has. */
int view_there(const struct view *view, MPI_Offset first, int count);

/* Reads and writes the value of an etype in the model, and in memory. */
int64_t model_get(const struct view *view, MPI_Offset k);
void model_set(const struct view *view, MPI_Offset k, int64_t value);
int64_t memory_get(const struct view *view, const char *memory);
void memory_set(const struct view *view, char *memory, int64_t value);

/* One step of a program: all processes write, or all read. */
void step_write(const struct view views[], bool alike);
void step_read(const struct view views[], bool alike);

#endif
