# Linear-complement communications: their contention, and the tables and figures of what it costs.

LCC_TOOLS := $(patsubst %.c,build/fast/%,$(wildcard tools/lcc/*.c))

$(LCC_TOOLS): build/fast/%: build/fast/%.c.o build/fast/libhost.a
	$(call step,LD,$@)
	$(Q)$(HOST_COMPILE.fast) $^ -lm -o $@

# What ARGS names, or a set of three.
.PHONY: lcc
lcc: $(LCC_TOOLS)
	$(Q)build/fast/tools/lcc/lcc $(or $(ARGS),transpose bit-reverse reverse-flip)

# Tables 1 and 2 of Hou et al., also as build/lcc-table1.csv and build/lcc-table2.csv.
.PHONY: tables
tables: $(LCC_TOOLS)
	$(Q)build/fast/tools/lcc/hou tables >build/lcc-tables.txt
	$(Q)cat build/lcc-tables.txt
	$(Q)awk -v folder=build -f tools/lcc/csv.awk build/lcc-tables.txt

# Their figures 5 to 7: build/lcc-NAME.svg, .csv, and .txt, which is shown. QUICK=1: a tenth of the
# length.
FIGURES       := transpose bit-reverse reverse-flip
FIGURE_CYCLES := $(if $(QUICK),10000,100000)

.PHONY: figures $(FIGURES:%=figure-%)
figures: $(FIGURES:%=figure-%)
	$(Q)cat $(FIGURES:%=build/lcc-%.txt)

$(FIGURES:%=figure-%): figure-%: $(LCC_TOOLS)
	$(Q)build/fast/tools/lcc/hou figure $* build/lcc-$*.csv $(FIGURE_CYCLES) >build/lcc-$*.txt
	$(Q)gnuplot -e 'name="$*"' tools/lcc/figure.gp
	$(call step,PLOT,build/lcc-$*.svg)
