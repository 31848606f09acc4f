// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

// A part of the C library that Glibc's module leaves out. Swift imports the functions and none of the macros over them.
#include <libintl.h>
