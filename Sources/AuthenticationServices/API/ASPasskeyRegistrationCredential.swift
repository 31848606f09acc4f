// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The public part of a new passkey, for one request.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
open class ASPasskeyRegistrationCredential: NSObject, ASAuthorizationCredential {
  /// The RP ID.
  open private(set) var relyingParty: String
  /// The client data hash from the request.
  open private(set) var clientDataHash: Data
  /// The new passkey's credential ID.
  open private(set) var credentialID: Data
  /// The attestation object in CBOR (WebAuthn §6.5).
  open private(set) var attestationObject: Data
  /// The outputs of the requested extensions. Never archived, because they may be secret.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open var extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput?

  /// Creates a registration.
  public init(relyingParty: String, clientDataHash: Data, credentialID: Data, attestationObject: Data) {
    self.relyingParty = relyingParty
    self.clientDataHash = clientDataHash
    self.credentialID = credentialID
    self.attestationObject = attestationObject
  }

  /// Creates a registration with extension outputs.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  public convenience init(
    relyingParty: String, clientDataHash: Data, credentialID: Data, attestationObject: Data,
    extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput?
  ) {
    self.init(
      relyingParty: relyingParty, clientDataHash: clientDataHash, credentialID: credentialID, attestationObject: attestationObject)
    self.extensionOutput = extensionOutput
  }

  /// Reads an archived credential; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let relyingParty = coder.archivedString(forKey: "relyingParty"), let hash = coder.archivedData(forKey: "clientDataHash"),
      let credentialID = coder.archivedData(forKey: "credentialID"),
      let attestationObject = coder.archivedData(forKey: "attestationObject")
    else { return nil }
    self.relyingParty = relyingParty
    self.clientDataHash = hash
    self.credentialID = credentialID
    self.attestationObject = attestationObject
  }

  /// True: archives contain only strings and bytes.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the credential to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(relyingParty, forKey: "relyingParty")
    coder.archive(clientDataHash, forKey: "clientDataHash")
    coder.archive(credentialID, forKey: "credentialID")
    coder.archive(attestationObject, forKey: "attestationObject")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
