/* The system's part of <dirent.h> of picolibc and newlib: reading a folder. */
#ifndef _SYS_DIRENT_H
#define _SYS_DIRENT_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef MAXNAMLEN
#define MAXNAMLEN 255
#endif

struct dirent {
    ino_t d_ino;
    char d_name[MAXNAMLEN + 1];
};

typedef struct cube_directory DIR;

#ifdef __cplusplus
}
#endif

#endif
