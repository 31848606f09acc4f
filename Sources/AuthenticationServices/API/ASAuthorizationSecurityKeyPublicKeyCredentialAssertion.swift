// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A signature by a security key. No request here returns one, so values come only from archives.
// @unchecked: Apple declares the same. Every property is set once.
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationSecurityKeyPublicKeyCredentialAssertion: NSObject, ASAuthorizationPublicKeyCredentialAssertion,
  @unchecked Sendable
{
  /// The client data that the authenticator's signature covers: type, challenge and origin, as JSON bytes.
  open private(set) var rawClientDataJSON: Data
  /// The credential's ID.
  open private(set) var credentialID: Data
  /// The signed authenticator data.
  open private(set) var rawAuthenticatorData: Data!
  /// The user handle.
  open private(set) var userID: Data!
  /// The signature over authenticator data and the hash of the client data (WebAuthn L3 §6.3.3).
  open private(set) var signature: Data!
  /// Whether the key signed for a U2F application identifier instead of the RP ID.
  @available(iOS 17.5, macOS 14.5, *)
  open private(set) var appID: Bool

  /// Reads an archived assertion; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let rawClientDataJSON = coder.archivedData(forKey: "rawClientDataJSON"),
      let credentialID = coder.archivedData(forKey: "credentialID")
    else { return nil }
    self.rawClientDataJSON = rawClientDataJSON
    self.credentialID = credentialID
    self.rawAuthenticatorData = coder.archivedData(forKey: "rawAuthenticatorData")
    self.userID = coder.archivedData(forKey: "userID")
    self.signature = coder.archivedData(forKey: "signature")
    self.appID = coder.decodeBool(forKey: "appID")
  }

  /// True: archives contain only strings, bytes and numbers.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the credential to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(rawClientDataJSON, forKey: "rawClientDataJSON")
    coder.archive(credentialID, forKey: "credentialID")
    coder.archive(rawAuthenticatorData, forKey: "rawAuthenticatorData")
    coder.archive(userID, forKey: "userID")
    coder.archive(signature, forKey: "signature")
    coder.encode(appID, forKey: "appID")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
