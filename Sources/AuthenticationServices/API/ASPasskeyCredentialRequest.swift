// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
public import Foundation

/// A request by the system for a signature by a passkey, or for a new passkey.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
open class ASPasskeyCredentialRequest: NSObject, ASCredentialRequest {
  private let requestType: ASCredentialRequestType
  private let identity: ASPasskeyCredentialIdentity
  /// SHA-256 of the client data, 32 bytes, which is signed together with the authenticator data.
  open private(set) var clientDataHash: Data
  /// The relying party's preference for user verification.
  open var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference
  /// The relying party's algorithms, in order of preference; empty for an assertion.
  open private(set) var supportedAlgorithms: [ASCOSEAlgorithmIdentifier]
  private let excluded: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?
  /// The display name that the relying party gave the user in a registration.
  package let userDisplayName: String?
  /// The extensions, as sent by the broker.
  package let extensions: PasskeyExtensionInputsValue?

  /// Creates the request that the broker sent, for a registration or an assertion.
  package init(
    type: ASCredentialRequestType, identity: ASPasskeyCredentialIdentity, clientDataHash: Data,
    userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
    supportedAlgorithms: [ASCOSEAlgorithmIdentifier], excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?,
    userDisplayName: String?, extensions: PasskeyExtensionInputsValue? = nil
  ) {
    self.requestType = type
    self.identity = identity
    self.clientDataHash = clientDataHash
    self.userVerificationPreference = userVerificationPreference
    self.supportedAlgorithms = supportedAlgorithms
    self.excluded = excludedCredentials
    self.userDisplayName = userDisplayName
    self.extensions = extensions
  }

  /// Creates a request: for a new passkey if `supportedAlgorithms` is not empty, otherwise for a signature.
  public convenience init(
    credentialIdentity: ASPasskeyCredentialIdentity, clientDataHash: Data,
    userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
    supportedAlgorithms: [ASCOSEAlgorithmIdentifier]
  ) {
    self.init(
      type: supportedAlgorithms.isEmpty ? .passkeyAssertion : .passkeyRegistration, identity: credentialIdentity,
      clientDataHash: clientDataHash, userVerificationPreference: userVerificationPreference, supportedAlgorithms: supportedAlgorithms,
      excludedCredentials: nil, userDisplayName: nil)
  }

  /// Creates a request for a new passkey with extensions.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  public convenience init(
    credentialIdentity: ASPasskeyCredentialIdentity, clientDataHash: Data,
    userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
    supportedAlgorithms: [ASCOSEAlgorithmIdentifier], extensionInput: ASPasskeyRegistrationCredentialExtensionInput?
  ) {
    self.init(
      type: .passkeyRegistration, identity: credentialIdentity, clientDataHash: clientDataHash,
      userVerificationPreference: userVerificationPreference, supportedAlgorithms: supportedAlgorithms, excludedCredentials: nil,
      userDisplayName: nil, extensions: PasskeyExtensionInputsValue(extensionInput))
  }

  /// Creates a request for a signature with extensions.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  public convenience init(
    credentialIdentity: ASPasskeyCredentialIdentity, clientDataHash: Data,
    userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
    supportedAlgorithms: [ASCOSEAlgorithmIdentifier], extensionInput: ASPasskeyAssertionCredentialExtensionInput?
  ) {
    self.init(
      type: .passkeyAssertion, identity: credentialIdentity, clientDataHash: clientDataHash,
      userVerificationPreference: userVerificationPreference, supportedAlgorithms: supportedAlgorithms, excludedCredentials: nil,
      userDisplayName: nil, extensions: PasskeyExtensionInputsValue(extensionInput))
  }

  /// Reads an archived request; nil if a part is missing or its type is unknown.
  public required init?(coder: NSCoder) {
    guard let type = ASCredentialRequestType(rawValue: coder.decodeInteger(forKey: "type")),
      let identity = coder.decodeObject(of: ASPasskeyCredentialIdentity.self, forKey: "credentialIdentity"),
      let hash = coder.archivedData(forKey: "clientDataHash"),
      let preference = coder.archivedString(forKey: "userVerificationPreference"),
      let algorithms = coder.archivedArray(of: NSNumber.self, forKey: "supportedAlgorithms")
    else { return nil }
    self.requestType = type
    self.identity = identity
    self.clientDataHash = hash
    self.userVerificationPreference = .init(preference)
    self.supportedAlgorithms = algorithms.compactMap { ($0 as? NSNumber).map { ASCOSEAlgorithmIdentifier($0.intValue) } }
    self.excluded = coder.archivedArray(of: ASAuthorizationPlatformPublicKeyCredentialDescriptor.self, forKey: "excludedCredentials")?
      .compactMap { $0 as? ASAuthorizationPlatformPublicKeyCredentialDescriptor }
    self.userDisplayName = coder.archivedString(forKey: "userDisplayName")
    self.extensions = PasskeyExtensionInputsValue(archived: coder)
  }

  /// `.passkeyAssertion` or `.passkeyRegistration`.
  open var type: ASCredentialRequestType { requestType }

  /// The account; always an ``ASPasskeyCredentialIdentity``.
  open var credentialIdentity: any ASCredentialIdentity { identity }

  /// The passkeys that must not already exist here; nil for an assertion.
  @available(iOS 18.0, macOS 15.0, *)
  open var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]? { excluded }

  /// The requested extensions.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open var extensionInput: ASPasskeyCredentialExtensionInput {
    switch requestType {
    case .passkeyRegistration: extensions?.registrationInput.map { .registration($0) } ?? .none
    default: extensions?.assertionInput.map { .assertion($0) } ?? .none
    }
  }

  /// True: archives contain only this module's classes, strings, bytes and numbers.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the request to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(requestType.rawValue, forKey: "type")
    coder.encode(identity, forKey: "credentialIdentity")
    coder.archive(clientDataHash, forKey: "clientDataHash")
    coder.archive(userVerificationPreference.rawValue, forKey: "userVerificationPreference")
    coder.encode(NSArray(array: supportedAlgorithms.map { NSNumber(value: $0.rawValue) }), forKey: "supportedAlgorithms")
    if let excluded {
      coder.encode(NSArray(array: excluded), forKey: "excludedCredentials")
    }
    coder.archive(userDisplayName, forKey: "userDisplayName")
    extensions?.archive(in: coder)
  }

  /// Returns an independent request whose preference can be changed separately.
  open func copy(with zone: NSZone? = nil) -> Any {
    ASPasskeyCredentialRequest(
      type: requestType, identity: identity, clientDataHash: clientDataHash, userVerificationPreference: userVerificationPreference,
      supportedAlgorithms: supportedAlgorithms, excludedCredentials: excluded, userDisplayName: userDisplayName,
      extensions: extensions)
  }
}
