/* Where assembly finds things in struct node (kernel/node.h) and struct trap_frame
 * (kernel/trap_frame.h). Both headers assert that they are there. */
#ifndef KERNEL_NODE_OFFSETS_H
#define KERNEL_NODE_OFFSETS_H

#define NODE_STACK_TOP 0
#define NODE_FRAME     8
#define NODE_FATAL     16 /* the registers of a trap that the kernel does not survive */

#define FRAME_X       0
#define FRAME_SP      248
#define FRAME_PC      256
#define FRAME_STATE   264
#define FRAME_THREAD  272
#define FRAME_CONTROL 280 /* FPCR */
#define FRAME_STATUS  288 /* FPSR */
#define FRAME_V       304
#define FRAME_BYTES   816

/* Why a trap is fatal. Each vector passes its own number. */
#define FATAL_EL1_SYNCHRONOUS 0
#define FATAL_EL1_INTERRUPT   1
#define FATAL_EL1_ERROR       2
#define FATAL_EL1_WRONG_STACK 3
#define FATAL_EL0_INTERRUPT   4
#define FATAL_EL0_ERROR       5
#define FATAL_EL0_32_BIT      6

#endif
