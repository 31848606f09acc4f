// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a text field is for; names and values are those of UIKit's `UITextContentType`.
public struct TextContentType: RawRepresentable, Hashable, Sendable {
  /// The value that UIKit has for it.
  public var rawValue: String

  /// Takes UIKit's value.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The name of an account; passkeys are offered here too.
  public static let username = TextContentType(rawValue: "username")
  /// The password of an account.
  public static let password = TextContentType(rawValue: "password")
  /// A password that is being chosen.
  public static let newPassword = TextContentType(rawValue: "new-password")
  /// A code that is good for one sign-in.
  public static let oneTimeCode = TextContentType(rawValue: "one-time-code")
}
