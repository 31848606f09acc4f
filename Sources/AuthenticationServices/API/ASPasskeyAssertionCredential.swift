// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A signature by a passkey, for one request.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
open class ASPasskeyAssertionCredential: NSObject, ASAuthorizationCredential {
  /// The user handle, by which the relying party knows the account.
  open private(set) var userHandle: Data
  /// The RP ID.
  open private(set) var relyingParty: String
  /// The signature over authenticator data and client data hash.
  open private(set) var signature: Data
  /// The client data hash from the request.
  open private(set) var clientDataHash: Data
  /// The authenticator data (WebAuthn §6.1).
  open private(set) var authenticatorData: Data
  /// The credential ID of the passkey that signed.
  open private(set) var credentialID: Data
  /// The outputs of the requested extensions. Never archived, because they may be secret.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open var extensionOutput: ASPasskeyAssertionCredentialExtensionOutput?

  /// Creates an assertion.
  public init(
    userHandle: Data, relyingParty: String, signature: Data, clientDataHash: Data, authenticatorData: Data, credentialID: Data
  ) {
    self.userHandle = userHandle
    self.relyingParty = relyingParty
    self.signature = signature
    self.clientDataHash = clientDataHash
    self.authenticatorData = authenticatorData
    self.credentialID = credentialID
  }

  /// Creates an assertion with extension outputs.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  public convenience init(
    userHandle: Data, relyingParty: String, signature: Data, clientDataHash: Data, authenticatorData: Data, credentialID: Data,
    extensionOutput: ASPasskeyAssertionCredentialExtensionOutput?
  ) {
    self.init(
      userHandle: userHandle, relyingParty: relyingParty, signature: signature, clientDataHash: clientDataHash,
      authenticatorData: authenticatorData, credentialID: credentialID)
    self.extensionOutput = extensionOutput
  }

  /// Reads an archived credential; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let userHandle = coder.archivedData(forKey: "userHandle"), let relyingParty = coder.archivedString(forKey: "relyingParty"),
      let signature = coder.archivedData(forKey: "signature"), let hash = coder.archivedData(forKey: "clientDataHash"),
      let authenticatorData = coder.archivedData(forKey: "authenticatorData"),
      let credentialID = coder.archivedData(forKey: "credentialID")
    else { return nil }
    self.userHandle = userHandle
    self.relyingParty = relyingParty
    self.signature = signature
    self.clientDataHash = hash
    self.authenticatorData = authenticatorData
    self.credentialID = credentialID
  }

  /// True: archives contain only strings and bytes.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the credential to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(userHandle, forKey: "userHandle")
    coder.archive(relyingParty, forKey: "relyingParty")
    coder.archive(signature, forKey: "signature")
    coder.archive(clientDataHash, forKey: "clientDataHash")
    coder.archive(authenticatorData, forKey: "authenticatorData")
    coder.archive(credentialID, forKey: "credentialID")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
