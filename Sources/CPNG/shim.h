// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

// Only libpng's "simplified API" is used: it reports errors by its result, where the older one needs setjmp.
#include <png.h>

// Macros made of macros do not import, so the formats get names of ours.
static const png_uint_32 passfold_png_palette = PNG_FORMAT_RGB_COLORMAP;
static const png_uint_32 passfold_png_grey_alpha = PNG_FORMAT_GA;
static const png_uint_32 passfold_png_alpha_flag = PNG_FORMAT_FLAG_ALPHA;
