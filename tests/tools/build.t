#!/bin/sh
# Finds a build that prints, rebuilds or links too much.
. tests/lib.sh

root=$PWD
cross=${CROSS_COMPILE:-aarch64-linux-gnu-}

# ---- The Makefile, on a small tree of its own

tree=$scratch/tree
for folder in kernel/native tests tools/bench tools/bridge tools/install tools/lcc net include bin; do
    mkdir -p "$tree/$folder"
done
cp Makefile "$tree"
cp tests/tests.mk "$tree/tests"
cp VERSION "$tree"
cp tools/cubecc "$tree/tools"
cp tools/bench/bench.mk "$tree/tools/bench"
cp kernel/native/host.mk "$tree/kernel/native"
cp tools/bridge/bridge.mk "$tree/tools/bridge"
cp tools/lcc/lcc.mk "$tree/tools/lcc"
cp tools/install/install.mk "$tree/tools/install"
cd "$tree" || exit
mkdir tools/fortran
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
    run make library
    is "a build is one line a step" "$status $(echo "$output" | sort)" \
        '0   AR   build/libcube.a
  AR   build/libgomp.a
  CC   net/one.c
  CC   net/two.c
  MAKE build/fortran/made'
    is "    and nothing else" "$errors" ''
    run make library
    is "a second make does nothing" "$status $output$errors" '0 '
    mkdir -p tests/boot && cp net/two.c tests/boot/two.c
    run make build/cube/tests/boot/two.c.o library
    is "    nor one of a test builds more than that" "$status $output$errors" '0   CC   tests/boot/two.c'
    touch include/answer.h
    run make library
    is "a changed header rebuilds what includes it" "$(echo "$output" | grep CC)" '  CC   net/one.c'
    for tool in gcc ar; do
        ln -s "$(command -v "${cross}$tool")" "bin/other-$tool"
    done
    run env PATH="$tree/bin:$PATH" make CROSS_COMPILE=other- library
    is "a changed option rebuilds what it touches" "$(echo "$output" | grep -c CC)" 2
    rm net/two.c
    run make CROSS_COMPILE="$cross" library
    is "a removed source leaves the library" "$("${cross}ar" t build/libcube.a)" 'one.c.o'
    touch net/one.c
    printf 'int two(void);\nint two(void) {\n    int unused;\n    return 2;\n}\n' >net/two.c
    rows "make CROSS_COMPILE=$cross" <<'END'
0 V=1 DEVELOPER='' library => tools/cubecc .*-Wall -Wextra .* net/one.c => warning: unused variable
END
    touch net/two.c
    run make CROSS_COMPILE="$cross" DEVELOPER=1 library
    is "with DEVELOPER=1 a warning is an error" "$status" 2
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

rows make <<'END'
0 -n -C "$root" run => cuberun -n 8 .*/programs/aspc.elf
0 help => ^make +build
0 clean
END
is "make clean leaves nothing" "$(ls -d build 2>/dev/null)" ''

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
objects=$(find build/kernel -name '*.c.o')
like "the kernel is there" "$objects" 'kernel/main.c.o$'
# shellcheck disable=SC2086
is "    and its own C code names no SIMD register" "$(simd_operands $objects)" ''

image=$(od -An -c -j56 -N4 build/kernel.img | tr -d ' ')
is "the image has the arm64 header's magic at byte 56" "$image" 'ARMd'
finish
