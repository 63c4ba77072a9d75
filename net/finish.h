/* The end of a program: _exit of the C library (unistd.h) is defined here. */
#ifndef NET_FINISH_H
#define NET_FINISH_H

/* Starts counting the cycles of the program. To be called once, before main. */
void finish_begin(void);

#endif
