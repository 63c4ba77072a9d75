#!/bin/sh
# Finds a build that prints, rebuilds or links too much.
# shellcheck disable=SC2034 # rows expands variables
. tests/lib.sh

root=$PWD
cross=${CROSS_COMPILE:-aarch64-linux-gnu-}

# ---- The Makefile, on a small tree of its own

tree=$scratch/tree
for part in Makefile VERSION tools/cubecc $(sed -n 's/^include //p' Makefile); do
    mkdir -p "$tree/$(dirname "$part")"
    cp "$part" "$tree/$part"
done
cd "$tree" || exit
mkdir -p kernel net include bin tests/boot tools/fortran
# shellcheck disable=SC2016 # what sh expands
printf '#!/bin/sh\nmkdir -p "$1/fortran" && touch "$1/fortran/made"\n' >tools/fortran/library
chmod +x tools/fortran/library
echo '#define ANSWER 42' >include/answer.h
printf '#include "answer.h"\nint answer(void);\nint answer(void) {\n    return ANSWER;\n}\n' >net/one.c
printf 'int two(void);\nint two(void) {\n    return 2;\n}\n' >net/two.c

# The make that runs this test hands its options down by the environment: not to these.
library=${LIBC:-picolibc}
unset CC CUBE_CC CUBE_OUT LIBC MAKEFLAGS MAKELEVEL MFLAGS
if [ "$library" = picolibc ]; then # as nobody has to say
    for tool in gcc ar; do
        ln -s "$(command -v "${cross}$tool")" "bin/other-$tool"
    done
    rows '' <<'END'
# A build is one line a step, and nothing else; a second one does nothing, nor builds one of a test more than that.
0 make library | sort => = AR build/libcube.a|AR build/libgomp.a|CC net/one.c|CC net/two.c|MAKE build/fortran/made
0 make library => ^$
0 cp net/two.c tests/boot/two.c && make build/cube/tests/boot/two.c.o library => = CC tests/boot/two.c
# A changed header rebuilds what includes it, and a changed option what it touches; a removed source leaves the library.
0 touch include/answer.h && make library | grep CC => = CC net/one.c
0 env PATH="$tree/bin:$PATH" make CROSS_COMPILE=other- library | grep -c CC => = 2
0 rm net/two.c && make CROSS_COMPILE="$cross" library && "${cross}ar" t build/libcube.a => ^one.c.o$ => ! two.c.o
END
    touch net/one.c
    printf 'int two(void);\nint two(void) {\n    int unused;\n    return 2;\n}\n' >net/two.c
    rows "make CROSS_COMPILE=$cross" <<'END'
# With DEVELOPER=1 a warning is an error.
0 V=1 DEVELOPER='' library => tools/cubecc .*-Wall -Wextra .* net/one.c => warning: unused variable
2 DEVELOPER=1 -W net/two.c library
END
fi

# ---- Where there is no picolibc

none="There is no picolibc 1.8 to 1.8.10 in $tree/made: programs are built with newlib"
cat >tools/newlib <<'END'
#!/bin/sh
echo "newlib, $*, of $NEWLIB_SOURCE"
exit 3
END
cat >tools/setup <<'END'
#!/bin/sh
echo 'setup runs'
mkdir -p made/include/release
echo '#define __PICOLIBC_VERSION__ "1.8"' >made/include/release/picolibc.h
END
chmod +x tools/newlib tools/setup
run make PICOLIBC="$tree/made" NEWLIB_SOURCE=some.tar CROSS_COMPILE="$cross" library
is "make says that programs have newlib" "$(echo "$output" | head -n 1)" "$none"
like "    and builds it, of the sources that it is told" "$output" '^newlib, build/newlib, of some.tar$'
run make -n PICOLIBC="$tree/made" setup
is "make -n installs nothing" "$(ls -d made 2>/dev/null)" ''
touch net/one.c
run make PICOLIBC="$tree/made" CROSS_COMPILE="$cross" setup build/cube/net/one.c.o
is "setup goes first where it installs picolibc" "$status $(echo "$output" | grep -v setup)" \
    '0   CC   net/one.c'

rows '' <<'END'
0 make -n -C "$root" run => cuberun -n 8 .*/programs/aspc.elf
0 make help => ^make +build
0 make clean && ! ls -d build 2>/dev/null => ^$
END

# ---- What was built

cd "$root" || exit
archives=$(sed -n 's|^LOAD \(.*\.a\)$|\1|p' build/kernel.map | sort -u)
is "linked into the kernel: libgcc alone" "$(echo "$archives" | sed 's|.*/||')" libgcc.a

unlike "    and it is compiled with no C library's headers" "$(cat build/stamp/kernel)" 'picolibc|newlib'
printf '#include <errno.h>\n#include "kernel/library/errno.h"\n' >"$scratch/errors.c"
succeeds "the kernel's numbers of errors are those of the programs' C library" \
    tools/cubecc -I. -Werror -fsyntax-only "$scratch/errors.c"

# simd_operands FILE...: instructions that name a SIMD register. A branch target like d4, which is
# followed by a space, is none.
simd_operands() {
    for object; do
        "${cross}objdump" -d --no-show-raw-insn "$object"
    done | grep -E '[ ,{[][bhsdqv][0-9]+([].,}]|$)'
}
printf 'double half(double x);\ndouble half(double x) {\n    return x / 2;\n}\n' >"$scratch/half.c"
tools/cubecc -c "$scratch/half.c" -o "$scratch/half.o"
like "arithmetic on doubles names SIMD registers" "$(simd_operands "$scratch/half.o")" 'fmul|fdiv'
objects=$(find build/kernel -name '*.c.o' ! -path 'build/kernel/native/*') # that is of the host
like "the kernel is there" "$objects" 'kernel/main.c.o$'
# shellcheck disable=SC2086
is "    and its own C code names no SIMD register" "$(simd_operands $objects)" ''

image=$(od -An -c -j56 -N4 build/kernel.img | tr -d ' ')
is "the image has the arm64 header's magic at byte 56" "$image" 'ARMd'
finish
