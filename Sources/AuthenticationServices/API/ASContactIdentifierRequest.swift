// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A kind of contact that a service takes for a new account.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public enum ASContactIdentifierRequest: Hashable, Sendable {
  /// A telephone number.
  case phoneNumber
  /// A mail address.
  case email
}
