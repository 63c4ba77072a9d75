/* The C library's types, of which two have other names in C++: the C++ library was compiled for a C
 * library in which they are called so, and its functions' names in object files tell. */
#ifndef CUBE_CPP_SYS_TYPES_H
#define CUBE_CPP_SYS_TYPES_H

#define _mbstate_t __mbstate_t
#include_next <sys/_types.h>
#undef _mbstate_t
typedef __mbstate_t _mbstate_t;

/* A FILE: picolibc's structure, and newlib's. */
#define __file  _IO_FILE
#define __sFILE _IO_FILE

#endif
