// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <libpsl.h>

// Object-like macros over other macros are not imported, so the list's section mask gets a name here.
static const int passfold_psl_any_section = PSL_TYPE_ICANN | PSL_TYPE_PRIVATE;
static const int passfold_psl_no_star_rule = PSL_TYPE_NO_STAR_RULE;
