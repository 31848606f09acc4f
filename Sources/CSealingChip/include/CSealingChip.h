// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// Secrets sealed in a TPM 2.0 (docs/decisions/0027). The only code that calls tpm2-tss.

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
  /// The authorisation differs from the one with which the secret was sealed.
  PASSFOLD_CHIP_WRONG_AUTHORISATION = 2,
  /// The TPM received too many wrong authorisations, and temporarily accepts none.
  PASSFOLD_CHIP_LOCKED_OUT = 3,
  /// The TPM or its response is not usable, or it was reset since the secret was sealed.
  PASSFOLD_CHIP_FAILED = 4,
};

/// Seals a secret until the TPM is reset. `path` is a TPM device, or a local socket that accepts the same bytes. Without an authorisation
/// (NULL), anyone with the sealed data and access to the TPM can unseal it. Blocks.
int passfold_chip_seal(const char *path, const uint8_t *secret, const uint8_t *authorisation, uint8_t *sealed, size_t *sealed_count);

/// Unseals a secret. The TPM counts each wrong authorisation, and rejects further ones by its own rules; secrets sealed without one (NULL)
/// can be unsealed even then. Blocks.
int passfold_chip_unseal(const char *path, const uint8_t *sealed, size_t sealed_count, const uint8_t *authorisation, uint8_t *secret);

#endif
