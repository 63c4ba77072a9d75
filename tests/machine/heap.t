#!/bin/sh
# Finds a memory error or undefined behaviour that is not reported with its place; and a heap that
# is slower with many blocks than with few.
. tests/lib.sh

cubecc=$PWD/tools/cubecc
cuberun=$PWD/tools/cuberun
cd "$scratch" || exit

# ---- The heap

cat >heap.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *make(int bytes) {
    return malloc(bytes);
}

int main(int argc, char **argv) {
    char *first = make(100), *second = make(20);
    switch (atoi(argv[argc - 1])) {
    case 1: free(first); free(first); break;
    case 2: memset(second, 1, 32); free(second); break;
    case 3: second[20] = 1; free(second); break;
    case 4: second[20] = 1; break;
    case 5: free(first); first[50] = 1; break;
    case 6: free(first + 16); break;
    case 7: second = realloc(second, 50); second[50] = 1; realloc(second, 500); break;
    case 8: free(second); free(realloc(first, 200)); free(first); break;
    case 9: *(volatile char *)malloc(1ul << 36) = 1; break;
    case 10: sbrk(1 << 20); free(make(1 << 20)); free(aligned_alloc(256, 10)); break;
    }
    fputs("ended\n", stderr);
}
END
"$cubecc" -Og -fno-builtin -w heap.c -o heap.elf

# finds OPTION NUMBER TEXT: what the program does is found out, by this text before the report of an
# abort. An address in it is @.
finds() {
    run "$cuberun" --timeout 20 ${1:+$1} heap.elf "$2"
    is "error $2${1:+ with $1}: ${3%%:*}" \
        "$status $(printf '%s\n' "$errors" "$output" | sed -n 's/0x[0-9a-f]*/@/g; s/^graycube: node 0: //p' | head -n 2)" \
        "134 heap: $3
aborted"
}
finds '' 1 'the block at @ was already freed (--heap-check tells more)'
finds '' 2 'the block at @ was overrun: the bytes after it were overwritten (--heap-check tells more)'
finds '' 6 'the block at @ was not allocated, or the bytes before it were overwritten (--heap-check tells more)'
by_make='allocated by make (heap.c:7), main (heap.c:11)'
finds --heap-check 1 "freed again: the block of 100 bytes at @, $by_make, freed by main (heap.c:13)"
for error in 2 3 4; do
    finds --heap-check $error "written beyond the end of the block of 20 bytes at @, $by_make"
done
finds --heap-check 5 "written, after it was freed, to the block of 100 bytes at @, $by_make, freed by main (heap.c:17)"
finds --heap-check 6 'the bytes before the block at @ were overwritten'
finds --heap-check 7 'written beyond the end of the block of 50 bytes at @, allocated by main (heap.c:19)'
finds --heap-check 8 "freed again: the block of 100 bytes at @, $by_make, freed by main (heap.c:20)"
run "$cuberun" --timeout 20 heap.elf 9
like 'a null pointer of malloc: what gives more' "$status $(echo "$output$errors" | tr '\n' ' ')" \
    '^139 .*null pointer.* its heap of [0-9]+ KiB was full .*\(increase --memory heap=BYTES\) .* main'
for option in --tag --heap-check; do
    run "$cuberun" --timeout 20 $option heap.elf 10
    is "a program without errors, which moves the heap's end, with $option" "$status ${output#\[0\] }${errors#\[0\] }" '0 ended'
done

cat >many.c <<'END'
#include <cube.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 40000, LEAST = 5000 };

static void *block[MOST];

static void allocate(int count) {
    for (int i = 0; i < count; i++)
        block[i] = malloc(16 + i * 7 % 200);
}

int main(void) {
    for (int count = LEAST; count <= MOST; count *= 2) {
        unsigned seed = 1;
        allocate(count);
        for (int i = 0; i < count; i++) {
            seed = seed * 1103515245 + 12345;
            int other = i + (int)(seed / 16 % (unsigned)(count - i));
            void *chosen = block[other];
            block[other] = block[i];
            block[i] = chosen;
        }
        uint64_t before = cube_time();
        for (int i = 0; i < count; i++)
            free(block[i]);
        uint64_t between = cube_time();
        allocate(count);
        uint64_t after = cube_time();
        for (int i = count; i--;)
            free(block[i]);
        printf("%d %d %d\n", count, (int)(between - before) / count, (int)(after - between) / count);
    }
}
END
"$cubecc" many.c -o many.elf
run "$cuberun" --timeout 60 --exact --heap 64M many.elf
is '40000 blocks, freed in any order: malloc and free take 150 instructions at most' \
    "$(echo "$output" | awk -v most=150 -v slack="$(slack)" '{ print $1, ($2 <= most * slack), ($3 <= most * slack) }')" \
    '5000 1 1
10000 1 1
20000 1 1
40000 1 1' || echo "$output" | diagnose

# ---- What C leaves undefined

cat >undefined.c <<'END'
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int zero, most = INT_MAX, least = INT_MIN, four = 4;
static volatile unsigned char three = 3;
static int array[4];

static __attribute__((returns_nonnull)) char *none(char *nothing) {
    return nothing;
}

int main(int argc, char **argv) {
    switch (atoi(argv[argc - 1])) {
    case 1: return most + 1;
    case 3: return -least;
    case 5: return most % zero;
    case 6: return 1 << 8 * four;
    case 8: return array[four];
    case 9: return *(int *)((char *)array + four - 3);
    case 11: return none((char *)(unsigned long)zero) == (char *)array;
    case 12: {
        char list[zero - 1];
        list[0] = three;
        return list[zero];
    }
    default: puts("nothing");
    }
}
END
# is_undefined NUMBER LINE:COLUMN TEXT
is_undefined() {
    run "$cuberun" --timeout 20 undefined.elf "$1"
    is "undefined $1, $compiler: $3" \
        "$status $(printf '%s\n' "$errors" "$output" | grep -v '^$' | sed 's/:[0-9]*: undef/: undef/; s/0x[0-9a-f]*/@/g' | head -n 2)" \
        "134 undefined.c:$2: undefined behaviour at node 0: $3
graycube: node 0: aborted"
}
for compiler in gcc clang; do
    succeeds "$compiler -fsanitize=undefined" "$cubecc" --cc=$compiler -w -fsanitize=undefined undefined.c -o undefined.elf
    is_undefined 1 15 "2147483647 + 1 overflows 'int'"
    is_undefined 3 16 "-(-2147483648) overflows 'int'"
    is_undefined 5 17 'division by zero'
    is_undefined 6 18 "'int' of 32 bits shifted by 32"
    is_undefined 9 20 "a load of 'int' at @, which is not aligned to 4 bytes"
    is_undefined 11 10 'null returned by a function that is declared returns_nonnull'
    is_undefined 12 23 'an array with -1 elements'
    run "$cuberun" --timeout 20 undefined.elf 0
    is "    and else the program is as it is" "$status $output" '0 nothing'
done
run "$cuberun" --timeout 20 undefined.elf 8
like "an index beyond the end" "$status $errors$output" "134 undefined.c:19:[0-9]+: .*index 4 is out of the bounds of 'int *\[4\]'"
"$cubecc" -Og -fno-builtin -w heap.c -o plain.elf -Wl,-Map=plain.map
unlike 'a program that does not ask for it has none of it' "$(cat plain.map)" 'undefined\.c\.o'
finish
