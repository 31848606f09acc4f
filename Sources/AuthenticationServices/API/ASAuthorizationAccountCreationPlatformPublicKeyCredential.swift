// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A new account's passkey, name and contact; no request here is answered by one.
// @unchecked: every stored property is set once; only `open` keeps the compiler from seeing it.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
open class ASAuthorizationAccountCreationPlatformPublicKeyCredential: NSObject, ASAuthorizationCredential,
  @unchecked Sendable
{
  /// The person's name.
  public let name: PersonNameComponents?
  /// How the person can be reached.
  public let contactIdentifier: ASContactIdentifier
  /// The new passkey.
  public let credentialRegistration: ASAuthorizationPlatformPublicKeyCredentialRegistration

  /// Joins the parts of a new account, as an archive or a test has them.
  package init(
    name: PersonNameComponents?, contactIdentifier: ASContactIdentifier,
    credentialRegistration: ASAuthorizationPlatformPublicKeyCredentialRegistration
  ) {
    self.name = name
    self.contactIdentifier = contactIdentifier
    self.credentialRegistration = credentialRegistration
  }

  /// Returns nil: no archive holds such a credential.
  public required init?(coder: NSCoder) {
    return nil
  }

  /// True: archives hold nothing.
  public class var supportsSecureCoding: Bool { true }

  /// Writes nothing.
  open func encode(with coder: NSCoder) {}

  /// Returns itself, as it cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
