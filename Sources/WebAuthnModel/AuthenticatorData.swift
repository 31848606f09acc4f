// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import CanonicalCBOR
import Crypto
public import WebDomains

/// The data that an authenticator provides and signs in a ceremony (WebAuthn L3 §6.1).
public struct AuthenticatorData: Hashable, Sendable {
  /// The flags byte.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Creates flags from any byte. Reserved bits are preserved.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// UP: the user was present and consented.
    public static let userPresent = Flags(rawValue: 1 << 0)
    /// UV: the user was verified in this ceremony.
    public static let userVerified = Flags(rawValue: 1 << 2)
    /// BE: the credential may be stored on several devices.
    public static let backupEligible = Flags(rawValue: 1 << 3)
    /// BS: the credential is currently backed up.
    public static let backupState = Flags(rawValue: 1 << 4)
    /// AT: attested credential data follows.
    public static let attestedCredentialData = Flags(rawValue: 1 << 6)
    /// ED: extension data follows.
    public static let extensionData = Flags(rawValue: 1 << 7)
  }

  /// The new credential of a registration (WebAuthn L3 §6.5.1).
  public struct AttestedCredentialData: Hashable, Sendable {
    /// The authenticator's model.
    public let aaguid: AAGUID
    /// The credential ID.
    public let credentialID: CredentialID
    /// The public key.
    public let publicKey: COSEKey
    /// The public key's bytes as received or to be sent.
    public let publicKeyBytes: [UInt8]

    /// Creates the data of a new credential.
    public init(aaguid: AAGUID, credentialID: CredentialID, publicKey: COSEKey) {
      self.init(aaguid: aaguid, credentialID: credentialID, publicKey: publicKey, publicKeyBytes: publicKey.encoded)
    }

    init(aaguid: AAGUID, credentialID: CredentialID, publicKey: COSEKey, publicKeyBytes: [UInt8]) {
      self.aaguid = aaguid
      self.credentialID = credentialID
      self.publicKey = publicKey
      self.publicKeyBytes = publicKeyBytes
    }
  }

  /// SHA-256 of the RP ID, 32 bytes.
  public let relyingPartyIDHash: [UInt8]
  /// The flags. AT and ED always match what is present.
  public let flags: Flags
  /// The signature counter; 0 if the authenticator has none.
  public let signCount: UInt32
  /// The new credential; only in a registration.
  public let attestedCredentialData: AttestedCredentialData?
  /// The authenticator extension outputs, if there are any.
  public let extensions: CBORMap?

  /// Creates the data of one ceremony. AT and ED are set according to the arguments.
  public init(
    relyingPartyID: RelyingPartyID, flags: Flags, signCount: UInt32, attestedCredentialData: AttestedCredentialData? = nil,
    extensions: CBORMap? = nil
  ) {
    relyingPartyIDHash = Self.hash(of: relyingPartyID)
    var flags = flags.subtracting([.attestedCredentialData, .extensionData])
    if attestedCredentialData != nil { flags.insert(.attestedCredentialData) }
    if extensions != nil { flags.insert(.extensionData) }
    self.flags = flags
    self.signCount = signCount
    self.attestedCredentialData = attestedCredentialData
    self.extensions = extensions
  }

  /// Returns SHA-256 of an RP ID, as authenticator data contain it.
  public static func hash(of relyingPartyID: RelyingPartyID) -> [UInt8] {
    Array(SHA256.hash(data: Array(relyingPartyID.name.utf8)))
  }

  /// The bytes that the authenticator signs (WebAuthn L3 §6.1, table).
  public var encoded: [UInt8] {
    var output = relyingPartyIDHash
    output.append(flags.rawValue)
    for shift: UInt32 in [24, 16, 8, 0] { output.append(UInt8(truncatingIfNeeded: signCount >> shift)) }
    if let credential = attestedCredentialData {
      let idBytes = credential.credentialID.bytes
      output += credential.aaguid.bytes
      output += [UInt8(truncatingIfNeeded: idBytes.count >> 8), UInt8(truncatingIfNeeded: idBytes.count)]
      output += idBytes
      output += credential.publicKeyBytes
    }
    if let extensions { output += CBOREncoder(profile: .ctap2).encode(.map(extensions)) }
    return output
  }
}

extension AuthenticatorData {
  /// Reads authenticator data, which must use all of the bytes.
  ///
  /// - Throws: `malformedAuthenticatorData` for a wrong length or flags that contradict the content, `credentialIDLength`, or the codes of
  ///   ``COSEKey``.
  public init(parsing bytes: some Sequence<UInt8>) throws(WebAuthnModelError) {
    var rest = Array(bytes)[...]
    relyingPartyIDHash = Array(try Self.take(32, from: &rest))
    flags = Flags(rawValue: try Self.take(1, from: &rest).first ?? 0)
    signCount = try Self.take(4, from: &rest).reduce(0) { $0 << 8 | UInt32($1) }
    attestedCredentialData = flags.contains(.attestedCredentialData) ? try Self.takeCredential(from: &rest) : nil
    if flags.contains(.extensionData) {
      guard case .map(let map) = try Self.takeItem(from: &rest, or: .malformedAuthenticatorData) else {
        throw WebAuthnModelError(.malformedAuthenticatorData)
      }
      extensions = map
    } else {
      extensions = nil
    }
    guard rest.isEmpty else { throw WebAuthnModelError(.malformedAuthenticatorData) }
  }

  private static func takeCredential(from rest: inout ArraySlice<UInt8>) throws(WebAuthnModelError) -> AttestedCredentialData {
    guard let aaguid = AAGUID(try take(16, from: &rest)) else { throw WebAuthnModelError(.malformedAuthenticatorData) }
    let length = try take(2, from: &rest).reduce(0) { $0 << 8 | Int($1) }
    guard (1...1023).contains(length) else { throw WebAuthnModelError(.credentialIDLength) }
    guard let credentialID = CredentialID(try take(length, from: &rest)) else { throw WebAuthnModelError(.credentialIDLength) }
    let start = rest
    let key = try COSEKey(takeItem(from: &rest, or: .malformedPublicKey))
    let keyBytes = Array(start.prefix(start.count - rest.count))
    return AttestedCredentialData(aaguid: aaguid, credentialID: credentialID, publicKey: key, publicKeyBytes: keyBytes)
  }

  private static func take(_ count: Int, from rest: inout ArraySlice<UInt8>) throws(WebAuthnModelError) -> ArraySlice<UInt8> {
    guard rest.count >= count else { throw WebAuthnModelError(.malformedAuthenticatorData) }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private static func takeItem(from rest: inout ArraySlice<UInt8>, or code: WebAuthnModelError.Code) throws(WebAuthnModelError) -> CBORValue
  {
    do throws(CanonicalCBORError) {
      let (value, remaining) = try CBORDecoder(profile: .rfc8949).decodePrefix(rest)
      rest = remaining
      return value
    } catch {
      throw WebAuthnModelError(code)
    }
  }
}
