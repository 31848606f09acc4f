// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A user name and its password, for one request.
// @unchecked: every stored property is set once and Sendable, but the compiler cannot infer that for an `open` class.
@available(iOS 12.0, macOS 10.15, visionOS 1.0, *)
open class ASPasswordCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
  /// The account's name.
  open private(set) var user: String
  /// The password in plain text, only to be filled or sent to the service.
  open private(set) var password: String

  /// Creates a pair of user name and password.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }

  /// Reads an archived credential; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let user = coder.archivedString(forKey: "user"), let password = coder.archivedString(forKey: "password") else { return nil }
    self.user = user
    self.password = password
  }

  /// True: archives contain only strings.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the credential, including the password, to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(user, forKey: "user")
    coder.archive(password, forKey: "password")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
