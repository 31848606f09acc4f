// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A user name and its password, for one request.
// @unchecked: every stored property is set once and Sendable; only `open` keeps the compiler from seeing it.
@available(iOS 12.0, macOS 10.15, visionOS 1.0, *)
open class ASPasswordCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
  /// The account's name.
  open private(set) var user: String
  /// The password in clear, for the field or the service and for nothing else.
  open private(set) var password: String

  /// Pairs a user name with its password.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }

  /// Reads an archived credential; nil when a part is missing.
  public required init?(coder: NSCoder) {
    guard let user = coder.archivedString(forKey: "user"), let password = coder.archivedString(forKey: "password") else { return nil }
    self.user = user
    self.password = password
  }

  /// True: archives hold strings only.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the credential, password included, to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(user, forKey: "user")
    coder.archive(password, forKey: "password")
  }

  /// Returns itself, as it cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
