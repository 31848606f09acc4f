// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

// Only libpng's "simplified API" is used: it returns errors, while the older API requires setjmp.
#include <png.h>

// Macros defined by other macros are not imported, so the formats get names here.
static const png_uint_32 passfold_png_palette = PNG_FORMAT_RGB_COLORMAP;
static const png_uint_32 passfold_png_grey_alpha = PNG_FORMAT_GA;
static const png_uint_32 passfold_png_alpha_flag = PNG_FORMAT_FLAG_ALPHA;
