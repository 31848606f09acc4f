// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// The vault's sandbox, which the vault creates for itself (docs/decisions/0021). Nothing calls this by name: start.c does so before main.

#ifndef PASSFOLD_VAULT_SANDBOX_H
#define PASSFOLD_VAULT_SANDBOX_H

/// Confines this process according to the plan read from a descriptor, or ends it. The process has one thread and no secret yet.
///
/// A plan consists of bubblewrap's arguments, each terminated by a zero byte: those that the broker uses, with bubblewrap's meaning. The
/// word `--trial` is Passfold's own: it ends the process with status 0 once everything else has been done.
void passfold_enter_sandbox(int descriptor);

#endif
