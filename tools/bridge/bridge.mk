# The bridge between hosts, by an MPI library of the host: an optional component (docs/guide/machines.md). MPI_CC is that
# library's compiler.

MPI_CC         ?= mpicc
BRIDGE_OBJECTS := $(patsubst %,build/kernel/native/%.o,$(wildcard tools/bridge/*.c))

# The tree has headers of the host's names (include/mpi.h), which come behind the host's own.
BRIDGE_COMPILE := $(MPI_CC) $(WARNINGS) $(ANYWHERE) -O2 -g -D_GNU_SOURCE -I. -idirafter include
stamp.bridge    = $(BRIDGE_COMPILE)

build/kernel/native/%.o: % build/stamp/bridge
	@mkdir -p $(@D)
	$(call step,CC,'$< (host)')
	$(Q)$(BRIDGE_COMPILE) -MMD -MP -c $< -o $@

build/bridge: $(BRIDGE_OBJECTS)
	$(call step,LD,$@)
	$(Q)$(MPI_CC) $^ -o $@

.PHONY: bridge bridge-if-mpi
bridge: build/bridge

bridge-if-mpi:
	+$(Q)if command -v $(MPI_CC) >/dev/null; then $(MAKE) --no-print-directory bridge; fi
