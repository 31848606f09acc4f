// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The condition for a remark that a code is about to expire.
enum IssuedCodeNote {
  /// The remaining seconds below which the next code is shown as well.
  static let shortTime = 5.0
}
