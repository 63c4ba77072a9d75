/* Destruction of values by key at the end of a thread. */
#ifndef LIBC_THREADS_KEYS_H
#define LIBC_THREADS_KEYS_H

/* Calls the destructors of all keys that have a value. Null where the program makes no keys. */
void keys_destroy(void) __attribute__((weak));

#endif
