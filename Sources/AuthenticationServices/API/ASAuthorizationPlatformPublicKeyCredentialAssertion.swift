// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A signature by a passkey, for the app to send to its service.
// @unchecked: Apple declares the same. Every property is set once.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject, ASAuthorizationPublicKeyCredentialAssertion,
  @unchecked Sendable
{
  /// The client data that the authenticator's signature covers: type, challenge and origin, as JSON bytes.
  open private(set) var rawClientDataJSON: Data
  /// The passkey's credential ID.
  open private(set) var credentialID: Data
  /// The signed authenticator data.
  open private(set) var rawAuthenticatorData: Data!
  /// The user handle.
  open private(set) var userID: Data!
  /// The signature over authenticator data and the hash of the client data (WebAuthn L3 §6.3.3).
  open private(set) var signature: Data!
  /// The attachment of the passkey's authenticator.
  @available(iOS 16.6, macOS 13.5, visionOS 1.0, *)
  open private(set) var attachment: ASAuthorizationPublicKeyCredentialAttachment
  /// The result of the operation on the data stored with the passkey; nil if none was requested.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open private(set) var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput?
  /// The results of the pseudo-random function; nil if none were requested, and in an archive, because they are secret.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open private(set) var prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput?

  /// Creates the value from the bytes that the broker sent. Nothing is verified; that is the service's task.
  package init(
    rawClientDataJSON: Data, credentialID: Data, rawAuthenticatorData: Data, userID: Data, signature: Data,
    attachment: ASAuthorizationPublicKeyCredentialAttachment = .platform,
    largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput? = nil,
    prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput? = nil
  ) {
    self.rawClientDataJSON = rawClientDataJSON
    self.credentialID = credentialID
    self.rawAuthenticatorData = rawAuthenticatorData
    self.userID = userID
    self.signature = signature
    self.attachment = attachment
    self.largeBlob = largeBlob
    self.prf = prf
  }

  /// Reads an archived assertion; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let clientData = coder.archivedData(forKey: "rawClientDataJSON"), let credentialID = coder.archivedData(forKey: "credentialID"),
      let authenticatorData = coder.archivedData(forKey: "rawAuthenticatorData"), let userID = coder.archivedData(forKey: "userID"),
      let signature = coder.archivedData(forKey: "signature"),
      let attachment = ASAuthorizationPublicKeyCredentialAttachment(rawValue: coder.decodeInteger(forKey: "attachment"))
    else { return nil }
    self.rawClientDataJSON = clientData
    self.credentialID = credentialID
    self.rawAuthenticatorData = authenticatorData
    self.userID = userID
    self.signature = signature
    self.attachment = attachment
  }

  /// True: archives contain only bytes and numbers.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the assertion without its extension outputs to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(rawClientDataJSON, forKey: "rawClientDataJSON")
    coder.archive(credentialID, forKey: "credentialID")
    coder.archive(rawAuthenticatorData, forKey: "rawAuthenticatorData")
    coder.archive(userID, forKey: "userID")
    coder.archive(signature, forKey: "signature")
    coder.encode(attachment.rawValue, forKey: "attachment")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
