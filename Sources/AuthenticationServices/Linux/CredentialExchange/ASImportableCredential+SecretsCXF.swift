// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import OneTimeCodes
internal import SecretMemory

// The dictionary TOTPCredential.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential.TOTP {
  /// Decodes CXF, in which the secret is Base32.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    let text = try members.decode(String.self, forKey: "secret")
    let secret: Data
    do throws(OneTimeCodesError) {
      // An empty secret yields no codes, but the exporting manager had the entry.
      secret = text.isEmpty ? Data() : try Base32.decode(text).withBytes { Data($0) }
    } catch {
      throw DecodingError.dataCorruptedError(forKey: "secret", in: members, debugDescription: "no Base32")
    }
    self.init(
      secret: secret, period: try members.decode(UInt16.self, forKey: "period"), digits: try members.decode(UInt16.self, forKey: "digits"),
      userName: try members.decodeIfPresent(String.self, forKey: "username"),
      algorithm: try members.decode(Algorithm.self, forKey: "algorithm"), issuer: try members.decodeIfPresent(String.self, forKey: "issuer")
    )
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    let text = secret.withUnsafeBytes { bytes in Base32.encode(bytes).withBytes { String(decoding: $0, as: UTF8.self) } }
    try members.encode(text, forKey: "secret")
    try members.encode(period, forKey: "period")
    try members.encode(digits, forKey: "digits")
    try members.encodeIfPresent(userName, forKey: "username")
    try members.encode(algorithm, forKey: "algorithm")
    try members.encodeIfPresent(issuer, forKey: "issuer")
  }
}

// The dictionary PasskeyCredential.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential.Passkey {
  /// Decodes CXF.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    self.init(
      credentialID: try members.bytes("credentialId"), relyingPartyIdentifier: try members.decode(String.self, forKey: "rpId"),
      userName: try members.text("username"), userDisplayName: try members.text("userDisplayName"),
      userHandle: try members.bytes("userHandle"), key: try members.bytes("key"),
      fido2Extensions: try members.decodeIfPresent(ASImportableFIDO2Extensions.self, forKey: "fido2Extensions"))
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try members.write(credentialID, "credentialId")
    try members.encode(relyingPartyIdentifier, forKey: "rpId")
    try members.encode(userName, forKey: "username")
    try members.encode(userDisplayName, forKey: "userDisplayName")
    try members.write(userHandle, "userHandle")
    try members.write(key, "key")
    try members.encodeIfPresent(fido2Extensions, forKey: "fido2Extensions")
  }
}

@available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
extension ASImportableFIDO2HMACCredential {
  /// The format's name of the only algorithm.
  private static let sha256 = "hmac-sha256"

  /// Decodes CXF.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    guard try members.decode(String.self, forKey: "algorithm") == Self.sha256 else {
      throw DecodingError.dataCorruptedError(forKey: "algorithm", in: members, debugDescription: "not known")
    }
    self.init(
      algorithm: .sha256, credentialWithUV: try members.bytes("credWithUV"), credentialWithoutUV: try members.bytes("credWithoutUV"))
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try members.encode(Self.sha256, forKey: "algorithm")
    try members.write(credentialWithUV, "credWithUV")
    try members.write(credentialWithoutUV, "credWithoutUV")
  }
}

@available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
extension ASImportableFIDO2LargeBlob {
  /// Decodes CXF.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    self.init(uncompressedSize: try members.decode(Int.self, forKey: "uncompressedSize"), data: try members.bytes("data"))
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try members.encode(uncompressedSize, forKey: "uncompressedSize")
    try members.write(data, "data")
  }
}

// The dictionary CustomFieldsCredential.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential.CustomFields {
  /// Decodes CXF.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    self.init(
      id: try members.bytesIfPresent("id"), label: try members.decodeIfPresent(String.self, forKey: "label"),
      fields: try members.list("fields"))
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try members.write(id, "id")
    try members.encodeIfPresent(label, forKey: "label")
    try members.encode(fields, forKey: "fields")
  }
}

// The dictionary SSHKeyCredential.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential.SSHKey {
  /// Decodes CXF.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    func field(_ member: ExchangeMember) throws -> ASImportableEditableField? {
      try members.decodeIfPresent(ASImportableEditableField.self, forKey: member)
    }
    self.init(
      keyType: try members.text("keyType"), privateKey: try members.bytes("privateKey"),
      keyComment: try members.decodeIfPresent(String.self, forKey: "keyComment"), creationDate: try field("creationDate"),
      expiryDate: try field("expiryDate"), keyGenerationSource: try field("keyGenerationSource"))
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try members.encode(keyType, forKey: "keyType")
    try members.write(privateKey, "privateKey")
    try members.encodeIfPresent(keyComment, forKey: "keyComment")
    try members.encodeIfPresent(creationDate, forKey: "creationDate")
    try members.encodeIfPresent(expiryDate, forKey: "expiryDate")
    try members.encodeIfPresent(keyGenerationSource, forKey: "keyGenerationSource")
  }
}
