// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// An invitation for a new device: the location of the mailbox, and the code. It is a link in a QR code, or both parts typed one after the
/// other.
package struct EnrolmentInvitation: Sendable {
  private static let scheme = Array("passfold-enrol:".utf8)
  private static let version = Array("1".utf8)
  private static let placeMark = Array("?u=".utf8)
  private static let codeMark = Array("&s=".utf8)
  /// Each byte of the place may need three characters.
  private static let longestLink = scheme.count + EnrolmentPlace.longest * 3 + 128

  /// The location of the mailbox.
  package let place: EnrolmentPlace
  /// The code.
  package let code: EnrolmentCode

  /// Creates an invitation from typed parts.
  package init(place: EnrolmentPlace, code: EnrolmentCode) {
    self.place = place
    self.code = code
  }

  /// Reads a link, ignoring the case of the scheme, spaces around the link, and case, spaces and hyphens in the code.
  /// - Throws: `unsupportedVersion` for a link of a newer version, `malformed` for anything but such a link, `enrolmentPlaceUnfit`,
  ///   `enrolmentCodeMistyped`.
  package init(link: borrowing SecretBytes) throws(CredentialCryptographyError) {
    let (place, code) = try link.withBytes { (bytes) throws(CredentialCryptographyError) -> (String, SharedSecret) in
      guard bytes.count <= Self.longestLink else { throw CredentialCryptographyError(.malformed) }
      var rest = bytes.drop(while: Self.isSpace)
      while let last = rest.last, Self.isSpace(last) { rest.removeLast() }
      guard rest.prefix(Self.scheme.count).map({ Self.lowercased($0) }) == Self.scheme else {
        throw CredentialCryptographyError(.malformed)
      }
      rest = rest.dropFirst(Self.scheme.count)
      let version = rest.prefix { $0 != UInt8(ascii: "?") }
      guard version.elementsEqual(Self.version) else {
        let isNumber = !version.isEmpty && version.first != UInt8(ascii: "0") && version.allSatisfy { (0x30...0x39).contains($0) }
        throw CredentialCryptographyError(isNumber ? .unsupportedVersion : .malformed)
      }
      rest = rest.dropFirst(Self.version.count)
      guard rest.starts(with: Self.placeMark) else { throw CredentialCryptographyError(.malformed) }
      rest = rest.dropFirst(Self.placeMark.count)
      let place = rest.prefix { $0 != UInt8(ascii: "&") }
      rest = rest[place.endIndex...]
      guard rest.starts(with: Self.codeMark), let text = Self.decode(place) else { throw CredentialCryptographyError(.malformed) }
      return (text, SharedSecret(copying: rest.dropFirst(Self.codeMark.count)))
    }
    self.place = try EnrolmentPlace(typed: place)
    self.code = try EnrolmentCode(text: code.copy())
  }

  /// The link `passfold-enrol:1?u=…&s=…` in ASCII, for a QR code.
  package var link: SecretBytes {
    let head = Self.scheme + Self.version + Self.placeMark + Self.encode(place.text) + Self.codeMark
    let code = code.text
    var link = SecretBytes(byteCount: head.count + code.byteCount)
    link.withMutableBytes { link in
      link.copyBytes(from: head)
      code.withBytes { UnsafeMutableRawBufferPointer(rebasing: link[head.count...]).copyMemory(from: $0) }
    }
    return link
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~:/".utf8.contains(byte)
    }
  }

  /// Percent-encoding (RFC 3986 §2.1).
  private static func encode(_ text: String) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return text.utf8.flatMap { byte in
      isPlain(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  private static func decode(_ text: Slice<UnsafeRawBufferPointer>) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(value(ofHexadecimal:)), let low = rest.popFirst().flatMap(value(ofHexadecimal:)) else {
          return nil
        }
        bytes.append(high << 4 | low)
      } else {
        guard isPlain(byte) else { return nil }
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func value(ofHexadecimal byte: UInt8) -> UInt8? {
    switch lowercased(byte) {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: lowercased(byte) - 0x61 + 10
    default: nil
    }
  }
}
