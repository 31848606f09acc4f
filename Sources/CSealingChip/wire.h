// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#ifndef PASSFOLD_SEALING_CHIP_WIRE_H
#define PASSFOLD_SEALING_CHIP_WIRE_H

#include <stddef.h>
#include <stdint.h>
#include <tss2/tss2_tcti.h>

/// The maximum size of a TPM's response, in bytes.
enum { ANSWER_LIMIT = 4096 };

/// A connection to a TPM: unchanged commands and responses, over one descriptor.
struct wire {
  TSS2_TCTI_CONTEXT_COMMON_V2 common;
  int descriptor;
  /// A response that was received but not yet consumed.
  uint8_t answer[ANSWER_LIMIT];
  size_t answer_count;
};

/// Opens the connection; returns whether it succeeded.
int passfold_wire_open(struct wire *wire, const char *path);

/// Closes the connection. The kernel's resource manager removes what was left in the TPM.
void passfold_wire_close(struct wire *wire);

#endif
