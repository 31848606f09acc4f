// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// The heap of a program that holds secrets: what is freed is emptied first. Nothing calls this by name: a program that links it has it, with
// every library that it loads.

#ifndef PASSFOLD_WIPING_HEAP_H
#define PASSFOLD_WIPING_HEAP_H

#include <stdbool.h>

/// Whether free(3) of this program is the one that empties.
bool passfold_heap_is_wiping(void);

#endif
