// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// The function itself comes from the fuzzer's run-time library.
#include "CFuzzDriver.h"
