// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a text is not an origin, host, relying party ID or service identifier.
public struct WebDomainsError: Error, Hashable, Sendable {
  /// The kinds of refusal; new kinds may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    public let description: String

    private init(_ description: String) {
      self.description = description
    }

    /// The text has no form `scheme://host[:port]`.
    public static let notAnOrigin = Code("notAnOrigin")
    /// The origin is opaque: `null`, or a scheme such as `data` or `file` that has no host of its own.
    public static let opaqueOrigin = Code("opaqueOrigin")
    /// A scheme other than `https` and `http`.
    public static let unsupportedScheme = Code("unsupportedScheme")
    /// A URL that carries a user name or password.
    public static let userInformation = Code("userInformation")
    /// A host that is no domain name and no address in its usual form.
    public static let invalidHost = Code("invalidHost")
    /// A port that is not 1 to 65535 or is written unusually.
    public static let invalidPort = Code("invalidPort")
    /// A relying party ID that is empty or no domain name in lower-case ASCII.
    public static let notADomain = Code("notADomain")
    /// A relying party ID that is an address.
    public static let ipAddress = Code("ipAddress")
    /// A relying party ID under which anybody can register names.
    public static let publicSuffix = Code("publicSuffix")
    /// The origin's effective domain does not end in the relying party ID at a dot.
    public static let notASuffix = Code("notASuffix")
    /// The origin is not a secure context.
    public static let insecureContext = Code("insecureContext")
  }

  /// The kind of refusal.
  public let code: Code

  init(_ code: Code) {
    self.code = code
  }
}
