// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <webp/decode.h>

// The header's function-like wrappers. The plain functions behind them take the ABI version of the build.
static inline VP8StatusCode passfold_webp_features(const uint8_t *data, size_t count, WebPBitstreamFeatures *features) {
  return WebPGetFeatures(data, count, features);
}
