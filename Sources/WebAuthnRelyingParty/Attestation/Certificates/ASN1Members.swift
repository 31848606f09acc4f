// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SwiftASN1

/// Reads the members of one constructed ASN.1 value in order.
///
/// swift-asn1 parses the tree under the basic encoding rules, a superset of the distinguished ones, because real devices are not strict.
package struct ASN1Members {
  private var nodes: ASN1NodeCollection.Iterator
  private var next: ASN1Node?
  private let place: String
  /// The tag of the next member; nil at the end. Stored, because the optimizer of Swift 6.3 crashes on `next?.identifier`.
  package private(set) var nextTag: ASN1Identifier?

  /// Opens a constructed value.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - tag: The tag that it must have.
  ///   - place: The section that prescribes it, such as `RFC 5280 §4.1`, for the error.
  /// - Throws: `malformedCertificate` for another tag or a primitive value.
  package init(of node: ASN1Node, tag: ASN1Identifier = .sequence, place: String) throws(WebAuthnRelyingPartyError) {
    guard node.identifier == tag, case .constructed(let children) = node.content else {
      throw WebAuthnRelyingPartyError(.malformedCertificate, step: place)
    }
    nodes = children.makeIterator()
    self.place = place
    advance()
  }

  /// Opens the constructed value that the bytes encode. It must use all of the bytes.
  package init(parsing bytes: some Sequence<UInt8>, tag: ASN1Identifier = .sequence, place: String) throws(WebAuthnRelyingPartyError) {
    try self.init(of: Self.tree(of: Array(bytes)[...], place: place), tag: tag, place: place)
  }

  /// Reads one value, which must use all of the bytes.
  package static func tree(of bytes: ArraySlice<UInt8>, place: String) throws(WebAuthnRelyingPartyError) -> ASN1Node {
    guard let node = try? BER.parse(bytes) else { throw WebAuthnRelyingPartyError(.malformedCertificate, step: place) }
    return node
  }

  /// Whether all members have been read.
  package var isAtEnd: Bool { nextTag == nil }

  /// Reads the next member, whatever its tag.
  package mutating func any() throws(WebAuthnRelyingPartyError) -> ASN1Node {
    guard let node = next else { throw flaw }
    advance()
    return node
  }

  /// Reads the next member, which must have the tag.
  package mutating func member(_ tag: ASN1Identifier) throws(WebAuthnRelyingPartyError) -> ASN1Node {
    guard nextTag == tag else { throw flaw }
    return try any()
  }

  /// Reads the next member if it has the tag.
  package mutating func optional(_ tag: ASN1Identifier) throws(WebAuthnRelyingPartyError) -> ASN1Node? {
    nextTag == tag ? try any() : nil
  }

  /// Opens the next member, a constructed value.
  package mutating func members(_ tag: ASN1Identifier = .sequence) throws(WebAuthnRelyingPartyError) -> ASN1Members {
    try ASN1Members(of: member(tag), tag: tag, place: place)
  }

  /// Reads the content of the next member, a primitive value.
  package mutating func bytes(_ tag: ASN1Identifier) throws(WebAuthnRelyingPartyError) -> [UInt8] {
    guard case .primitive(let bytes) = try member(tag).content else { throw flaw }
    return Array(bytes)
  }

  /// Reads an object identifier.
  package mutating func oid() throws(WebAuthnRelyingPartyError) -> CertificateOID {
    let encoded = try bytes(.objectIdentifier)
    guard !encoded.isEmpty else { throw flaw }
    return CertificateOID(encoded: encoded)
  }

  /// Reads a boolean if one is next; every octet but 0 means true (X.690 §8.2.2).
  package mutating func optionalBoolean() throws(WebAuthnRelyingPartyError) -> Bool? {
    guard nextTag == .boolean else { return nil }
    let bytes = try bytes(.boolean)
    guard bytes.count == 1 else { throw flaw }
    return bytes != [0]
  }

  /// Reads an integer's magnitude, big-endian without leading zeros. A set top bit counts as part of the magnitude, not as a sign.
  package mutating func magnitude() throws(WebAuthnRelyingPartyError) -> [UInt8] {
    let bytes = try bytes(.integer)
    guard !bytes.isEmpty else { throw flaw }
    return Array(bytes.drop { $0 == 0 })
  }

  /// Reads a small non-negative integer.
  package mutating func smallInteger() throws(WebAuthnRelyingPartyError) -> Int {
    let bytes = try bytes(.integer)
    guard (1...4).contains(bytes.count), let first = bytes.first, first < 0x80 else { throw flaw }
    return bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a bit string of whole octets.
  ///
  /// - Parameter isLenient: Whether to ignore the number of unused bits, as some U2F devices require.
  package mutating func octets(isLenient: Bool = false) throws(WebAuthnRelyingPartyError) -> [UInt8] {
    let bytes = try bytes(.bitString)
    guard let unused = bytes.first, isLenient || unused == 0 else { throw flaw }
    return Array(bytes.dropFirst())
  }

  /// Throws if any members remain.
  package func finish() throws(WebAuthnRelyingPartyError) {
    guard isAtEnd else { throw flaw }
  }

  private mutating func advance() {
    let node = nodes.next()
    nextTag = node.map(\.identifier)
    next = node
  }

  private var flaw: WebAuthnRelyingPartyError { WebAuthnRelyingPartyError(.malformedCertificate, step: place) }
}

extension ASN1Identifier {
  /// A context-specific tag.
  package static func context(_ number: UInt) -> ASN1Identifier {
    ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
  }
}
