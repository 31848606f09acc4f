// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Whether an Apple account belongs to a child.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public enum ASUserAgeRange: Int, Sendable {
  /// Nobody knows.
  case unknown = 0
  /// It does.
  case child = 1
  /// It does not.
  case notChild = 2
}
