/* Control of devices. There are no devices: ioctl fails with ENOTTY. */
#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H

#ifdef __cplusplus
extern "C" {
#endif

#define TIOCGWINSZ 0x5413
#define TIOCSWINSZ 0x5414
#define FIONREAD   0x541b
#define FIONBIO    0x5421

struct winsize {
    unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};

int ioctl(int descriptor, unsigned long request, ...);

#ifdef __cplusplus
}
#endif

#endif
