// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
package import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

/// A credential in a virtual authenticator.
package struct VirtualCredential: Sendable {
  /// The credential with its key.
  package var source: PublicKeyCredentialSource
  /// The signature counter, which only counts if it does not start at zero.
  package var signCount: UInt32
  /// Whether the driver specified the backup eligibility.
  let saysBackup: Bool

  /// Creates the value from a credential of an authenticator.
  init(_ source: PublicKeyCredentialSource) {
    self.source = source
    signCount = 0
    saysBackup = true
  }

  /// Creates the value from a driver's credential (WebAuthn L3 §11.5).
  ///
  /// - Throws: `invalidArgument` for a member that is out of range.
  package init(_ parameters: CredentialParameters) throws(CommandError) {
    func invalid(_ words: String) -> CommandError { CommandError(.invalidArgument, words) }
    guard let id = CredentialID(parameters.credentialId.bytes) else { throw invalid("credentialId has no bytes, or more than 1023") }
    guard let relyingParty = try? RelyingPartyID(parameters.rpId) else { throw invalid("rpId is no domain") }
    let handle = parameters.userHandle.flatMap { UserHandle($0.bytes) }
    guard handle != nil || parameters.userHandle == nil, handle != nil || !parameters.isResidentCredential else {
      throw invalid("userHandle has no bytes, or more than 64, or is missing where the credential is resident")
    }
    // A credential that is not discoverable needs no account; the model requires one, which is not reported.
    guard let account = handle ?? UserHandle([0]) else { throw invalid("userHandle") }
    guard let key = PrivateKeyCoding.key(fromPKCS8: parameters.privateKey.bytes) else {
      throw invalid("privateKey is no PKCS #8 of P-256, Ed25519 or RSA")
    }
    if let blob = parameters.largeBlob, blob.bytes.count > PublicKeyCredentialSource.maximumLargeBlobByteCount {
      throw invalid("largeBlob has more than \(PublicKeyCredentialSource.maximumLargeBlobByteCount) bytes")
    }
    let isEligible = parameters.backupEligibility ?? false
    guard isEligible || parameters.backupState != true else { throw invalid("what is backed up is eligible for it") }
    var names: PublicKeyCredentialSource.UserNames?
    if parameters.userName != nil || parameters.userDisplayName != nil {
      names = PublicKeyCredentialSource.UserNames(name: parameters.userName, displayName: parameters.userDisplayName)
    }
    source = PublicKeyCredentialSource(
      id: id, algorithm: key.algorithm, privateKey: key.secret, relyingPartyID: relyingParty, userHandle: account,
      backup: isEligible ? parameters.backupState == true ? .backedUp : .eligible : .deviceBound,
      isDiscoverable: parameters.isResidentCredential, userNames: names, largeBlob: parameters.largeBlob?.bytes)
    signCount = parameters.signCount
    saysBackup = parameters.backupEligibility != nil
  }
}

extension CredentialParameters {
  /// Creates the description of a credential for a driver.
  init(_ credential: VirtualCredential) {
    let source = credential.source
    self.init(
      credentialId: Base64URL(source.id.bytes), isResidentCredential: source.isDiscoverable, rpId: source.relyingPartyID.name,
      privateKey: Base64URL(PrivateKeyCoding.pkcs8(of: source.privateKey, for: source.algorithm) ?? []),
      userHandle: source.isDiscoverable ? Base64URL(source.userHandle.bytes) : nil, signCount: credential.signCount)
    largeBlob = source.largeBlob.map { Base64URL($0) }
    backupEligibility = source.backup != .deviceBound
    backupState = source.backup == .backedUp
    userName = source.userNames?.name
    userDisplayName = source.userNames?.displayName
  }
}
