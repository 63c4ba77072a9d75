# graycube: every command a person types. `make help` lists them.

NODES   ?= 8
PROGRAM ?=
ARGS    ?=
V       ?= 0
PICOLIBC ?= /usr/lib/picolibc/aarch64-linux-gnu
BOARD   := virt

# The C library of the programs: each has a folder for what is built with it. Where there is no picolibc,
# setup goes first, for it may install it.
ifndef LIBC
usual_library = $(shell PICOLIBC='$(PICOLIBC)' tools/cubecc --libc)
LIBC := $(usual_library)
ifeq ($(LIBC)$(filter setup,$(MAKECMDGOALS))$(findstring n,$(firstword -$(MAKEFLAGS))),newlibsetup)
LIBC := $(shell tools/setup >&2)$(usual_library)
endif
ifeq ($(LIBC)$(MAKELEVEL),newlib0)
$(info There is no picolibc 1.8 to 1.8.10 in $(PICOLIBC): programs are built with newlib)
endif
endif
OUT.picolibc := build
OUT.newlib   := build/newlib
OUT          := $(or $(OUT.$(LIBC)),$(error there is no LIBC=$(LIBC): picolibc or newlib))

# Arm's tools are looked for when this file is read. All other tools are looked for when a recipe runs,
# because `make setup`, which never installs Arm's, may install them first.
ifeq ($(origin CROSS_COMPILE),undefined)
CROSS_COMPILE := $(if $(shell command -v aarch64-none-elf-gcc),aarch64-none-elf-,aarch64-linux-gnu-)
endif
# The compiler is the gcc of these tools, or what CC= says on make's command line. A CC in the
# environment means a compiler for the host, unless it is a clang, which compiles for both.
CUBE_CC := $(if $(filter command,$(origin CC))$(findstring clang,$(CC)),$(CC),gcc)
export CUBE_OUT := $(OUT)
export CROSS_COMPILE CUBE_CC LIBC PICOLIBC NEWLIB_SOURCE

# As many jobs run at once as there are processors. A make that is called by a make shares its jobs.
MAKEFLAGS += -rR $(if $(filter 0,$(MAKELEVEL)),-j$(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN))
.DELETE_ON_ERROR:
.SECONDARY:

# A step is shown as one line such as `  CC  net/link.c`. With V=1 its command is shown as well.
ifeq ($(V),0)
Q := @
endif
step = @printf '  %-4s %s\n' $(1) $(2)

.PHONY: all
all: kernel library programs

# ---- Stamps: build/stamp/NAME changes when the text stamp.NAME (the flags, the object list) does. Because
# of the + their recipes also run under make -n, which can then tell what has to be built.

.PHONY: always
build/stamp/%: always $(filter setup setup-page clean,$(MAKECMDGOALS))
	+@mkdir -p $(@D)
	+@echo '$(stamp.$*)' | cmp -s - $@ || echo '$(stamp.$*)' > $@

# Object files name their sources by the paths from the root of the tree, so that they are the same in every
# folder. The shell fills in the folder, so stamps are the same as well, and make has nothing to build in a
# copy of a built tree.
ANYWHERE := -ffile-prefix-map="$$PWD"=.

# ---- The kernel: its code uses general registers only, for the others belong to the process. It needs no C
# library: what it uses of one is in kernel/library.

# A newer compiler may warn of what none has warned of before. That ends the build of those who change the
# tree (DEVELOPER=1, which CI sets), and not of those who use it.
DEVELOPER ?=
WARNINGS  := -std=c11 -Wall -Wextra $(if $(DEVELOPER),-Werror)

# Each board has a kernel of its own, in a folder of its own. Programs are the same on all boards.
-include board/$(BOARD)/board.mk
KERNEL_OUT     := build$(addprefix /,$(filter-out virt,$(BOARD)))
KERNEL         := kernel$(addprefix -,$(filter-out virt,$(BOARD)))
BOARD_SOURCES  := $(wildcard $(foreach folder,$(BOARD) $(BOARD_SHARES),board/$(folder)/*.S board/$(folder)/*.c))
# In the image a device is where its name comes, whoever shares it.
KERNEL_SOURCES := $(wildcard boot/*.S boot/*.c board/*.c) \
                  $(foreach name,$(sort $(notdir $(BOARD_SOURCES))),$(filter %/$(name),$(BOARD_SOURCES))) \
                  $(filter-out kernel/native/%,$(wildcard kernel/*.S kernel/*.c kernel/*/*.c)) $(wildcard formats/*.c)
KERNEL_OBJECTS := $(KERNEL_SOURCES:%=$(KERNEL_OUT)/kernel/%.o)
KERNEL_CC       = $(patsubst gcc,$(CROSS_COMPILE)gcc,$(CUBE_CC)) \
                  $(if $(findstring clang,$(CUBE_CC)),--target=aarch64-none-elf)
KERNEL_COMPILE  = $(KERNEL_CC) $(WARNINGS) $(ANYWHERE) -O2 -g -mcpu=$(or $(BOARD_CPU),$(error there is no board/$(BOARD)/board.mk, which names a BOARD_CPU)) \
    $(call IF_GCC,$(BOARD_FIXES)) -ffreestanding -mgeneral-regs-only -mno-outline-atomics -fno-omit-frame-pointer -fno-pie \
    -fno-asynchronous-unwind-tables -fno-unwind-tables -ftls-model=local-exec -nostdinc \
    -isystem $(shell $(KERNEL_CC) -print-file-name=include) \
    -isystem $(shell $(KERNEL_CC) -print-file-name=include-fixed) \
    -Ikernel/library -I. -Iinclude
KERNEL_LINK = $(CROSS_COMPILE)gcc $(BOARD_FIXES) -nostdlib -static -no-pie -Wl,--build-id=none,--fatal-warnings \
    -Wl,-z,noexecstack,-z,max-page-size=4096 -Wl,-T,linker.ld -Wl,-Map=$(KERNEL_OUT)/kernel.map
stamp.$(KERNEL)      = $(KERNEL_COMPILE)
stamp.$(KERNEL)-link = $(KERNEL_LINK) $(KERNEL_OBJECTS)

# Before the MMU is on, all memory counts as a device's, where an unaligned access faults.
$(KERNEL_OUT)/kernel/boot/%.o: EXTRA := -mstrict-align

# A loop that copies is not replaced by a call of the function that it is in.
ifeq ($(findstring clang,$(CUBE_CC)),)
$(KERNEL_OUT)/kernel/kernel/library/string.c.o: EXTRA := -fno-tree-loop-distribute-patterns
endif

$(KERNEL_OUT)/kernel/%.o: % build/stamp/$(KERNEL)
	@mkdir -p $(@D)
	$(call step,CC,$<)
	$(Q)$(KERNEL_COMPILE) $(EXTRA) -MMD -MP -c $< -o $@

$(KERNEL_OUT)/kernel.elf: $(KERNEL_OBJECTS) linker.ld build/stamp/$(KERNEL)-link
	$(call step,LD,$@)
	$(Q)$(KERNEL_LINK) $(KERNEL_OBJECTS) -lgcc -o $@

$(KERNEL_OUT)/kernel.img $(KERNEL_OUT)/kernel-line.img $(KERNEL_OUT)/loader.img: %.img: %.elf
	$(call step,IMG,$@)
	$(Q)$(CROSS_COMPILE)objcopy -O binary $< $@

# The same kernel where there is no semihosting: requests to the host and the console share the serial line.
# A board may have another driver for that, in a folder line of its own.
OWN_LINE     := $(wildcard board/$(BOARD)/line/*.c)
LINE_OBJECTS := $(filter-out $(patsubst %,$(KERNEL_OUT)/kernel/board/%,semihosting/% $(if $(OWN_LINE),pl011/%)),$(KERNEL_OBJECTS)) \
                $(patsubst %,$(KERNEL_OUT)/kernel/%.o,$(wildcard board/line/*.c) $(OWN_LINE))
stamp.$(KERNEL)-line = $(KERNEL_LINK) $(LINE_OBJECTS)

# Its locks are taken before a core is known to have the atomic instructions of Armv8.1.
$(KERNEL_OUT)/kernel/board/line/%.o: EXTRA := -mcpu=cortex-a53

$(KERNEL_OUT)/kernel-line.elf: $(LINE_OBJECTS) linker.ld build/stamp/$(KERNEL)-line
	$(call step,LD,$@)
	$(Q)$(KERNEL_LINK) -Wl,-Map=$(KERNEL_OUT)/kernel-line.map -Wl,--wrap=uart_write,--wrap=uart_read $(LINE_OBJECTS) -lgcc -o $@

# What a board starts from its card: it has all else sent over the line. Memory that counts as a device's, as all does
# before the MMU is on, faults at unaligned accesses, and a loop that copies bytes is not replaced by a call of itself.
LOADER_SOURCES := $(wildcard board/loader/*.S board/loader/*.c) board/line/exchange.c board/line/frame.c board/pl011/uart.c \
                  $(BOARD_LOADER:%=board/$(BOARD)/%)
LOADER_OBJECTS := $(LOADER_SOURCES:%=$(KERNEL_OUT)/loader/%.o)

$(KERNEL_OUT)/loader/%.o: % build/stamp/$(KERNEL)
	@mkdir -p $(@D)
	$(call step,CC,'$< (loader)')
	$(Q)$(KERNEL_COMPILE) -mstrict-align $(call IF_GCC,-fno-tree-loop-distribute-patterns) -MMD -MP -c $< -o $@

$(KERNEL_OUT)/loader.elf: $(LOADER_OBJECTS) board/loader/loader.ld
	$(call step,LD,$@)
	$(Q)$(CROSS_COMPILE)gcc $(BOARD_FIXES) -nostdlib -static -no-pie -Wl,--build-id=none,--fatal-warnings,-z,noexecstack \
	    -Wl,-z,max-page-size=4096,-T,board/loader/loader.ld,--wrap=uart_write,--wrap=uart_read $(LOADER_OBJECTS) -lgcc -o $@

# The device trees of a board that has none of its own: one for each number of cores that can be nodes.
$(KERNEL_OUT)/cores-%.dtb: board/$(BOARD)/$(BOARD).dts
	@mkdir -p $(@D)
	$(call step,DTC,$@)
	$(Q)$(KERNEL_CC) -E -P -undef -x assembler-with-cpp -DCORES=$* $< -o $@.dts
	$(Q)dtc -q -O dtb -o $@ $@.dts

.PHONY: kernel
kernel: $(if $(wildcard linker.ld),$(KERNEL_OUT)/kernel.img $(KERNEL_OUT)/kernel-line.img) $(if $(BOARD_LOADER),$(KERNEL_OUT)/loader.img) $(BOARD_CORES:%=$(KERNEL_OUT)/cores-%.dtb)

# ---- The programs' C library: picolibc is installed, and newlib is built once. NEWLIB_SOURCE= names an archive
# of its sources, where the system has none.

NEWLIB             := build/newlib/aarch64-none-elf/lib/libc.a
C_LIBRARY.newlib   := $(NEWLIB)
stamp.newlib        = $(shell NEWLIB_SOURCE='$(NEWLIB_SOURCE)' tools/newlib --key)

$(NEWLIB): tools/newlib build/stamp/newlib
	$(Q)tools/newlib build/newlib

# ---- The cube's library and the programs: compiled by tools/cubecc, as users compile theirs.

# The checker of schedules, and what rewrites them, are for the host's tools and tests, and no part of the
# library.
CUBE_SOURCES := $(wildcard net/*.c net/*/*.c libc/*.c libc/*.S libc/memory/*.c libc/$(LIBC)/*.c libc/c++/*.c libc/fortran/*.c libc/threads/*.c libc/refused/*.c formats/*.c) \
                $(filter-out collectives/check/% collectives/reroute/%,$(wildcard collectives/*/*.c collectives/*/*/*.c))
CUBE_OBJECTS := $(CUBE_SOURCES:%=$(OUT)/cube/%.o)
# The order of instructions is chosen after the registers, for gcc else moves the arguments of the
# shortest functions from register to register (net/tricks.h has what that is worth). What gcc knows of
# the values that functions return it does not use: from version 14 on, where a function returns 0
# always, it would call it and return 0 itself, and a call that is not the last step needs a stack frame.
# That version also pairs loads before it chooses the registers, and computes an address for each pair.
EARLY_PAIRS   = $(eval EARLY_PAIRS := $(shell $(patsubst gcc,$(CROSS_COMPILE)gcc,$(CUBE_CC)) -mno-early-ldp-fusion -E -xc /dev/null \
                    >/dev/null 2>&1 && echo -mno-early-ldp-fusion))$(EARLY_PAIRS)
# Instructions are those that the cores of all boards have (the Cortex-A57's are Armv8.0's, as the A53's are), in
# the order that is best for the Cortex-A76.
# No function's frame is larger than the smallest stack (cuberun --memory stack=BYTES), except in tests. It is private
# because a target's variable also holds for what make builds for it: the stamp below, and so all objects.
FRAMES        = -Wframe-larger-than=4096
$(OUT)/cube/tests/%.o: private FRAMES :=
CUBE_COMPILE  = tools/cubecc $(WARNINGS) $(FRAMES) $(ANYWHERE) -mcpu=cortex-a57 -mtune=cortex-a76 -D_DEFAULT_SOURCE -I. -Iinclude \
                $(if $(findstring clang,$(CUBE_CC)),,-fno-schedule-insns -fno-ipa-vrp $(EARLY_PAIRS))
stamp.cube-$(LIBC)         = $(CROSS_COMPILE) $(CUBE_CC) $(PICOLIBC) $(CUBE_COMPILE)

# What computes has loops over long vectors, which -O2 leaves to single instructions an element.
$(OUT)/cube/programs/computations/%.o: EXTRA := -O3

# While the allocator runs, a detour may forward (net/detour/detour.c): so compilers must not believe that
# it leaves the library's state alone.
OPEN_ALLOCATOR := $(patsubst %,-fno-builtin-%,malloc calloc realloc free)
$(OUT)/cube/net/%.o $(OUT)/cube/collectives/%.o: EXTRA := $(OPEN_ALLOCATOR)
# Nor may calloc, which calls malloc, be taken for a call of calloc.
$(OUT)/cube/libc/memory/malloc.c.o: EXTRA := $(OPEN_ALLOCATOR)

# Each function of MPI has a section of its own, so that mpicc links only those that a program calls. They
# are compiled to be small, except those that are to be quick: the shortest ways of calls, the search in
# lists of messages, and copies of types with gaps. SMALL switches off four passes of gcc's -Os which make this code larger rather than
# smaller; SHORT, for what messages go through, only one of them, for that code is quicker with the others.
SECTIONS := $(OPEN_ALLOCATOR) -ffunction-sections -fdata-sections
IF_GCC    = $(if $(findstring clang,$(CUBE_CC)),,$(1))
SHORT    := -Os $(call IF_GCC,-fno-move-loop-invariants)
SMALL    := $(SHORT) $(call IF_GCC,\
              -fno-expensive-optimizations -fno-shrink-wrap -fno-guess-branch-probability)
$(OUT)/cube/mpi/%.o $(OUT)/cube/build/mpi/%.o: EXTRA := $(SECTIONS) $(SMALL)
$(OUT)/cube/mpi/message/%.o: EXTRA := $(SECTIONS) $(SHORT)
SHORTEST := $(patsubst %,collective/%,allgather allreduce alltoall barrier broadcast) \
            $(patsubst %,message/%,matching receive send) datatype/nested_copy \
            $(patsubst %,window/%,apply arrival one put sync target)
$(patsubst %,$(OUT)/cube/mpi/%.c.o,$(SHORTEST)): EXTRA := $(SECTIONS)

# The functions of MPI with large counts that call those without, from their declarations. Several runs of
# make may write the file at once.
MPI_LARGE := build/mpi/large.c
$(MPI_LARGE): mpi/large/large.py $(wildcard include/mpi*.h)
	@mkdir -p $(@D)
	$(call step,MAKE,$@)
	$(Q)gcc -E -P -Iinclude include/mpi.h | $< >$@.$$$$ && mv $@.$$$$ $@

# compile,COMMAND: compiles $< to $@. Each function of MPI has two names (MPI 5.0, section 15.2): MPI_X is weak, so
# that a function of this name in a profiler replaces it, and PMPI_X is strong. The compiler writes the first one; the
# second one is added before the assembler.
TWO_NAMES = sed -i -E 's/^\s*\.globa?l\s+(MPIX?_\w+).*/\t.weak\t\1\n\t.globl\tP\1\n\t.set\tP\1, \1/'
compile   = $(if $(filter mpi/% build/mpi/%,$<),\
                $(1) -MMD -MP -MF $(@:.o=.d) -MQ $@ -S $< -o $@.s && $(TWO_NAMES) $@.s && \
                    $(1) -g0 -Wno-unused-command-line-argument -c $@.s -o $@ && rm $@.s,\
                $(1) -MMD -MP -c $< -o $@)

$(OUT)/cube/%.o: % tools/cubecc build/stamp/cube-$(LIBC) $(C_LIBRARY.$(LIBC))
	@mkdir -p $(@D)
	$(call step,CC,$<)
	$(Q)$(call compile,$(CUBE_COMPILE) $(EXTRA))

# archive,NAME,OBJECTS: the library libNAME.a.
define archive
stamp.$(1)-objects-$(LIBC) = $(2)
$(OUT)/lib$(1).a: $(2) build/stamp/$(1)-objects-$(LIBC)
	$$(call step,AR,$$@)
	$$(Q)rm -f $$@
	$$(Q)$$(CROSS_COMPILE)ar qcs $$@ $(2)
endef
$(eval $(call archive,cube,$(CUBE_OBJECTS)))

# OpenMP, for a team of one thread: gcc's -fopenmp links -lgomp.
$(eval $(call archive,gomp,$(patsubst %,$(OUT)/cube/%.o,$(wildcard libc/openmp/*.c))))

# Fortran: the compiler's library made fit, and the modules mpi, mpi_f08 and cube. Where there is no gfortran, nothing, until one is installed.
FORTRAN := $(OUT)/fortran/made
stamp.fortran-$(LIBC) = $(shell aarch64-linux-gnu-gfortran --version 2>/dev/null | head -n 1)
$(FORTRAN): $(wildcard tools/fortran/* mpi/fortran/bindings.py include/mpi*.h include/cube.h) build/stamp/fortran-$(LIBC) $(OUT)/libcube.a
	$(call step,MAKE,$@)
	$(Q)tools/fortran/library $(OUT)

# What a report has to name: the compiler of kernel and library, and the C library.
$(OUT)/versions: $(OUT)/libcube.a
	$(Q)compiler=$$(tools/cubecc --version | head -n 1) && \
	    number=$$(printf '#include <stdio.h>\n@ __PICOLIBC_VERSION__ _NEWLIB_VERSION\n' | \
	        tools/cubecc -E -P -xc - | sed -n 's/^@ [_A-Z]*[ "]*\([0-9][0-9.]*\).*/\1/p') && \
	    echo "$$compiler, $(LIBC) $$number" >$@

.PHONY: library
library: $(OUT)/versions $(OUT)/libcube.a $(OUT)/libgomp.a $(FORTRAN) $(if $(wildcard mpi),$(OUT)/libmpi.a)

# Each file of programs/ is a program. What programs share is in libraries, of which each takes what it needs.
PROGRAMS    := $(patsubst %.c,$(OUT)/%.elf,$(wildcard programs/*.c))
LINK_INPUTS := $(OUT)/libcube.a libc/program.ld tools/cubecc

objects_of = $(patsubst %,$(OUT)/cube/%.o,$(wildcard $(1)))
$(eval $(call archive,computations,$(call objects_of,programs/computations/*.c programs/computations/*/*.c)))
$(eval $(call archive,mapping,$(call objects_of,programs/mapping/*.c programs/wormhole/*.c)))
$(eval $(call archive,mpi,$(call objects_of,mpi/*/*.c) $(OUT)/cube/$(MPI_LARGE).o))
$(eval $(call archive,programs,$(call objects_of,programs/parts/*.c collectives/check/meaning.c)))
PROGRAM_LIBRARIES := $(patsubst %,$(OUT)/lib%.a,programs computations mapping)

$(OUT)/programs/%.elf: $(OUT)/cube/programs/%.c.o $(PROGRAM_LIBRARIES) $(LINK_INPUTS)
	@mkdir -p $(@D)
	$(call step,LD,$@)
	$(Q)tools/cubecc $< $(PROGRAM_LIBRARIES) -lm -o $@

.PHONY: programs
programs: $(if $(wildcard libc/program.ld),$(PROGRAMS))

# ---- Running

.PHONY: run
run: all
ifeq ($(PROGRAM),)
	$(Q)tools/cuberun -n $(NODES) $(OUT)/programs/aspc.elf $(ARGS)
	$(Q)tools/cuberun -n $(NODES) $(OUT)/programs/alltoall.elf $(ARGS)
else
	$(Q)tools/cuberun -n $(NODES) $(OUT)/programs/$(PROGRAM).elf $(ARGS)
endif

# Every algorithm of the catalogue: counts beside formulas, and build/table.json.
.PHONY: table
table: all
	$(Q)tools/table $(NODES) $(ARGS)

# What the library's own work costs: collectives/call/work.h, by which algorithms are chosen.
.PHONY: fit
fit: all $(OUT)/tools/bench/fit.elf
	$(Q)tools/cuberun -n 8 --exact --timeout 60 $(OUT)/tools/bench/fit.elf header >build/work.h
	$(Q)mv build/work.h collectives/call/work.h

include kernel/native/host.mk tools/lcc/lcc.mk tools/replaying/replaying.mk tools/bridge/bridge.mk tests/tests.mk tools/bench/bench.mk tools/install/install.mk

# The page that plays every schedule of the catalogue: build/page.html.
.PHONY: page
page: build/fast/tools/workbench/schedule
	$(Q)tools/page/catalogue $(NODES) $(ARGS)

# The workbench as one page, which needs nothing installed: build/workbench.html. The tools are compiled to
# WebAssembly by clang with Debian's wasi-libc (make setup-page).
WASM_SOURCES := $(filter-out tools/workbench/apart.c tools/workbench/serve.c tools/workbench/operation.c tools/workbench/formulas.c, \
                $(wildcard $(patsubst %,collectives/%/*.c,schedule schedule/own cube refined mesh catalogue bound check reroute) \
                           tools/workbench/*.c tools/workbench/page/*.c)) net/gray.c formats/operations.c
WASM_COMPILE := clang --target=wasm32-wasi $(WARNINGS) -O2 -D_GNU_SOURCE -DCUBE_HOST -I. -Iinclude
WASM_PAGE    := $(wildcard tools/page/* tools/grading/*.py programs/labs/*/properties.py programs/labs/*/README.md) \
                formats/schedule.schema.json
stamp.wasm    = $(WASM_COMPILE) $(WASM_SOURCES)

build/wasm/%.o: % build/stamp/wasm
	@mkdir -p $(@D)
	$(call step,CC,'$< (wasm)')
	$(Q)$(WASM_COMPILE) $(if $(filter tools/workbench/check.c tools/workbench/schedule.c,$<),-Dmain=$(basename $(<F))_main) -MMD -MP -c $< -o $@

build/workbench.wasm: $(WASM_SOURCES:%=build/wasm/%.o)
	$(call step,LD,$@)
	$(Q)clang --target=wasm32-wasi $^ -lm -Wl,--strip-all,-z,stack-size=1048576 -o $@

build/workbench.html: build/workbench.wasm build/fast/tools/workbench/schedule $(WASM_PAGE)
	$(call step,PAGE,$@)
	$(Q)tools/page/workbench $< $@

.PHONY: workbench-page
workbench-page: build/workbench.html

# A lab of the course: the points of the answer in the folder ANSWER, or of the lab's own files.
LAB    ?=
ANSWER ?=
SEED   ?=
.PHONY: grade
grade: kernel library workbench
	$(Q)tools/grade $(strip $(SEED:%=--seed %) $(LAB) $(ANSWER))

# ---- The documentation: what it shows of commands, by running them again.

.PHONY: docs
docs: all $(WORKBENCH_TOOLS) $(LCC_TOOLS) $(BENCH_PROGRAMS) $(TUTORIAL)
	$(Q)tools/docs

# ---- The house

SETUP_KINDS := page fortran package systems prove bridge find
.PHONY: setup $(SETUP_KINDS:%=setup-%) clean help
# One after the other, for apt is not to be called twice at a time.
SETUPS := $(filter setup setup-%,$(MAKECMDGOALS))
$(foreach goal,$(SETUPS),$(eval $(goal): $(BEFORE))$(eval BEFORE := $(goal)))
test: $(SETUPS)
setup:
	$(Q)tools/setup
$(SETUP_KINDS:%=setup-%): setup-%:
	$(Q)tools/setup --$*

clean:
	$(Q)rm -rf build

help:
	@echo 'make              build the kernel, the library and the programs'
	@echo 'make host         build the library for programs whose nodes are processes of the host (docs/guide/debugging.md);'
	@echo '                  host-memory for -fsanitize=memory'
	@echo 'make run          boot 8 nodes and run aspc and alltoall on them'
	@echo 'make run NODES=64 PROGRAM=hello ARGS="..."'
	@echo 'make table        run every algorithm of the catalogue: counts beside formulas; NODES=64'
	@echo 'make page         a page that plays every algorithm of the catalogue; NODES=64'
	@echo 'make workbench-page  a page in which a schedule is edited, proved and played: build/workbench.html'
	@echo 'make fit          measure the work of a step, by which algorithms are chosen'
	@echo 'make lcc          contention of communications and the order that has least; ARGS="FILE ..."'
	@echo 'make tables       what wormhole routing makes of it: tables 1 and 2 of Hou et al.'
	@echo 'make figures      and figures 5 to 7, drawn; QUICK=1 takes a tenth of the time'
	@echo 'make workbench    tools/check, draw and find, for algorithms of your own (docs/guide/algorithms.md)'
	@echo 'make grade LAB=3  the points of an answer to a lab of the course (programs/labs/README.md); ANSWER=FOLDER'
	@echo 'make docs         remake what README.md and docs/ show of commands that count'
	@echo 'make test         run every test, or with TESTS="fail tools/" those with a word in their path; JUNIT=FILE'
	@echo 'make bench        measure; prints tables and draws them, writes build/bench.json'
	@echo 'make peers        what a user would take instead, measured beside it: Open MPI and MPICH on Linux'
	@echo 'make soak         random work, failures and attacks: 45 minutes'
	@echo 'make ported       fetch libraries of other people, and run their own tests on the cube'
	@echo 'make systems      both commands of README.md on bare systems of Debian 12, 13 and sid; all their compilers'
	@echo 'make fuzz         a minute of fuzzing for each parser, and for the tools'
	@echo 'make mutants      make a mistake after the other in a copy of the tree: tests have to notice each; ARGS="NAME"'
	@echo 'make bridge       build what makes several hosts one cube under mpiexec or srun (docs/guide/machines.md)'
	@echo 'make prove        proofs that code which reads foreign data has no run-time error; the order of accesses on Arm'
	@echo 'make check-style  clang-format, clang-tidy, cppcheck, shellcheck, who includes whom'
	@echo 'make analyze      the same, and clang'\''s path-sensitive analyzer: four minutes'
	@echo 'make install      install what users run, under PREFIX=/usr/local and DESTDIR=; make uninstall'
	@echo 'make deb          make a package for Debian of what make install installs: build/graycube_*.deb'
	@echo 'make dist         make an archive of the sources of the last commit, and its checksum: build/graycube-*.tar.gz'
	@echo 'make setup        install what is missing (apt)'
	@echo 'make setup-page   and what the tests of the page need: a browser without a screen, clang for WebAssembly'
	@echo 'make setup-fortran  the Fortran compiler alone, which make setup installs, too'
	@echo 'make setup-package  and what looks at the package of make deb: lintian'
	@echo 'make setup-systems  and what makes other systems: debootstrap'
	@echo 'make setup-prove  and what make prove needs: Frama-C and a prover'
	@echo 'make setup-bridge and what make bridge needs: an MPI library of the host'
	@echo 'make setup-find   and what tools/finding/find needs: a solver (docs/guide/algorithms.md)'
	@echo 'make clean        remove build/'
	@echo 'BOARD=raspi3b builds the kernel of another board: in build/raspi3b (docs/guide/machines.md)'
	@echo 'LIBC=newlib builds, runs and tests programs with newlib: in build/newlib'
	@echo 'CC=clang compiles with clang; CROSS_COMPILE=prefix- names the cross tools'
	@echo 'V=1 shows commands; DEVELOPER=1 makes warnings errors'

-include $(shell find build '(' -path build/peers -o -path build/systems ')' -prune -o -type f -name '*.d' -print 2>/dev/null)
