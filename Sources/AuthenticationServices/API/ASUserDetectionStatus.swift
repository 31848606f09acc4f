// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Whether Apple takes an account's owner for a person.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public enum ASUserDetectionStatus: Int, Sendable {
  /// It cannot tell here.
  case unsupported = 0
  /// It does not know.
  case unknown = 1
  /// It does.
  case likelyReal = 2
}
