// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#ifndef PASSFOLD_SEALING_CHIP_WIRE_H
#define PASSFOLD_SEALING_CHIP_WIRE_H

#include <stddef.h>
#include <stdint.h>
#include <tss2/tss2_tcti.h>

/// The longest answer of a TPM.
enum { ANSWER_LIMIT = 4096 };

/// The way to a TPM: commands and answers as they are, over one descriptor.
struct wire {
  TSS2_TCTI_CONTEXT_COMMON_V2 common;
  int descriptor;
  /// An answer that has come and was not taken yet.
  uint8_t answer[ANSWER_LIMIT];
  size_t answer_count;
};

/// Opens the way; returns whether there is one.
int passfold_wire_open(struct wire *wire, const char *path);

/// Closes the way; the kernel's resource manager forgets what was left in the TPM.
void passfold_wire_close(struct wire *wire);

#endif
