// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential {
  /// A user name with a password. The item's scope determines where they can be used.
  public struct BasicAuthentication: Codable, Hashable, Sendable {
    /// The user name.
    public var userName: ASImportableEditableField?
    /// The password, in plain text.
    public var password: ASImportableEditableField?

    /// Creates a value; pass nil for unknown parts.
    public init(userName: ASImportableEditableField? = nil, password: ASImportableEditableField? = nil) {
      self.userName = userName
      self.password = password
    }

    private enum CodingKeys: String, CodingKey {
      case userName = "username"
      case password
    }
  }

  /// A generated password that does not belong to an account yet.
  public struct GeneratedPassword: Codable, Hashable, Sendable {
    /// The password, in plain text.
    public var password: String

    /// Creates a value from a password.
    public init(password: String) { self.password = password }
  }

  /// The secret of time-based codes (RFC 6238).
  public struct TOTP: Codable, Hashable, Sendable {
    /// The hash function for the codes.
    public enum Algorithm: String, Codable, Hashable, Sendable {
      /// SHA-1.
      case sha1
      /// SHA-256.
      case sha256
      /// SHA-512.
      case sha512
    }

    /// The secret's bytes, in plain form and not in Base32.
    public var secret: Data
    /// The period of a code, in seconds.
    public var period: UInt16
    /// The number of digits in a code.
    public var digits: UInt16
    /// The account's user name.
    public var userName: String?
    /// The hash function for the codes.
    public var algorithm: Algorithm
    /// The service's name.
    public var issuer: String?

    /// Creates a secret with its parameters.
    public init(secret: Data, period: UInt16, digits: UInt16, userName: String?, algorithm: Algorithm, issuer: String? = nil) {
      self.secret = secret
      self.period = period
      self.digits = digits
      self.userName = userName
      self.algorithm = algorithm
      self.issuer = issuer
    }
  }

  /// A passkey with its private key.
  public struct Passkey: Codable, Hashable, Sendable {
    /// The credential ID, by which the relying party knows the key.
    public var credentialID: Data
    /// The relying party's identifier, a domain.
    public var relyingPartyIdentifier: String
    /// The account's name.
    public var userName: String
    /// The user's display name.
    public var userDisplayName: String
    /// The user handle: the relying party's identifier of the account, 1 to 64 bytes.
    public var userHandle: Data
    /// The private key in plain form, as PKCS #8 in DER (RFC 5958).
    public var key: Data
    /// The passkey's extensions.
    public var fido2Extensions: ASImportableFIDO2Extensions?

    /// Creates a passkey.
    @available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
    public init(
      credentialID: Data, relyingPartyIdentifier: String, userName: String, userDisplayName: String, userHandle: Data, key: Data,
      fido2Extensions: ASImportableFIDO2Extensions?
    ) {
      self.credentialID = credentialID
      self.relyingPartyIdentifier = relyingPartyIdentifier
      self.userName = userName
      self.userDisplayName = userDisplayName
      self.userHandle = userHandle
      self.key = key
      self.fido2Extensions = fido2Extensions
    }

    /// Creates a passkey without extensions.
    public init(
      credentialID: Data, relyingPartyIdentifier: String, userName: String, userDisplayName: String, userHandle: Data, key: Data
    ) {
      self.init(
        credentialID: credentialID, relyingPartyIdentifier: relyingPartyIdentifier, userName: userName, userDisplayName: userDisplayName,
        userHandle: userHandle, key: key, fido2Extensions: nil)
    }
  }
}
