/* Functions that exist only so that programs link, and always fail. */
#ifndef LIBC_REFUSED_H
#define LIBC_REFUSED_H

/* REFUSED(name, "why") makes the linker print this as a warning where a program needs the function.
 * GNU's linkers take the warning of a symbol from a section of this name. */
#define REFUSED(name, why)                                                                         \
    __asm__(".pushsection .gnu.warning." #name "\n.ascii \"" #name ": " why "\"\n.popsection");

#endif
