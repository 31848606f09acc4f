// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What Sign in with Apple brings; no request here is answered by one, so only an archive from this module holds any.
// @unchecked: every stored property is set once; only `open` keeps the compiler from seeing it.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
  /// The account, as this app's developer knows it.
  open private(set) var user: String
  /// The value that the request carried.
  open private(set) var state: String?
  /// What the person granted.
  open private(set) var authorizedScopes: [ASAuthorization.Scope]
  /// A code for the app's server, good once.
  open private(set) var authorizationCode: Data?
  /// A signed statement of who the person is.
  open private(set) var identityToken: Data?
  /// The person's address, or one that forwards to it.
  open private(set) var email: String?
  /// The person's name.
  open private(set) var fullName: PersonNameComponents?
  /// Whether Apple takes the account's owner for a person.
  open private(set) var realUserStatus: ASUserDetectionStatus
  /// Whether the account belongs to a child.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open private(set) var userAgeRange: ASUserAgeRange

  /// Reads an archived credential; nil when its user is missing.
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

  /// True: archives hold strings, bytes and numbers only.
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

  /// Returns itself, as it cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
