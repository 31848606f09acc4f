// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// What passing work leaves in a program that holds secrets. Its heap empties what is freed: nothing calls that by name, a program that links this
// has it, with every library that it loads.

#ifndef PASSFOLD_WIPING_HEAP_H
#define PASSFOLD_WIPING_HEAP_H

/// Empties, on the stack of every thread of this program, what calls that have returned left there; waits for 100 ms at most. Each thread does
/// it itself, interrupted by a signal that nobody else uses and that Dispatch does not keep from its threads (SIGPROF).
void passfold_wipe_dead_stacks(void);

#endif
