// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential {
  /// A user name with a password; where they are good for, the item's scope says.
  public struct BasicAuthentication: Codable, Hashable, Sendable {
    /// The user name.
    public var userName: ASImportableEditableField?
    /// The password, in the clear.
    public var password: ASImportableEditableField?

    /// Puts it together; nil for what is not known.
    public init(userName: ASImportableEditableField? = nil, password: ASImportableEditableField? = nil) {
      self.userName = userName
      self.password = password
    }

    private enum CodingKeys: String, CodingKey {
      case userName = "username"
      case password
    }
  }

  /// A password that was made and is of no account yet.
  public struct GeneratedPassword: Codable, Hashable, Sendable {
    /// The password, in the clear.
    public var password: String

    /// Takes a password.
    public init(password: String) { self.password = password }
  }

  /// The secret behind time-based codes (RFC 6238).
  public struct TOTP: Codable, Hashable, Sendable {
    /// The hash that codes are made with.
    public enum Algorithm: String, Codable, Hashable, Sendable {
      /// SHA-1.
      case sha1
      /// SHA-256.
      case sha256
      /// SHA-512.
      case sha512
    }

    /// The secret's bytes, in the clear and not in Base32.
    public var secret: Data
    /// How many seconds a code lasts.
    public var period: UInt16
    /// How many digits a code has.
    public var digits: UInt16
    /// The account's user name.
    public var userName: String?
    /// The hash that codes are made with.
    public var algorithm: Algorithm
    /// The service's name.
    public var issuer: String?

    /// Puts a generator together.
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
    /// The credential ID that the relying party knows the key by.
    public var credentialID: Data
    /// The relying party's identifier, a domain.
    public var relyingPartyIdentifier: String
    /// The account's name for people.
    public var userName: String
    /// The person's name for people.
    public var userDisplayName: String
    /// The relying party's identifier of the account, 1 to 64 bytes.
    public var userHandle: Data
    /// The private key in the clear, as PKCS #8 in DER (RFC 5958).
    public var key: Data
    /// What the passkey can do beyond signing in.
    public var fido2Extensions: ASImportableFIDO2Extensions?

    /// Puts a passkey together.
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

    /// Puts a passkey together that signs in and does nothing else.
    public init(
      credentialID: Data, relyingPartyIdentifier: String, userName: String, userDisplayName: String, userHandle: Data, key: Data
    ) {
      self.init(
        credentialID: credentialID, relyingPartyIdentifier: relyingPartyIdentifier, userName: userName, userDisplayName: userDisplayName,
        userHandle: userHandle, key: key, fido2Extensions: nil)
    }
  }
}
