// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Whether an Apple account belongs to a child.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public enum ASUserAgeRange: Int, Sendable {
  /// It is not known.
  case unknown = 0
  /// The account belongs to a child.
  case child = 1
  /// The account does not belong to a child.
  case notChild = 2
}
