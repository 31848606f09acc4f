// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A new account owner's contact information.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public enum ASContactIdentifier: Hashable, Sendable {
  /// A telephone number.
  case phoneNumber(ASPhoneNumberIdentifier)
  /// An e-mail address.
  case email(ASEmailIdentifier)
}
