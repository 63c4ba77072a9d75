# Installs what users run. PREFIX and DESTDIR mean what they mean in every Makefile; tools/install/install
# says what goes where.

PREFIX ?= /usr/local

INSTALLED := all $(WORKBENCH_TOOLS) $(LCC_TOOLS)

.PHONY: install uninstall deb dist
# newlib is installed, too, if `make LIBC=newlib` has built it.
install: $(INSTALLED)
	$(Q)DESTDIR='$(DESTDIR)' tools/install/install '$(PREFIX)'
	@echo 'installed in $(DESTDIR)$(PREFIX)'

uninstall:
	$(Q)DESTDIR='$(DESTDIR)' tools/install/install --remove '$(PREFIX)'

# The package has both C libraries.
deb: $(INSTALLED)
	+$(Q)$(MAKE) --no-print-directory LIBC=newlib library build/newlib/libcomputations.a
	$(Q)tools/install/deb

# The archive of the sources, and its checksum.
dist:
	$(Q)tools/install/dist
