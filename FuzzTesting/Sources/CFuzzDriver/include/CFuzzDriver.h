// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#ifndef PASSFOLD_FUZZ_DRIVER_H
#define PASSFOLD_FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's loop, for programs that bring their own `main` (LLVM, "libFuzzer as a library"); LLVM ships no header for it.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
