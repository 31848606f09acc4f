// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Whether Apple considers an account's owner a real person.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public enum ASUserDetectionStatus: Int, Sendable {
  /// Detection is not supported here.
  case unsupported = 0
  /// It is not known.
  case unknown = 1
  /// The owner is likely a real person.
  case likelyReal = 2
}
