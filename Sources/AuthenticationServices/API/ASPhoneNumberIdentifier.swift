// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A telephone number.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASPhoneNumberIdentifier: Hashable, Sendable {
  /// The number as the user typed it.
  public let value: String
}
