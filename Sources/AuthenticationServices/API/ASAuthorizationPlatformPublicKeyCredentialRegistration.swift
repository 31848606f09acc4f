// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A new passkey, for the app to send to its service.
// @unchecked: Apple declares the same. Every property is set once.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialRegistration: NSObject, ASAuthorizationPublicKeyCredentialRegistration,
  @unchecked Sendable
{
  /// The client data that the authenticator's signature covers: type, challenge and origin, as JSON bytes.
  open private(set) var rawClientDataJSON: Data
  /// The passkey's credential ID.
  open private(set) var credentialID: Data
  /// The attestation object in CBOR: the authenticator data with the new public key, and a statement (WebAuthn L3 §6.5).
  open private(set) var rawAttestationObject: Data?
  /// The attachment of the passkey's authenticator.
  @available(iOS 16.6, macOS 13.5, visionOS 1.0, *)
  open private(set) var attachment: ASAuthorizationPublicKeyCredentialAttachment
  /// Whether data can be stored with the passkey; nil if not requested.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open private(set) var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput?
  /// The output of the pseudo-random function; nil if not requested, and in an archive, because it may be secret.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open private(set) var prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput?

  /// Creates the value from the bytes that the broker sent. Nothing is verified; that is the service's task.
  package init(
    rawClientDataJSON: Data, credentialID: Data, rawAttestationObject: Data?,
    attachment: ASAuthorizationPublicKeyCredentialAttachment = .platform,
    largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput? = nil,
    prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput? = nil
  ) {
    self.rawClientDataJSON = rawClientDataJSON
    self.credentialID = credentialID
    self.rawAttestationObject = rawAttestationObject
    self.attachment = attachment
    self.largeBlob = largeBlob
    self.prf = prf
  }

  /// Reads an archived registration; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let clientData = coder.archivedData(forKey: "rawClientDataJSON"), let credentialID = coder.archivedData(forKey: "credentialID"),
      let attachment = ASAuthorizationPublicKeyCredentialAttachment(rawValue: coder.decodeInteger(forKey: "attachment"))
    else { return nil }
    self.rawClientDataJSON = clientData
    self.credentialID = credentialID
    self.rawAttestationObject = coder.archivedData(forKey: "rawAttestationObject")
    self.attachment = attachment
  }

  /// True: archives contain only bytes and numbers.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the registration without its extension outputs to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(rawClientDataJSON, forKey: "rawClientDataJSON")
    coder.archive(credentialID, forKey: "credentialID")
    coder.archive(rawAttestationObject, forKey: "rawAttestationObject")
    coder.encode(attachment.rawValue, forKey: "attachment")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
