// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The passkey, name and contact of a new account. No request here returns one.
// @unchecked: every stored property is set once, but the compiler cannot infer that for an `open` class.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
open class ASAuthorizationAccountCreationPlatformPublicKeyCredential: NSObject, ASAuthorizationCredential,
  @unchecked Sendable
{
  /// The user's name.
  public let name: PersonNameComponents?
  /// The user's contact information.
  public let contactIdentifier: ASContactIdentifier
  /// The new passkey.
  public let credentialRegistration: ASAuthorizationPlatformPublicKeyCredentialRegistration

  /// Creates a value from its parts, for archives and tests.
  package init(
    name: PersonNameComponents?, contactIdentifier: ASContactIdentifier,
    credentialRegistration: ASAuthorizationPlatformPublicKeyCredentialRegistration
  ) {
    self.name = name
    self.contactIdentifier = contactIdentifier
    self.credentialRegistration = credentialRegistration
  }

  /// Returns nil: archives cannot contain such a credential.
  public required init?(coder: NSCoder) {
    return nil
  }

  /// True: archives contain nothing.
  public class var supportsSecureCoding: Bool { true }

  /// Writes nothing.
  open func encode(with coder: NSCoder) {}

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
