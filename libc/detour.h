/* Forwarding while the program computes. */
#ifndef LIBC_DETOUR_H
#define LIBC_DETOUR_H

/* From now on the kernel may interrupt the program so that it forwards. To be called once, when net
 * has been started. */
void detour_allow(void);

/* Does the same in a machine in which links are dead. */
void detour_allow_rerouted(void);

/* And in one in which links fail. */
void detour_allow_failing(void);

#endif
