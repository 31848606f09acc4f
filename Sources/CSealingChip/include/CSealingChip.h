// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// Secrets sealed in a TPM 2.0 (docs/decisions/0027). The one place that calls tpm2-tss.

#ifndef PASSFOLD_SEALING_CHIP_H
#define PASSFOLD_SEALING_CHIP_H

#include <stddef.h>
#include <stdint.h>

enum {
  PASSFOLD_CHIP_SECRET_BYTES = 32,
  PASSFOLD_CHIP_AUTHORISATION_BYTES = 32,
  PASSFOLD_CHIP_SEALED_LIMIT = 1024,
};

enum passfold_chip_result {
  PASSFOLD_CHIP_DONE = 0,
  /// There is no TPM at the path, or this process may not use it.
  PASSFOLD_CHIP_MISSING = 1,
  /// The authorisation is not the one that the secret was sealed with.
  PASSFOLD_CHIP_WRONG_AUTHORISATION = 2,
  /// The TPM saw too many wrong authorisations, and looks at none for a while.
  PASSFOLD_CHIP_LOCKED_OUT = 3,
  /// The TPM or its answer cannot be used, or it was reset since the sealing.
  PASSFOLD_CHIP_FAILED = 4,
};

/// Seals a secret in the TPM at a path, a device or a local socket that takes the same bytes, until the TPM is reset; without an
/// authorisation (NULL) for whoever has what was sealed and reaches the TPM. Blocks.
int passfold_chip_seal(const char *path, const uint8_t *secret, const uint8_t *authorisation, uint8_t *sealed, size_t *sealed_count);

/// Gives a sealed secret back. The TPM counts each wrong authorisation, and refuses further ones by its own rules; what was sealed without
/// one (NULL) it gives then too. Blocks.
int passfold_chip_unseal(const char *path, const uint8_t *sealed, size_t sealed_count, const uint8_t *authorisation, uint8_t *secret);

#endif
