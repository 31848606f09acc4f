// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

// turbojpeg.h names size_t without saying where it is from.
#include <stddef.h>
#include <turbojpeg.h>
