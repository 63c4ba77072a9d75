/* What the initrd holds besides the program: files that every process can read, and the environment
 * (a file of strings NAME=VALUE, each zero-terminated). */
#ifndef KERNEL_FILES_H
#define KERNEL_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct files {
    const uint8_t *archive; /* from the first file's header on */
    size_t bytes;           /* to the initrd's end; 0: there are no files */
    const char *environment;
    size_t environment_bytes; /* 0: it is empty */
};

extern struct files files;

/* Finds them in the archive of `bytes` bytes, from `offset` on, where the program ends, and checks
 * the archive to its end. Ends the machine with a message when it is broken. */
void files_find(const uint8_t *archive, size_t bytes, size_t offset);

/* Pages that files_start takes: at most so many. */
size_t files_pages(void);

/* Makes the page tables, shared by all processes, through which they read the files. Returns false
 * when memory is short. */
bool files_start(void);

/* Adds the files to the address space with the first-level `table`. Returns where they are; 0 when
 * there are none. */
uint64_t files_share(uint64_t *table);

#endif
