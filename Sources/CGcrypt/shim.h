// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <gcrypt.h>
#include <stdbool.h>

/// Makes the library ready, once in a process and before a system-call filter: it looks at the machine's settings for it in files.
///
/// A function of our own because gcry_control is variadic. Its pool of locked memory stays off: secrets lie in memory of the caller's.
static inline bool passfold_start_gcrypt(void) {
  if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) return true;
  if (!gcry_check_version("1.10.0")) return false;
  gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
  gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
  return gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P) != 0;
}
