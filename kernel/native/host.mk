# The cube as processes of the host (docs/guide/debugging.md): the library and MPI, compiled for the host, with kernel/native/ in
# the place of the kernel. `cubecc --host` links with it.

HOST_LIBRARIES := build/native/libcube.a build/native/libmpi.a

.PHONY: host
host: $(HOST_LIBRARIES)

# Reports leave out functions whose paths begin with a dot, which those of the library do (kernel/native/trail.c).
HOST_ENGINE = gcc $(WARNINGS) -ffile-prefix-map="$$PWD"=. -O2 -g -fno-omit-frame-pointer -D_GNU_SOURCE \
              -DCUBE_HOST -DCUBE_PROCESSES -DCUBE_SLOTS_DISTANCE=CUBE_PAGE_BYTES -I. -Iinclude
stamp.host-engine = $(HOST_ENGINE)

build/native/mpi/%.o build/native/build/mpi/%.o: EXTRA := -ffunction-sections -fdata-sections
build/native/%.o: % build/stamp/host-engine
	@mkdir -p $(@D)
	$(call step,CC,'$< (host)')
	$(Q)$(call compile,$(HOST_ENGINE) $(EXTRA))

# The engine and what it takes of the kernel are one object, whose names programs do not see.
HOST_PARTS := $(patsubst %,build/native/%.o,$(wildcard kernel/native/*.c) \
                  $(patsubst %,kernel/%.c,links host/meters parsers/options reports/called reports/deadlock reports/unreceived))
build/native/engine.o: $(HOST_PARTS)
	$(call step,LD,$@)
	$(Q)ld -r $^ -o $@
	$(Q)objcopy -w $(patsubst %,--keep-global-symbol='%',cube_* system_call _exit _Exit raise kill __asan_* __ubsan_*) $@

native = $(patsubst %,build/native/%.o,$(wildcard $(1)))
define host_archive
stamp.native-$(1) = $(2)
build/native/lib$(1).a: $(2) build/stamp/native-$(1)
	$$(call step,AR,$$@)
	$$(Q)rm -f $$@
	$$(Q)ar qcs $$@ $(2)
endef
$(eval $(call host_archive,cube,build/native/engine.o \
    $(filter-out build/native/net/detour/% build/native/net/finish.c.o build/native/collectives/check/% build/native/collectives/reroute/%, \
        $(call native,net/*.c net/*/*.c formats/cpio.c formats/operations.c collectives/*/*.c collectives/*/*/*.c))))
$(eval $(call host_archive,mpi,$(call native,mpi/*/*.c) build/native/$(MPI_LARGE).o))

# Programs of tests, as users compile theirs.
NATIVE_TESTS := $(patsubst %,build/native/tests/%.elf, \
    $(addprefix boot/,arguments forwarding garbage inbox input lines mpi_mismatch print ranks subcubes traffic) \
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
