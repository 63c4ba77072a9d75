# Building what `make test` runs: the code under sanitizers on the host, the fuzzers, and the
# programs for the machine.

# ---- Net, collectives and the parsers on the host, once for each set of sanitizers.

PARSERS      := kernel/parsers/fdt formats/cpio kernel/parsers/elf_image kernel/parsers/options
BRIDGE_PARTS := $(patsubst %,tools/bridge/%,bridge invitation links shared wire words)
DEVICE_TREE  := kernel/parsers/fdt_nodes board/device_tree board/virt/devices
CHECKS       := tests/check/check.c tests/check/plans.c
HOST_SOURCES := $(filter-out net/system/% net/record/% net/detour/% net/finish.c,$(wildcard net/*.c net/*/*.c)) \
                $(wildcard collectives/*/*.c collectives/*/*/*.c programs/computations/*.c programs/computations/*/*.c programs/mapping/*.c \
                           programs/wormhole/*.c mpi/*/*.c tests/host/*.c) \
                $(MPI_LARGE) $(filter-out $(CHECKS),$(wildcard tests/check/*.c)) \
                $(wildcard $(patsubst %,%.c,$(DEVICE_TREE) $(PARSERS) $(BRIDGE_PARTS))) libc/memory/blocks.c libc/picolibc/digits.c \
                formats/operations.c
UNIT_SOURCES := $(wildcard tests/unit/*/test_*.c)
# Reports show lines, and nobody looks at variables: -g1 takes a third of the time from asan's. What cmocka 2
# deprecates is all that cmocka 1 has.
HOST_COMPILE := $(WARNINGS) -O1 -g1 -D_GNU_SOURCE -DCUBE_HOST -pthread -fno-omit-frame-pointer \
                -I. -Iinclude -Wno-deprecated-declarations
VARIANTS     := asan tsan fast large

# With this model of thread-local variables the compiler settles their addresses. With others the linker may
# replace an addition by a lea, which sets no flags; but gcc's check for null pointers tests the flags of that
# addition.
HOST_COMPILE.asan := gcc $(HOST_COMPILE) -fsanitize=address,undefined -fno-sanitize-recover=all \
                     -ftls-model=local-exec
HOST_COMPILE.tsan := clang $(HOST_COMPILE) -fsanitize=thread
# For programs that compute for long: the checkers of every schedule, and of the plans made from it.
HOST_COMPILE.fast := gcc $(HOST_COMPILE) -O2
# For cubes that are not run: with room for more nodes than a machine has.
HOST_COMPILE.large := $(HOST_COMPILE.fast) -DSCHEDULE_DIMENSIONS=16u

# Sources that no test or tool of a variant uses, so they are not compiled for it.
UNUSED.asan := mpi/tool/% tests/check/% $(patsubst %,programs/computations/%/%,coupled fixed grid matrix)
UNUSED.tsan := tools/bridge/% board/% kernel/% libc/% programs/% mpi/session/% mpi/tool/% tests/check/% collectives/reroute/%
UNUSED.fast := tools/bridge/% kernel/% libc/% programs/computations/% mpi/% build/mpi/%
UNUSED.large := $(filter-out net/gray.c formats/operations.c collectives/check/shapes.c collectives/check/walk.c \
                    $(wildcard $(patsubst %,collectives/%/*.c,schedule schedule/own cube refined mesh catalogue)),$(HOST_SOURCES))

define host_variant
HOST_SOURCES.$(1) := $(filter-out $(UNUSED.$(1)),$(HOST_SOURCES))
stamp.$(1) = $(HOST_COMPILE.$(1))
stamp.$(1)-objects = $$(HOST_SOURCES.$(1))

build/$(1)/%.o: % build/stamp/$(1)
	@mkdir -p $$(@D)
	$$(call step,CC,'$$< ($(1))')
	$$(Q)$$(call compile,$$(HOST_COMPILE.$(1)) $$(EXTRA))

build/$(1)/libhost.a: $$(HOST_SOURCES.$(1):%=build/$(1)/%.o) build/stamp/$(1)-objects
	$$(call step,AR,$$@)
	$$(Q)rm -f $$@
	$$(Q)ar qcs $$@ $$(HOST_SOURCES.$(1):%=build/$(1)/%.o)

build/$(1)/tests/%.t: build/$(1)/tests/%.c.o build/$(1)/libhost.a
	$$(call step,LD,$$@)
	$$(Q)$(HOST_COMPILE.$(1)) $$(filter %.o,$$^) build/$(1)/libhost.a $$(LIBRARIES) -lcmocka -lm -o $$@
endef
$(foreach variant,$(VARIANTS),$(eval $(call host_variant,$(variant))))

# The thread sanitizer runs the tests in which threads meet: rings, doorbells and waits, active messages, and a few
# that put them under the load of collectives and of MPI. What other tests look at, a node does by itself.
ALONE := $(patsubst %,net/test_%,copy failed_link failed_node gray ring wait_words)
MEET  := net/% $(patsubst %,collectives/test_%,mixes subcubes) \
         $(patsubst %,mpi/test_%,message programs windows)
MEETING    := $(filter-out $(ALONE:%=tests/unit/%.c),$(filter $(MEET:%=tests/unit/%.c),$(UNIT_SOURCES)))
# What only computes takes little under the sanitizers, and all without them.
COMPUTING  := $(patsubst %,build/fast/tests/unit/%.t,wormhole/test_network \
                  $(patsubst %,collectives/test_%,cost losses prediction reroute))
UNIT_TESTS := $(UNIT_SOURCES:%.c=build/asan/%.t) $(MEETING:%.c=build/tsan/%.t) $(COMPUTING)

# Four programs of the machine, in three tests: their main functions get other names.
build/%/tests/mpi/random/main.c.o: EXTRA := -Dmain=random_main
build/%/tests/mpi/windows/main.c.o: EXTRA := -Dmain=windows_main
build/%/tests/mpi/files/main.c.o: EXTRA := -Dmain=files_main
build/%/tests/mpi/corners/main.c.o: EXTRA := -Dmain=corners_main
$(foreach variant,asan tsan,$(eval build/$(variant)/tests/unit/mpi/test_programs.t: \
    $(patsubst %,build/$(variant)/%.o,$(wildcard tests/mpi/random/*.c tests/mpi/corners/*.c))))
$(foreach variant,asan tsan,$(eval build/$(variant)/tests/unit/mpi/test_windows.t: \
    $(patsubst %,build/$(variant)/%.o,$(wildcard tests/mpi/windows/*.c))))
build/asan/tests/unit/mpi/test_files.t: $(patsubst %,build/asan/%.o,$(wildcard tests/mpi/files/*.c))

# Hostile neighbours rewrite memory under a node between two of its instructions. One node runs at a
# time, so there are no races for the thread sanitizer. The test's own objects come before the library, for
# they stand in the place of its cube on the host.
HOSTILE := build/asan/tests/hostile/hostile.t
HOSTILE_MPI := build/asan/tests/hostile/mpi.t
HOSTILE_TESTS := $(HOSTILE) $(HOSTILE_MPI)
$(HOSTILE): build/asan/tests/hostile/calls.c.o
$(HOSTILE_MPI): $(patsubst %,build/asan/tests/hostile/%.c.o,forge program) \
                $(patsubst %.c,build/asan/%.c.o,$(wildcard tests/hostile/forgeries/*.c))
$(HOSTILE_TESTS): build/asan/%.t: build/asan/%.c.o \
    $(patsubst %,build/asan/tests/hostile/%.c.o,turns attack access rewrite) build/asan/libhost.a
	$(call step,LD,$@)
	$(Q)$(HOST_COMPILE.asan) $(filter %.o,$^) build/asan/libhost.a -o $@

CHECKERS   := $(CHECKS:%.c=build/fast/%.t)

# Objects that stand in the place of a part of the library come before it.
PLANS := build/fast/tests/check/plans
$(PLANS).t: $(PLANS).c.o $(patsubst %.c,build/fast/%.c.o,$(wildcard tests/check/plans/*.c)) \
            build/fast/libhost.a
	$(call step,LD,$@)
	$(Q)$(HOST_COMPILE.fast) $^ -lcmocka -lm -o $@

# ---- The workbench: one algorithm, also a program's own, proved and written as data. Tools link such
# an algorithm with these objects (tools/workbench/own.py).

# The command line of the tools of the workbench.
ASKED := $(patsubst %,build/fast/tools/workbench/%.c.o,apart asked)

WORKBENCH_TOOLS := $(patsubst %,build/fast/tools/workbench/%,check schedule operation)

$(WORKBENCH_TOOLS): build/fast/%: build/fast/%.c.o $(ASKED) build/fast/libhost.a
	$(call step,LD,$@)
	$(Q)$(HOST_COMPILE.fast) $^ -lm -o $@

# What proves a schedule in the page, on the host: the page's test compares both.
TABLE := build/fast/tools/workbench/page/table
$(TABLE): build/fast/tools/workbench/check.c.o $(TABLE).c.o $(filter-out %/apart.c.o,$(ASKED)) build/fast/libhost.a
	$(call step,LD,$@)
	$(Q)$(HOST_COMPILE.fast) $^ -lm -o $@

FORMULAS := build/fast/tools/workbench/formulas
$(FORMULAS): build/large/tools/workbench/formulas.c.o build/large/libhost.a
	$(call step,LD,$@)
	$(Q)$(HOST_COMPILE.large) $^ -o $@
WORKBENCH_TOOLS += $(FORMULAS) build/fast/tools/workbench/serve.c.o

.PHONY: workbench
workbench: $(WORKBENCH_TOOLS)

# ---- Programs that test the machine from inside (boot) and that fail on purpose (fail).

MACHINE_PROGRAMS := $(patsubst %.c,$(OUT)/%.elf,$(wildcard tests/boot/*.c tests/fail/*.c))

$(OUT)/tests/%.elf: $(OUT)/cube/tests/%.c.o $(LINK_INPUTS)
	@mkdir -p $(@D)
	$(call step,LD,$@)
	$(Q)tools/cubecc $(filter %.o,$^) -lm $(SILENT) -o $@

# These call on purpose what the linker or the compiler warns of.
$(OUT)/tests/boot/posix.elf $(OUT)/tests/boot/threads.elf: private SILENT := -Wl,--no-warnings
$(OUT)/tests/boot/mpi_mismatch.elf build/native/tests/boot/mpi_mismatch.elf: private SILENT := -Wno-mpi

# Programs of MPI.
$(OUT)/tests/boot/mpi_%.elf: $(OUT)/cube/tests/boot/mpi_%.c.o $(LINK_INPUTS) $(OUT)/libmpi.a
	@mkdir -p $(@D)
	$(call step,LD,$@)
	$(Q)tools/mpicc --libc=$(LIBC) $(SILENT) $< -o $@

# The tutorial's programs, compiled as its reader compiles them: each comes with an ELF file beside it.
TUTORIAL := $(patsubst programs/%.c,$(OUT)/%,$(wildcard programs/tutorial/*.c))
$(OUT)/tutorial/first: $(OUT)/libmpi.a
$(TUTORIAL): $(OUT)/%: programs/%.c programs/tutorial/link_to.h $(LINK_INPUTS)
	@mkdir -p $(@D)
	$(call step,LD,$@)
	$(Q)tools/$(if $(filter %/first,$@),mpicc --libc=$(LIBC),cubecc) $(WARNINGS) $< -o $@

# A hostile neighbour on the machine, which attacks each time before it sleeps.
NEIGHBOUR := $(OUT)/tests/hostile/neighbour.elf
$(NEIGHBOUR): $(patsubst %,$(OUT)/cube/tests/hostile/%.c.o,neighbour calls rewrite) $(LINK_INPUTS)
	@mkdir -p $(@D)
	$(call step,LD,$@)
	$(Q)tools/cubecc -Wl,--wrap=system_wait $(filter %.o,$^) -o $@

SOAK := $(OUT)/tests/soak/soak.elf
DEADLOCKS := $(OUT)/tests/soak/deadlocks.elf

# What judges the catalogue's results is no part of the library.
$(SOAK): $(OUT)/cube/collectives/check/meaning.c.o

SUBCUBES := $(OUT)/tests/boot/subcubes.elf
$(SUBCUBES): $(patsubst %,$(OUT)/cube/%.c.o,tests/host/subject tests/host/material collectives/check/meaning)
# What looks at more with CUBE_THOROUGH=1.
THOROUGH := $(CHECKERS) $(patsubst %,build/fast/tests/unit/%.t,net/test_ways collectives/test_reroute collectives/test_losses) \
            $(patsubst %,build/asan/tests/unit/collectives/test_%.t,sizes mismatch)
MIXES := build/tsan/tests/unit/collectives/test_mixes.t
HOSTILE_SEEDS ?= 4000

# quick,LESS,ALL: with QUICK=1 the commands that take long do so little that make test has the time to see
# that each of their stages starts and ends (tests/tools/long.t). What cannot do less is ended by begin.
QUICK ?=
quick  = $(if $(QUICK),$(1),$(2))
begin  = $(call quick,timeout 0.2 env $(1) || [ $$? -eq 124 ],$(1))
# What make test runs, too, if less of it.
more   = $(call quick,true,$(1))

# Tests whose programs work as well where links are dead.
DEAD_TESTS := tests/machine/mpi_messages.t tests/machine/mpi_corners.t tests/machine/collectives.t

# make test has 200 seeds of hostile neighbours, and 400 of those of MPI,
# among which is every kind of attack: more of them find rare meetings of several, for which there is time
# here. Of the random collectives on the machine it has the first fifth. For the checker make test has all shapes of cubes of up to 128 nodes, and
# all meshes of six dimensions: the next dimension takes two thirds of the time.
define SOAK_STAGES
    '$(call more,tests/machine/lines.t 64 10000)' \
    '$(call more,tests/machine/memory.t 64)' \
    'for nodes in 4096 8192; do WIDE_NODES=$$nodes $(call begin,WIDE_SECONDS=600 tests/machine/wide.t) || exit 1; done' \
    '$(call begin,HOST_NODES=8192 HOST_SECONDS=600 tests/machine/processes_wide.t)' \
    'for seed in $(call quick,1,1 3 5); do TEST_CUBERUN="--dead random:$$seed:$$seed:0" $(call begin,prove --exec "" $(DEAD_TESTS)) || exit 1; done' \
    '$(call more,$(HOSTILE) 1 $(HOSTILE_SEEDS))' \
    '$(call more,$(HOSTILE_MPI) 1 $(HOSTILE_SEEDS))' \
    $(foreach test,$(THOROUGH),'$(call begin,CUBE_THOROUGH=1 $(test))') \
    'for nodes in $(call quick,16,1024 2048); do $(FORMULAS) $$nodes all 1000000000000 >/dev/null || exit 1; done' \
    'tools/table --nodes $(call quick,32,65536) >/dev/null' \
    'for seed in $(call quick,1,$(shell seq 30)); do $(call begin,CUBE_SEED=$$seed $(MIXES)) || exit 1; done' \
    '$(call more,tests/machine/hostile.t 1 78)' \
    '$(call more,ATTACK_SECONDS=60 tests/soak/attack.py)' \
    '$(call begin,CUBE_THOROUGH=1 tests/tools/labs_faults.t)' \
    '$(call more,tools/cuberun -n 128 --timeout 900 $(SUBCUBES))' \
    '$(call more,tests/machine/channels.t 50000)' \
    '$(call more,tests/machine/replay.t 16)' \
    '$(call more,tools/cuberun -n 8 --timeout 900 $(SOAK) 7 5000 500 collectives)' \
    '$(call begin,prove --exec "" tests/model/model)' \
    '! command -v frama-c >/dev/null || $(call begin,tests/prove/prove)' \
    'prove --exec "" tests/litmus/litmus $(call quick,:: --extract)' \
    '$(call more,tools/docs --check --long --near 5)' \
    'SOAK_SECONDS=$(call quick,0,180) tests/soak/soak.py collectives' \
    'SOAK_SECONDS=$(call quick,0,90) tests/soak/soak.py deadlocks' \
    'SOAK_SECONDS=$(call quick,0,120) tests/soak/soak.py mpi' \
    'SOAK_SECONDS=$(call quick,0,240) tests/soak/soak.py links' \
    'SOAK_SECONDS=$(call quick,0,150) tests/soak/soak.py ranks' \
    'tests/soak/networks.py $(call quick,--help,2)' \
    'tests/soak/searches.py $(call quick,1)' \
    'tests/soak/lives $(call quick,100,200000)' \
    'tests/soak/kills.py $(call quick,1,50)' \
    'make --no-print-directory peers QUICK=1'
endef

SOAK_NEEDS := machine-programs $(SOAK) $(DEADLOCKS) $(HOSTILE_TESTS) $(THOROUGH) $(MIXES) \
              $(WORKBENCH_TOOLS) $(LCC_TOOLS) $(TUTORIAL) newlib-programs board-kernels bridge-if-mpi

.PHONY: soak
soak: $(SOAK_NEEDS)
	$(Q)for tool in frama-c:prove cadical:find; do command -v $${tool%:*} >/dev/null || \
	    echo "soak: leaves out $${tool#*:}, for there is no $${tool%:*}: 'make setup-$${tool#*:}' installs it"; done
	$(Q)set -- $(SOAK_STAGES); done=0; for stage; do done=$$((done + 1)); \
	    echo "  soak $$done of $$#: $$stage"; sh -c "$$stage" || exit 1; done

# Other systems, from their bare beginnings: an hour. ARGS='--run trixie' tries one of the two commands there.
.PHONY: systems
systems:
	$(Q)tests/systems/systems $(ARGS)

# ---- Fuzzers: one a parser, tests/fuzz/fuzz_NAME.c for NAME.c, one for the bridge between hosts, and one for the tools.

FUZZERS := $(patsubst %.c,build/%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_SECONDS ?= 60
stamp.fuzz := clang $(HOST_COMPILE) -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all

$(foreach parser,$(PARSERS),$(eval build/tests/fuzz/fuzz_$(notdir $(parser)): $(parser).c))
build/tests/fuzz/fuzz_fdt: $(DEVICE_TREE:=.c)
build/tests/fuzz/fuzz_notes: $(patsubst %,tools/bridge/%.c,links output shared wire words)
build/tests/fuzz/fuzz_replay: $(patsubst %,tools/replaying/%.c,goal network reading recording)
build/tests/fuzz/fuzz_blocks: libc/memory/blocks.c
build/tests/fuzz/fuzz_frame: board/line/frame.c
build/tests/fuzz/fuzz_matrix_market: $(patsubst %,programs/computations/sparse/%.c,matrix_market entries rows)

build/tests/fuzz/fuzz_%: tests/fuzz/fuzz_%.c build/stamp/fuzz
	@mkdir -p $(@D)
	$(call step,CC,$@)
	$(Q)$(stamp.fuzz) -MMD -MP -MF $@.d $(filter %.c,$^) -o $@

.PHONY: fuzz
fuzz: $(FUZZERS)
	$(Q)tests/fuzz/seeds build/tests/fuzz/seeds
	$(Q)cd build/tests/fuzz && for parser in $(FUZZERS:build/tests/fuzz/fuzz_%=%); do \
	    mkdir -p corpus/$$parser && \
	    ./fuzz_$$parser $(call quick,-runs=1,-max_total_time=$(FUZZ_SECONDS)) -print_final_stats=1 \
	        corpus/$$parser seeds/$$parser || exit 1; \
	done
	$(Q)tests/fuzz/tools.py $(call quick,--runs 5,--seconds $(FUZZ_SECONDS))

# ---- Mutants: mistakes in a copy of the tree, each of which tests have to notice.

.PHONY: mutants
mutants: test-programs
	$(Q)tests/mutants/mutants $(ARGS)

# ---- Proofs, where fuzzing only samples.

.PHONY: prove litmus
prove: litmus
	$(Q)tests/prove/prove
litmus: $(KERNEL_OUT)/kernel.elf board-kernels $(SOAK)
	$(Q)prove --exec '' tests/litmus/litmus

# ---- Running: prove speaks TAP with all of them.

export CMOCKA_MESSAGE_OUTPUT := TAP
SCRIPTS := $(wildcard tests/*/*.t)

# Libraries of other people, which this fetches, and their own tests: tests/ported.
.PHONY: ported
ported: all
	+$(Q)tests/ported/ported $(ARGS)

.PHONY: test test-programs boot-programs machine-programs newlib-programs board-kernels check-style analyze
boot-programs: all $(MACHINE_PROGRAMS)
machine-programs: boot-programs $(NEIGHBOUR)
# The workbench's page and what its test compares it with, where make setup-page has installed what the page needs.
PAGE_IF_WASI := $(if $(wildcard /usr/include/wasm32-wasi/stdlib.h),build/workbench.html $(TABLE))
test-programs: machine-programs board-kernels native-tests bridge-if-mpi $(UNIT_TESTS) $(SOAK_NEEDS) $(FUZZERS) $(PAGE_IF_WASI)

# Where LIBC=newlib does not run all tests with newlib, tests/machine/newlib.t runs the most telling ones.
ifeq ($(LIBC),newlib)
SCRIPTS := $(filter-out tests/machine/newlib.t,$(SCRIPTS))
newlib-programs: machine-programs
else
newlib-programs: machine-programs
	+$(Q)$(MAKE) --no-print-directory LIBC=newlib boot-programs
endif

# The kernels of the boards that cuberun knows beside the usual one.
board-kernels:
	+$(Q)$(MAKE) --no-print-directory BOARD=raspi3b kernel

# The longest come first, so that all processors are busy to the end.
LONGEST := $(filter tests/sources/style.t tests/tools/docs.t tests/tools/long.t tests/machine/hosts.t \
             tests/machine/parts.t,$(SCRIPTS)) \
           $(CHECKERS)
ALL_TESTS := $(LONGEST) $(filter-out $(LONGEST),$(HOSTILE_TESTS) $(SCRIPTS) $(CHECKERS) $(UNIT_TESTS))

# TESTS chooses: each of its words stands for all tests that have it in their path.
TESTS  ?=
with    = $(strip $(foreach test,$(ALL_TESTS),$(if $(findstring $(1),$(test)),$(test))))
CHOSEN := $(if $(TESTS),$(filter $(foreach word,$(TESTS),$(call with,$(word))),$(ALL_TESTS)),$(ALL_TESTS))
ifneq ($(filter test,$(MAKECMDGOALS)),)
$(foreach word,$(TESTS),$(if $(call with,$(word)),,\
    $(error TESTS=$(word): no test has this in its path)))
endif

# What a script of tests/ needs: what its own line names, or else that of its folder. A test for the host
# is built, and needs nothing else.
NEEDS.tests/machine/       := machine-programs
NEEDS.tests/machine/newlib := newlib-programs
NEEDS.tests/machine/raspi3b := machine-programs board-kernels
NEEDS.tests/machine/line    := machine-programs board-kernels
NEEDS.tests/machine/serial  := machine-programs board-kernels
NEEDS.tests/machine/given  := machine-programs $(SOAK) $(WORKBENCH_TOOLS)
NEEDS.tests/machine/processes := machine-programs native-tests
NEEDS.tests/machine/processes_wide := all host
NEEDS.tests/machine/sanitizers := host $(if $(shell command -v clang),host-memory)
NEEDS.tests/machine/hosts  := machine-programs $(SOAK) bridge-if-mpi
NEEDS.tests/machine/soak   := machine-programs $(SOAK)
NEEDS.tests/machine/fail_links := machine-programs $(LCC_TOOLS) $(SOAK)
NEEDS.tests/machine/fail_nodes := machine-programs $(LCC_TOOLS)
NEEDS.tests/machine/detour := machine-programs $(SOAK)
NEEDS.tests/machine/map    := machine-programs $(LCC_TOOLS) $(SOAK)
NEEDS.tests/machine/programs := machine-programs $(LCC_TOOLS)
NEEDS.tests/page/          := all build/fast/tools/workbench/schedule
NEEDS.tests/page/workbench := $(WORKBENCH_TOOLS) $(PAGE_IF_WASI)
NEEDS.tests/tools/long     := $(SOAK_NEEDS) $(FUZZERS)
NEEDS.tests/sources/code   := all
NEEDS.tests/sources/includes := all
NEEDS.tests/sources/fuzz   := $(FUZZERS)
NEEDS.tests/tools/         := machine-programs newlib-programs $(TUTORIAL) $(WORKBENCH_TOOLS) $(LCC_TOOLS)
needs = $(if $(filter build/%,$(1)),$(1),$(or $(NEEDS.$(basename $(1))),$(NEEDS.$(dir $(1)))))
NEEDED := $(if $(TESTS),$(sort $(foreach test,$(CHOSEN),$(call needs,$(test)))),test-programs newlib-programs)

test:
	+$(Q)$(if $(NEEDED),$(MAKE) --no-print-directory $(NEEDED))
	$(Q)tests/run --junit '$(JUNIT)' $(CHOSEN)

check-style: all
	$(Q)tools/check-style
	$(Q)tools/check-includes

# QUICK=1 takes the file with the longest paths.
analyze:
	$(Q)tools/check-style --analyze $(call quick,collectives/run/executor.c)
