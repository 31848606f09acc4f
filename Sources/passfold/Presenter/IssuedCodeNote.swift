// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// When a code is too short-lived to be shown without a word about it.
enum IssuedCodeNote {
  /// Seconds below which the next code is shown beside the current one.
  static let shortTime = 5.0
}
