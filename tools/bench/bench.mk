# What `make bench` runs.

BENCH_PROGRAMS := $(patsubst %.c,$(OUT)/%.elf,$(wildcard tools/bench/*.c))
BENCH_KERNEL   := $(OUT)/tools/bench/null.img
stamp.null      = $(CROSS_COMPILE)gcc -nostdlib -static -Wl,--build-id=none,-Ttext=0

$(OUT)/tools/%.elf: $(OUT)/cube/tools/%.c.o $(LINK_INPUTS)
	@mkdir -p $(@D)
	$(call step,LD,$@)
	$(Q)tools/cubecc $< $(filter %/libcomputations.a,$^) -o $@

$(OUT)/tools/bench/fit.elf: $(OUT)/libcomputations.a

# Programs of MPI.
$(OUT)/tools/bench/mpi_%.elf: $(OUT)/cube/tools/bench/mpi_%.c.o $(LINK_INPUTS) $(OUT)/libmpi.a
	@mkdir -p $(@D)
	$(call step,LD,$@)
	$(Q)tools/mpicc $< -o $@

$(BENCH_KERNEL): tools/bench/null.S build/stamp/null
	@mkdir -p $(@D)
	$(call step,IMG,$@)
	$(Q)$(stamp.null) $< -o $(@:.img=.elf)
	$(Q)$(CROSS_COMPILE)objcopy -O binary $(@:.img=.elf) $@

# tests/machine/exact.t runs the programs too, and tests/tools/long.t all of it.
machine-programs: $(BENCH_PROGRAMS) $(BENCH_KERNEL)

.PHONY: bench
bench: all $(BENCH_PROGRAMS) $(BENCH_KERNEL)
	$(Q)tools/bench/bench.py $(call quick,--quick) $(ARGS)

# What a user would take instead, by one program in plain MPI, here and on Linux in the same emulator:
# a table for each number of ranks. ARGS="--ranks 8" for one of them. Downloads Debian's packages. QUICK=1: only here.
.PHONY: peers
peers: all
	$(Q)tools/peers/measure.py $(call quick,--only graycube --ranks 2 --seconds 0.01) $(ARGS)
