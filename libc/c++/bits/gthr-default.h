/* A process has one thread. */
#pragma once

#include <bits/gthr-single.h>
