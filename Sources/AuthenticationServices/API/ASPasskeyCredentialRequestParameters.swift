// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
public import Foundation

/// The parameters of the passkey request that is pending while a provider shows its list.
// @unchecked: every stored property is set once and Sendable, but the compiler cannot infer that for an `open` class.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
open class ASPasskeyCredentialRequestParameters: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The RP ID that a passkey must be scoped to.
  open private(set) var relyingPartyIdentifier: String
  /// SHA-256 of the client data, 32 bytes.
  open private(set) var clientDataHash: Data
  /// The relying party's preference for user verification.
  open private(set) var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference
  /// The acceptable credential IDs; empty for any.
  open private(set) var allowedCredentials: [Data]
  private let extensions: PasskeyExtensionInputsValue?

  /// Creates the parameters that the broker sent with a list's services.
  package init(
    relyingPartyIdentifier: String, clientDataHash: Data,
    userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference, allowedCredentials: [Data],
    extensions: PasskeyExtensionInputsValue? = nil
  ) {
    self.relyingPartyIdentifier = relyingPartyIdentifier
    self.clientDataHash = clientDataHash
    self.userVerificationPreference = userVerificationPreference
    self.allowedCredentials = allowedCredentials
    self.extensions = extensions
  }

  /// Reads archived parameters; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let relyingParty = coder.archivedString(forKey: "relyingPartyIdentifier"),
      let hash = coder.archivedData(forKey: "clientDataHash"),
      let preference = coder.archivedString(forKey: "userVerificationPreference"),
      let allowed = coder.archivedArray(of: NSData.self, forKey: "allowedCredentials")
    else { return nil }
    self.relyingPartyIdentifier = relyingParty
    self.clientDataHash = hash
    self.userVerificationPreference = .init(preference)
    self.allowedCredentials = allowed.compactMap { ($0 as? NSData).map { Data(referencing: $0) } ?? $0 as? Data }
    self.extensions = PasskeyExtensionInputsValue(archived: coder)
  }

  /// The requested extensions.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open var extensionInput: ASPasskeyAssertionCredentialExtensionInput? { extensions?.assertionInput }

  /// True: archives contain only strings and bytes.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the parameters to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(relyingPartyIdentifier, forKey: "relyingPartyIdentifier")
    coder.archive(clientDataHash, forKey: "clientDataHash")
    coder.archive(userVerificationPreference.rawValue, forKey: "userVerificationPreference")
    coder.encode(NSArray(array: allowedCredentials.map { NSData(data: $0) }), forKey: "allowedCredentials")
    extensions?.archive(in: coder)
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
