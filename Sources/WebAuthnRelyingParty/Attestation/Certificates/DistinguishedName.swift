// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SwiftASN1

/// A name made of attributes: a subject, issuer or directory name (RFC 5280 §4.1.2.4).
package struct DistinguishedName: Hashable, Sendable {
  /// One attribute. Its text is nil if the value is not a string type.
  package struct Attribute: Hashable, Sendable {
    /// The type of attribute, such as a common name.
    package let type: CertificateOID
    /// The value, decoded according to its string type.
    package let text: String?
  }

  /// The attributes in order; those of one relative name are adjacent.
  package let attributes: [Attribute]
  /// The encoding, used to compare names.
  package let encoded: [UInt8]

  /// Reads a `Name`.
  package init(_ node: ASN1Node) throws(WebAuthnRelyingPartyError) {
    let place = "RFC 5280 §4.1.2.4"
    encoded = Array(node.encodedBytes)
    var attributes: [Attribute] = []
    var relativeNames = try ASN1Members(of: node, place: place)
    while !relativeNames.isAtEnd {
      var relativeName = try relativeNames.members(.set)
      while !relativeName.isAtEnd {
        var attribute = try relativeName.members()
        let type = try attribute.oid()
        let value = try attribute.any()
        try attribute.finish()
        attributes.append(Attribute(type: type, text: Self.text(of: value)))
      }
    }
    self.attributes = attributes
  }

  /// Returns the texts of all attributes of a type, in order.
  package func values(of type: CertificateOID) -> [String] {
    attributes.filter { $0.type == type }.compactMap(\.text)
  }

  /// Whether the name has no attributes, as required of the subject of a TPM's attestation key.
  package var isEmpty: Bool { attributes.isEmpty }

  private static func text(of node: ASN1Node) -> String? {
    guard case .primitive(let bytes) = node.content else { return nil }
    switch node.identifier {
    case .utf8String, .printableString, .ia5String, .teletexString, .visibleString, .numericString:
      // Teletex in name only: issuers use Latin-1 here.
      return String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    case .bmpString:
      guard bytes.count.isMultiple(of: 2) else { return nil }
      let octets = Array(bytes)
      let units = stride(from: 0, to: octets.count, by: 2).map { UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1]) }
      return String(validating: units, as: UTF16.self)
    default:
      return nil
    }
  }
}
