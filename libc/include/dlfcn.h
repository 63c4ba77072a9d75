/* Loading of libraries at run time, which is not supported. */
#ifndef _DLFCN_H
#define _DLFCN_H

#ifdef __cplusplus
extern "C" {
#endif

#define RTLD_LAZY    1
#define RTLD_NOW     2
#define RTLD_GLOBAL  0x100
#define RTLD_LOCAL   0
#define RTLD_DEFAULT ((void *)0)
#define RTLD_NEXT    ((void *)-1)

/* All fail, and dlerror says why, once. */
void *dlopen(const char *file, int mode);
void *dlsym(void *library, const char *name);
int dlclose(void *library);
char *dlerror(void);

#ifdef __cplusplus
}
#endif

#endif
