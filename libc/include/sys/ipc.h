/* Keys of shared memory (sys/shm.h). */
#ifndef CUBE_SYS_IPC_H
#define CUBE_SYS_IPC_H

#include <sys/types.h>

#define IPC_PRIVATE ((key_t)0)
#define IPC_RMID    0
#define IPC_CREAT   0001000
#define IPC_EXCL    0002000

#endif
