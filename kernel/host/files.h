/* The contents of the initrd besides the program (formats/initrd.h): files that every process can
 * read, arguments and the environment. */
#ifndef KERNEL_FILES_H
#define KERNEL_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct files {
    const uint8_t *archive; /* the archive from the header of the first file on */
    size_t bytes;           /* from there to the initrd's end; 0: there are no files */
    const char *arguments;  /* the program's, behind those of the command line */
    size_t arguments_bytes; /* of all their strings together; 0: there are none here */
    const char *environment;
    size_t environment_bytes; /* of all its strings together; 0: there are none */
    const uint16_t *dead;     /* which links are dead (kernel/faults/dead.h) */
    size_t dead_bytes;        /* 0: nothing is said of them */
    const void *failing;      /* which links fail, and when (kernel/faults/failed.h) */
    size_t failing_bytes;     /* 0: none does */
};

extern struct files files;

/* Finds them in the archive of `bytes` bytes, in which the program ends at `offset`. Ends the
 * machine with a message if the archive is invalid. */
void files_find(const uint8_t *archive, size_t bytes, size_t offset);

/* Returns the most pages that files_start takes. */
size_t files_pages(void);

/* Makes the page tables of the files, one set for all processes. Returns false when memory is
 * short. */
bool files_start(void);

/* Adds the files to the address space with the first-level `table`. Returns the process's address
 * of them, or 0 if there are none. */
uint64_t files_share(uint64_t *table);

#endif
