        .text
        .global twice
twice:  add     x0, x0, x0
        ret
        .section .note.GNU-stack, "", %progbits
