/* What a process runs on. */
#ifndef _SYS_UTSNAME_H
#define _SYS_UTSNAME_H

#ifdef __cplusplus
extern "C" {
#endif

#define _UTSNAME_LENGTH 32

struct utsname {
    char sysname[_UTSNAME_LENGTH];  /* "graycube" */
    char nodename[_UTSNAME_LENGTH]; /* "node" and the node's number */
    char release[_UTSNAME_LENGTH];  /* the layout of the links (cube_abi.h) */
    char version[_UTSNAME_LENGTH];  /* "hypercube of 8 nodes" */
    char machine[_UTSNAME_LENGTH];  /* "aarch64" */
};

/* Fills in *name. Returns 0. */
int uname(struct utsname *name);

#ifdef __cplusplus
}
#endif

#endif
