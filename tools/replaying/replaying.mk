# The model of tools/replay.

REPLAY := build/fast/tools/replaying/replay

all: $(REPLAY)

$(REPLAY): $(patsubst %,build/fast/%.o,$(wildcard tools/replaying/*.c))
	$(call step,LD,$@)
	$(Q)$(HOST_COMPILE.fast) $^ -o $@
