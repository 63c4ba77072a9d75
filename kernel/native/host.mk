# The cube as processes of the host (docs/guide/debugging.md): the library and MPI, compiled for the host, with kernel/native/ in
# the place of the kernel. `cubecc --host` links with it.

HOST_LIBRARIES := build/native/libcube.a build/native/libmpi.a

# -fsanitize=memory has to see what the library writes, so programs with it have a library that is compiled with it.
HOST_MEMORY_LIBRARIES := $(patsubst build/native/%,build/native/memory/%,$(HOST_LIBRARIES))

.PHONY: host host-memory
host: $(HOST_LIBRARIES)
host-memory: $(HOST_MEMORY_LIBRARIES)

# Reports leave out functions whose paths begin with a dot, which those of the library do (kernel/native/trail.c). They
# name the function of MPI that the program has called, so this one stays among the callers.
HOST_FLAGS  = -ffile-prefix-map="$$PWD"=. -g -fno-omit-frame-pointer -D_GNU_SOURCE \
              -DCUBE_HOST -DCUBE_PROCESSES -DCUBE_SLOTS_DISTANCE=CUBE_PAGE_BYTES -I. -Iinclude
HOST_ENGINE = gcc $(WARNINGS) -O2 $(HOST_FLAGS)
HOST_MEMORY = clang -w -O1 -fsanitize=memory $(HOST_FLAGS)
stamp.host-engine = $(HOST_ENGINE)
stamp.host-memory = $(HOST_MEMORY)

build/native/mpi/%.o build/native/build/mpi/%.o build/native/memory/mpi/%.o build/native/memory/build/mpi/%.o: \
    EXTRA := -ffunction-sections -fdata-sections -fno-optimize-sibling-calls
build/native/%.o: % build/stamp/host-engine
	@mkdir -p $(@D)
	$(call step,CC,'$< (host)')
	$(Q)$(call compile,$(HOST_ENGINE) $(EXTRA))
build/native/memory/%.o: % build/stamp/host-memory
	@mkdir -p $(@D)
	$(call step,CC,'$< (host, memory)')
	$(Q)$(call compile,$(HOST_MEMORY) $(EXTRA))

# The engine and what it takes of the kernel are one object, whose names programs do not see.
HOST_PARTS := $(wildcard kernel/native/*.c) \
              $(patsubst %,kernel/%.c,links host/meters parsers/options reports/called reports/deadlock reports/unreceived)
HOST_CUBE  := $(filter-out net/detour/% net/finish.c collectives/check/% collectives/reroute/%, \
                  $(wildcard net/*.c net/*/*.c formats/cpio.c formats/operations.c collectives/*/*.c collectives/*/*/*.c))
HOST_MPI   := $(wildcard mpi/*/*.c) $(MPI_LARGE)

define host_archive
stamp.$(subst /,-,$(1)) = $(2)
$(1).a: $(2) build/stamp/$(subst /,-,$(1))
	$$(call step,AR,$$@)
	$$(Q)rm -f $$@
	$$(Q)ar qcs $$@ $(2)
endef
define host_libraries
$(1)/engine.o: $(HOST_PARTS:%=$(1)/%.o)
	$$(call step,LD,$$@)
	$$(Q)ld -r $$^ -o $$@
	$$(Q)objcopy -w $$(patsubst %,--keep-global-symbol='%',cube_* system_call buffers_* _exit _Exit raise kill \
	    __asan_* __msan_* __tsan_* __ubsan_*) $$@
$(call host_archive,$(1)/libcube,$(1)/engine.o $(HOST_CUBE:%=$(1)/%.o))
$(call host_archive,$(1)/libmpi,$(HOST_MPI:%=$(1)/%.o))
endef
$(eval $(call host_libraries,build/native))
$(eval $(call host_libraries,build/native/memory))

# Programs of tests, as users compile theirs.
NATIVE_TESTS := $(patsubst %,build/native/tests/%.elf, \
    $(addprefix boot/,arguments forwarding garbage inbox input mpi_mismatch print ranks subcubes traffic) \
    $(addprefix fail/,deadlock leave unreceived) soak/soak)
NATIVE_COMPILE = CUBE_ENGINE=host $(1) $(WARNINGS) -D_GNU_SOURCE -DCUBE_HOST -DCUBE_PROCESSES -I. -MMD -MP -MF $@.d
.PHONY: native-tests
native-tests: host $(NATIVE_TESTS)
build/native/tests/%.elf: tests/%.c $(HOST_LIBRARIES) tools/cubecc
	@mkdir -p $(@D)
	$(call step,LD,$@)
	$(Q)$(call NATIVE_COMPILE,tools/cubecc) $(filter %.c,$^) -lm -o $@
build/native/tests/boot/mpi_%.elf: tests/boot/mpi_%.c $(HOST_LIBRARIES) tools/cubecc
	@mkdir -p $(@D)
	$(call step,LD,$@)
	$(Q)$(call NATIVE_COMPILE,tools/mpicc) $(SILENT) $< -o $@
build/native/tests/boot/subcubes.elf: tests/host/subject.c tests/host/material.c collectives/check/meaning.c
build/native/tests/soak/soak.elf: collectives/check/meaning.c
