/* The end of a program. Defines _exit of the C library (unistd.h). */
#ifndef NET_FINISH_H
#define NET_FINISH_H

/* Starts counting the cycles of the program. Called once, before main. */
void finish_begin(void);

#endif
