// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <webp/decode.h>

// Function-like wrappers of the header; the plain functions behind them carry the ABI version that we were built with.
static inline VP8StatusCode passfold_webp_features(const uint8_t *data, size_t count, WebPBitstreamFeatures *features) {
  return WebPGetFeatures(data, count, features);
}
