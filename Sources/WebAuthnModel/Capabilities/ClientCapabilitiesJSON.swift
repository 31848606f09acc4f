// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The client's capabilities (WebAuthn L3 §5.1.7 and §5.8.7, `PublicKeyCredentialClientCapabilities`): an object of booleans.
public struct PublicKeyCredentialClientCapabilitiesJSON: Codable, Hashable, Sendable {
  /// A capability, identified by its key. Clients may support others.
  public struct Capability: RawRepresentable, Hashable, Sendable {
    /// The key in the object.
    public let rawValue: String

    /// Creates a capability from any text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Returns the capability to process an extension, given the extension's identifier.
    public static func processing(extension identifier: String) -> Capability { Capability(rawValue: "extension:" + identifier) }

    /// Creates a passkey after a password sign-in, without a separate dialogue.
    public static let conditionalCreate = Capability(rawValue: "conditionalCreate")
    /// Offers passkeys in the AutoFill of a form field.
    public static let conditionalGet = Capability(rawValue: "conditionalGet")
    /// Reaches authenticators on other devices nearby.
    public static let hybridTransport = Capability(rawValue: "hybridTransport")
    /// Has a passkey authenticator available, on the device or by hybrid transport.
    public static let passkeyPlatformAuthenticator = Capability(rawValue: "passkeyPlatformAuthenticator")
    /// Has an authenticator on the device that verifies users.
    public static let userVerifyingPlatformAuthenticator = Capability(rawValue: "userVerifyingPlatformAuthenticator")
    /// Supports related origins.
    public static let relatedOrigins = Capability(rawValue: "relatedOrigins")
    /// Accepts the list of all credentials that the relying party accepts.
    public static let signalAllAcceptedCredentials = Capability(rawValue: "signalAllAcceptedCredentials")
    /// Accepts an account's new names.
    public static let signalCurrentUserDetails = Capability(rawValue: "signalCurrentUserDetails")
    /// Accepts the signal that a credential is unknown.
    public static let signalUnknownCredential = Capability(rawValue: "signalUnknownCredential")
  }

  private var values: [String: Bool]

  /// Creates a statement of capabilities. Those not listed are unknown.
  public init(_ capabilities: [Capability: Bool]) {
    values = Dictionary(uniqueKeysWithValues: capabilities.map { ($0.key.rawValue, $0.value) })
  }

  /// Whether the client has the capability; nil if it does not say, in which case assume neither.
  public subscript(capability: Capability) -> Bool? { values[capability.rawValue] }

  /// Reads the object; throws if a member is not a boolean.
  public init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: Bool].self)
  }

  /// Writes the object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}
