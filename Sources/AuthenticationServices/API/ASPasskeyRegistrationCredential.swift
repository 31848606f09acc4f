// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A new passkey's public half, for one request.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
open class ASPasskeyRegistrationCredential: NSObject, ASAuthorizationCredential {
  /// The RP ID.
  open private(set) var relyingParty: String
  /// The hash that came with the request.
  open private(set) var clientDataHash: Data
  /// The new passkey's credential ID.
  open private(set) var credentialID: Data
  /// The attestation object in CBOR (WebAuthn §6.5).
  open private(set) var attestationObject: Data
  /// What became of the extensions that the request asked for; no archive holds it, since it may be secret.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open var extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput?

  /// Holds the parts of a registration.
  public init(relyingParty: String, clientDataHash: Data, credentialID: Data, attestationObject: Data) {
    self.relyingParty = relyingParty
    self.clientDataHash = clientDataHash
    self.credentialID = credentialID
    self.attestationObject = attestationObject
  }

  /// Holds the parts of a registration with what became of its extensions.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  public convenience init(
    relyingParty: String, clientDataHash: Data, credentialID: Data, attestationObject: Data,
    extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput?
  ) {
    self.init(
      relyingParty: relyingParty, clientDataHash: clientDataHash, credentialID: credentialID, attestationObject: attestationObject)
    self.extensionOutput = extensionOutput
  }

  /// Reads an archived credential; nil when a part is missing.
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

  /// True: archives hold strings and bytes only.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the credential to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(relyingParty, forKey: "relyingParty")
    coder.archive(clientDataHash, forKey: "clientDataHash")
    coder.archive(credentialID, forKey: "credentialID")
    coder.archive(attestationObject, forKey: "attestationObject")
  }

  /// Returns itself, as it cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
