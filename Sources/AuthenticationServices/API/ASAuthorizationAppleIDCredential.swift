// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The result of Sign in with Apple. No request here returns one, so values come only from archives of this module.
// @unchecked: every stored property is set once, but the compiler cannot infer that for an `open` class.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
  /// The account's identifier for this app's developer.
  open private(set) var user: String
  /// The state value from the request.
  open private(set) var state: String?
  /// The scopes that the user granted.
  open private(set) var authorizedScopes: [ASAuthorization.Scope]
  /// A single-use code for the app's server.
  open private(set) var authorizationCode: Data?
  /// A signed token about the user's identity.
  open private(set) var identityToken: Data?
  /// The user's e-mail address, or one that forwards to it.
  open private(set) var email: String?
  /// The user's name.
  open private(set) var fullName: PersonNameComponents?
  /// Whether Apple considers the account's owner a real person.
  open private(set) var realUserStatus: ASUserDetectionStatus
  /// Whether the account belongs to a child.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open private(set) var userAgeRange: ASUserAgeRange

  /// Reads an archived credential; nil if its user is missing.
  public required init?(coder: NSCoder) {
    guard let user = coder.archivedString(forKey: "user") else { return nil }
    self.user = user
    self.state = coder.archivedString(forKey: "state")
    self.authorizedScopes = (coder.archivedString(forKey: "authorizedScopes") ?? "").split(separator: " ").map { .init(String($0)) }
    self.authorizationCode = coder.archivedData(forKey: "authorizationCode")
    self.identityToken = coder.archivedData(forKey: "identityToken")
    self.email = coder.archivedString(forKey: "email")
    self.fullName = coder.archivedData(forKey: "fullName").flatMap { try? JSONDecoder().decode(PersonNameComponents.self, from: $0) }
    self.realUserStatus = ASUserDetectionStatus(rawValue: coder.decodeInteger(forKey: "realUserStatus")) ?? .unsupported
    self.userAgeRange = ASUserAgeRange(rawValue: coder.decodeInteger(forKey: "userAgeRange")) ?? .unknown
  }

  /// True: archives contain only strings, bytes and numbers.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the credential to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(user, forKey: "user")
    coder.archive(state, forKey: "state")
    coder.archive(authorizedScopes.map(\.rawValue).joined(separator: " "), forKey: "authorizedScopes")
    coder.archive(authorizationCode, forKey: "authorizationCode")
    coder.archive(identityToken, forKey: "identityToken")
    coder.archive(email, forKey: "email")
    coder.archive(fullName.flatMap { try? JSONEncoder().encode($0) }, forKey: "fullName")
    coder.encode(realUserStatus.rawValue, forKey: "realUserStatus")
    coder.encode(userAgeRange.rawValue, forKey: "userAgeRange")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
