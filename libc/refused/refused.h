/* Functions that are there so that programs link, and that cannot do what they are for. */
#ifndef LIBC_REFUSED_H
#define LIBC_REFUSED_H

/* REFUSED(name, "why") has the linker say so, as a warning, where a program needs the function. A
 * section of this name is how GNU's linkers know what to say of a symbol. */
#define REFUSED(name, why)                                                                         \
    __asm__(".pushsection .gnu.warning." #name "\n.ascii \"" #name ": " why "\"\n.popsection");

#endif
