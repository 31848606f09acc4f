// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <gcrypt.h>
#include <stdbool.h>

/// Initialises the library, once per process and before a system-call filter is installed, because it reads system-wide settings from
/// files.
///
/// A wrapper, because gcry_control is variadic. The library's own pool of locked memory is disabled: secrets are in the caller's memory.
static inline bool passfold_start_gcrypt(void) {
  if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) return true;
  if (!gcry_check_version("1.10.0")) return false;
  gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
  gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
  return gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P) != 0;
}
