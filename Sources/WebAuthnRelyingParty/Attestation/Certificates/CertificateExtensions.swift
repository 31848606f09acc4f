// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1
package import WebAuthnModel

/// The extensions of a certificate, with parsed values for those that decisions depend on (RFC 5280 §4.2).
package struct CertificateExtensions: Hashable, Sendable {
  /// One extension as written in the certificate.
  package struct Entry: Hashable, Sendable {
    /// The extension's identifier (`extnID`).
    package let kind: CertificateOID
    /// Whether a parser that does not know the extension must reject the certificate.
    package let isCritical: Bool
    /// The bytes inside the octet string (`extnValue`).
    package let value: [UInt8]
  }

  /// The subject's permission to issue certificates (RFC 5280 §4.2.1.9).
  package struct BasicConstraints: Hashable, Sendable {
    /// Whether the subject is an authority.
    package let isAuthority: Bool
    /// The maximum number of authorities between this one and a leaf; nil for no limit.
    package let pathLength: Int?
  }

  /// All extensions, in order.
  package let entries: [Entry]
  /// The basic constraints, if the certificate has them.
  package let basicConstraints: BasicConstraints?
  /// Whether the key may sign certificates; nil if the certificate does not restrict its use (RFC 5280 §4.2.1.3).
  package let maySignCertificates: Bool?
  /// The extended key usages (RFC 5280 §4.2.1.12); empty if the certificate has none.
  package let extendedKeyUsages: [CertificateOID]
  /// The directory names among the subject's alternative names (RFC 5280 §4.2.1.6); they describe a TPM.
  package let directoryNames: [DistinguishedName]
  /// The host names among the subject's alternative names.
  package let hostNames: [String]
  /// The authenticator's model, if the certificate states it (WebAuthn L3 §8.2.1).
  package let aaguid: AAGUID?

  /// Creates an empty set of extensions.
  init() {
    entries = []
    basicConstraints = nil
    maySignCertificates = nil
    extendedKeyUsages = []
    directoryNames = []
    hostNames = []
    aaguid = nil
  }

  /// Reads the `Extensions` of a certificate.
  init(_ members: ASN1Members) throws(WebAuthnRelyingPartyError) {
    let place = "RFC 5280 §4.2"
    var members = members
    var entries: [Entry] = []
    while !members.isAtEnd {
      var fields = try members.members()
      let kind = try fields.oid()
      let isCritical = try fields.optionalBoolean() ?? false
      let value = try fields.bytes(.octetString)
      try fields.finish()
      guard !entries.contains(where: { $0.kind == kind }) else { throw WebAuthnRelyingPartyError(.malformedCertificate, step: place) }
      entries.append(Entry(kind: kind, isCritical: isCritical, value: value))
    }
    self.entries = entries
    func value(of kind: CertificateOID) -> [UInt8]? { entries.first { $0.kind == kind }?.value }

    basicConstraints = try value(of: .basicConstraints).map(Self.readBasicConstraints)
    maySignCertificates = try value(of: .keyUsage).map(Self.readKeyUsage)
    extendedKeyUsages = try value(of: .extendedKeyUsage).map(Self.readExtendedKeyUsage) ?? []
    (directoryNames, hostNames) = try value(of: .subjectAlternativeName).map(Self.readAlternativeNames) ?? ([], [])
    aaguid = try value(of: .aaguid).map(Self.readAAGUID)
  }

  private static func readBasicConstraints(_ value: [UInt8]) throws(WebAuthnRelyingPartyError) -> BasicConstraints {
    var members = try ASN1Members(parsing: value, place: "RFC 5280 §4.2.1.9")
    let isAuthority = try members.optionalBoolean() ?? false
    let pathLength = members.isAtEnd ? nil : try members.smallInteger()
    try members.finish()
    return BasicConstraints(isAuthority: isAuthority, pathLength: pathLength)
  }

  private static func readKeyUsage(_ value: [UInt8]) throws(WebAuthnRelyingPartyError) -> Bool {
    let place = "RFC 5280 §4.2.1.3"
    let node = try ASN1Members.tree(of: value[...], place: place)
    guard node.identifier == .bitString, case .primitive(let bytes) = node.content, bytes.count >= 2, bytes.first ?? 8 < 8 else {
      throw WebAuthnRelyingPartyError(.malformedCertificate, step: place)
    }
    // keyCertSign is bit 5, counted from the top of the first octet.
    return (bytes.dropFirst().first ?? 0) & 0x04 != 0
  }

  private static func readExtendedKeyUsage(_ value: [UInt8]) throws(WebAuthnRelyingPartyError) -> [CertificateOID] {
    var members = try ASN1Members(parsing: value, place: "RFC 5280 §4.2.1.12")
    var usages: [CertificateOID] = []
    while !members.isAtEnd { usages.append(try members.oid()) }
    return usages
  }

  private static func readAlternativeNames(
    _ value: [UInt8]
  ) throws(WebAuthnRelyingPartyError) -> (directoryNames: [DistinguishedName], hostNames: [String]) {
    var members = try ASN1Members(parsing: value, place: "RFC 5280 §4.2.1.6")
    var directoryNames: [DistinguishedName] = []
    var hostNames: [String] = []
    while !members.isAtEnd {
      switch members.nextTag {
      case .context(4):
        var tagged = try members.members(.context(4))
        directoryNames.append(try DistinguishedName(tagged.any()))
        try tagged.finish()
      case .context(2):
        hostNames.append(String(decoding: try members.bytes(.context(2)), as: UTF8.self))
      default:
        _ = try members.any()
      }
    }
    return (directoryNames, hostNames)
  }

  private static func readAAGUID(_ value: [UInt8]) throws(WebAuthnRelyingPartyError) -> AAGUID {
    let place = "WebAuthn L3 §8.2.1"
    let node = try ASN1Members.tree(of: value[...], place: place)
    guard node.identifier == .octetString, case .primitive(let bytes) = node.content, let aaguid = AAGUID(bytes) else {
      throw WebAuthnRelyingPartyError(.malformedCertificate, step: place)
    }
    return aaguid
  }
}
