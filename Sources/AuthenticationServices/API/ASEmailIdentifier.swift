// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An e-mail address.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASEmailIdentifier: Hashable, Sendable {
  /// The address as the user typed it.
  public let value: String
}
