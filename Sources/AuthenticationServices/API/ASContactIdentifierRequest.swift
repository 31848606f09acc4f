// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A kind of contact information that a service accepts for a new account.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public enum ASContactIdentifierRequest: Hashable, Sendable {
  /// A telephone number.
  case phoneNumber
  /// An e-mail address.
  case email
}
