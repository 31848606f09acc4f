// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

// A part of the C library that Glibc's module leaves out. Swift imports the functions but not the macros that wrap them.
#include <libintl.h>
