/* Type-generic functions of <math.h> and <complex.h>, which picolibc leaves out. clang and newlib
 * have their own header. */
#ifndef CUBE_TGMATH_H
#define CUBE_TGMATH_H

#if defined __clang__ || !__has_include(<picolibc.h>)
#include_next <tgmath.h>
#else

#include <complex.h>
#include <math.h>

/* REAL has no form for complex numbers; BOTH has the same name for these, with a c before it. */
#define _REAL(name, ...) __builtin_tgmath(name##f, name, name##l, __VA_ARGS__)
#define _BOTH(name, ...)                                                                           \
    __builtin_tgmath(name##f, name, name##l, c##name##f, c##name, c##name##l, __VA_ARGS__)
#define _COMPLEX(name, ...) __builtin_tgmath(name##f, name, name##l, __VA_ARGS__)

#define acos(x)                _BOTH(acos, x)
#define acosh(x)               _BOTH(acosh, x)
#define asin(x)                _BOTH(asin, x)
#define asinh(x)               _BOTH(asinh, x)
#define atan(x)                _BOTH(atan, x)
#define atanh(x)               _BOTH(atanh, x)
#define cos(x)                 _BOTH(cos, x)
#define cosh(x)                _BOTH(cosh, x)
#define exp(x)                 _BOTH(exp, x)
#define log(x)                 _BOTH(log, x)
#define sin(x)                 _BOTH(sin, x)
#define sinh(x)                _BOTH(sinh, x)
#define sqrt(x)                _BOTH(sqrt, x)
#define tan(x)                 _BOTH(tan, x)
#define tanh(x)                _BOTH(tanh, x)
#define pow(x, y)              _BOTH(pow, x, y)
#define fabs(x)                __builtin_tgmath(fabsf, fabs, fabsl, cabsf, cabs, cabsl, x)
#define cbrt(x)                _REAL(cbrt, x)
#define ceil(x)                _REAL(ceil, x)
#define erf(x)                 _REAL(erf, x)
#define erfc(x)                _REAL(erfc, x)
#define exp2(x)                _REAL(exp2, x)
#define expm1(x)               _REAL(expm1, x)
#define floor(x)               _REAL(floor, x)
#define ilogb(x)               _REAL(ilogb, x)
#define lgamma(x)              _REAL(lgamma, x)
#define llrint(x)              _REAL(llrint, x)
#define llround(x)             _REAL(llround, x)
#define log10(x)               _REAL(log10, x)
#define log1p(x)               _REAL(log1p, x)
#define log2(x)                _REAL(log2, x)
#define logb(x)                _REAL(logb, x)
#define lrint(x)               _REAL(lrint, x)
#define lround(x)              _REAL(lround, x)
#define nearbyint(x)           _REAL(nearbyint, x)
#define rint(x)                _REAL(rint, x)
#define round(x)               _REAL(round, x)
#define tgamma(x)              _REAL(tgamma, x)
#define trunc(x)               _REAL(trunc, x)
#define atan2(x, y)            _REAL(atan2, x, y)
#define copysign(x, y)         _REAL(copysign, x, y)
#define fdim(x, y)             _REAL(fdim, x, y)
#define fmax(x, y)             _REAL(fmax, x, y)
#define fmin(x, y)             _REAL(fmin, x, y)
#define fmod(x, y)             _REAL(fmod, x, y)
#define hypot(x, y)            _REAL(hypot, x, y)
#define nextafter(x, y)        _REAL(nextafter, x, y)
#define remainder(x, y)        _REAL(remainder, x, y)
#define fma(x, y, z)           _REAL(fma, x, y, z)
#define frexp(x, exponent)     _REAL(frexp, x, exponent)
#define ldexp(x, exponent)     _REAL(ldexp, x, exponent)
#define nexttoward(x, y)       _REAL(nexttoward, x, y)
#define remquo(x, y, quotient) _REAL(remquo, x, y, quotient)
#define scalbln(x, exponent)   _REAL(scalbln, x, exponent)
#define scalbn(x, exponent)    _REAL(scalbn, x, exponent)
#define carg(z)                _COMPLEX(carg, z)
#define cimag(z)               _COMPLEX(cimag, z)
#define conj(z)                _COMPLEX(conj, z)
#define cproj(z)               _COMPLEX(cproj, z)
#define creal(z)               _COMPLEX(creal, z)

#endif

#endif
