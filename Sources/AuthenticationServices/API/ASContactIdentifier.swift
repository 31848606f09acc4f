// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How a new account's owner can be reached.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public enum ASContactIdentifier: Hashable, Sendable {
  /// By telephone.
  case phoneNumber(ASPhoneNumberIdentifier)
  /// By mail.
  case email(ASEmailIdentifier)
}
