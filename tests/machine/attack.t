#!/bin/sh
# A few of the attacks of `make soak`, some of each kind.
exec tests/soak/attack.py 1 25
