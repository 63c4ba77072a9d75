/* Memory that processes share: a node has one process, so all calls fail with ENOSYS. */
#ifndef CUBE_SYS_SHM_H
#define CUBE_SYS_SHM_H

#include <sys/ipc.h>

#ifdef __cplusplus
extern "C" {
#endif

struct shmid_ds;

int shmget(key_t key, size_t bytes, int flags);
void *shmat(int memory, const void *address, int flags);
int shmdt(const void *address);
int shmctl(int memory, int command, struct shmid_ds *description);

#ifdef __cplusplus
}
#endif

#endif
