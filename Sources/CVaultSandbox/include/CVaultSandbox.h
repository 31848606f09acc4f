// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// The vault's sandbox, which the vault makes for itself (docs/decisions/0021). Nothing calls this by name: start.c does it before main.

#ifndef PASSFOLD_VAULT_SANDBOX_H
#define PASSFOLD_VAULT_SANDBOX_H

/// Shuts this process in by the plan that is read from a descriptor, or ends it; it has one thread and no secret yet.
///
/// A plan is the words that bubblewrap would get as arguments, each ended by a zero byte: those words that the broker uses, with bubblewrap's
/// meaning. The word `--trial` comes from Passfold: it ends the process with status 0 once everything else was done.
void passfold_enter_sandbox(int descriptor);

#endif
