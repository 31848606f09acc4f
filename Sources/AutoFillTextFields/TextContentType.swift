// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The purpose of a text field. Names and values are those of UIKit's `UITextContentType`.
public struct TextContentType: RawRepresentable, Hashable, Sendable {
  /// UIKit's value.
  public var rawValue: String

  /// Creates a type from UIKit's value.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The name of an account. Passkeys are offered here too.
  public static let username = TextContentType(rawValue: "username")
  /// The password of an account.
  public static let password = TextContentType(rawValue: "password")
  /// A new password.
  public static let newPassword = TextContentType(rawValue: "new-password")
  /// A one-time code.
  public static let oneTimeCode = TextContentType(rawValue: "one-time-code")
}
