// _setjmp and _longjmp for programs that declare them by themselves (<setjmp.h> has macros).
    .text
    .global _setjmp, _longjmp
    .type _setjmp, %function
    .type _longjmp, %function
_setjmp:
    b setjmp
_longjmp:
    b longjmp
