#!/bin/sh
# Finds an attack on a machine from inside that harms it, of few of each kind; make soak has more.
exec tests/soak/attack.py 1 25
