/* The part of sigaction that <sys/signal.h> of picolibc and newlib declares for other systems only:
 * handlers with siginfo_t, and flags. */
#define sigaction _plain_sigaction
#define siginfo_t _plain_siginfo_t
#include_next <sys/signal.h>
#undef sigaction
#undef siginfo_t

#if !defined CUBE_SYS_SIGNAL_H && __POSIX_VISIBLE >= 199309
#define CUBE_SYS_SIGNAL_H

#ifdef __cplusplus
extern "C" {
#endif

#undef SA_NOCLDSTOP
#define SA_NOCLDSTOP 0x1 /* these two: there are no children */
#define SA_NOCLDWAIT 0x2
#define SA_SIGINFO   0x4
#define SA_ONSTACK   0x8  /* handlers run on the program's stack all the same */
#define SA_RESTART   0x10 /* no call is ever interrupted */
#define SA_NODEFER   0x20
#define SA_RESETHAND 0x40

typedef struct {
    int si_signo, si_errno,
        si_code; /* the code is SI_USER, for a process alone sends itself signals */
    int si_pid, si_uid, si_status;
    void *si_addr;
    union sigval si_value;
} siginfo_t;

struct sigaction {
    union {
        void (*sa_handler)(int);
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
};

int sigaction(int signal, const struct sigaction *__restrict action,
              struct sigaction *__restrict before);

#ifdef __cplusplus
}
#endif

#endif
