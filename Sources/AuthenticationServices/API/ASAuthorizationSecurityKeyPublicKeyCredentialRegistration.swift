// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A new credential on a security key. No request here returns one, so values come only from archives.
// @unchecked: Apple declares the same. Every property is set once.
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationSecurityKeyPublicKeyCredentialRegistration: NSObject, ASAuthorizationPublicKeyCredentialRegistration,
  @unchecked Sendable
{
  /// The client data that the authenticator's signature covers: type, challenge and origin, as JSON bytes.
  open private(set) var rawClientDataJSON: Data
  /// The credential's ID.
  open private(set) var credentialID: Data
  /// The attestation object in CBOR: the authenticator data with the new public key, and a statement (WebAuthn L3 §6.5).
  open private(set) var rawAttestationObject: Data?
  /// The key's transports.
  @available(iOS 17.5, macOS 14.5, *)
  open private(set) var transports: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport]

  /// Reads an archived registration; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let rawClientDataJSON = coder.archivedData(forKey: "rawClientDataJSON"),
      let credentialID = coder.archivedData(forKey: "credentialID")
    else { return nil }
    self.rawClientDataJSON = rawClientDataJSON
    self.credentialID = credentialID
    self.rawAttestationObject = coder.archivedData(forKey: "rawAttestationObject")
    self.transports = (coder.archivedString(forKey: "transports") ?? "").split(separator: " ").map { .init(String($0)) }
  }

  /// True: archives contain only strings, bytes and numbers.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the credential to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(rawClientDataJSON, forKey: "rawClientDataJSON")
    coder.archive(credentialID, forKey: "credentialID")
    coder.archive(rawAttestationObject, forKey: "rawAttestationObject")
    coder.archive(transports.map(\.rawValue).joined(separator: " "), forKey: "transports")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
