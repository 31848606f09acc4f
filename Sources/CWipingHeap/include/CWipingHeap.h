// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// Protection against the traces of processing in a program that holds secrets. Its heap zeroes freed memory: nothing calls that by name,
// and it applies to every program that links this, including all libraries that it loads.

#ifndef PASSFOLD_WIPING_HEAP_H
#define PASSFOLD_WIPING_HEAP_H

/// Zeroes, on the stack of every thread of this program, the remains of calls that have returned; waits for at most 100 ms. Each thread
/// does this itself, interrupted by a signal that is otherwise unused and that Dispatch does not block in its threads (SIGPROF).
void passfold_wipe_dead_stacks(void);

#endif
