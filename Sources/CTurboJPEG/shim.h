// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

// turbojpeg.h uses size_t without including its header.
#include <stddef.h>
#include <turbojpeg.h>
