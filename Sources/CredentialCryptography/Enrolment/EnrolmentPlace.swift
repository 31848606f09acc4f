// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Where both devices of an enrolment leave their messages: a sync server, or a folder that something else carries.
package struct EnrolmentPlace: Hashable, Sendable {
  /// What there is at a place.
  package enum Kind: Hashable, Sendable {
    /// A sync server.
    case server
    /// A folder on the device that offers; another device may have it elsewhere.
    case folder
  }

  /// The longest place, in bytes of UTF-8.
  package static let longest = 256

  /// What there is.
  package let kind: Kind
  /// A server's origin, such as `https://sync.example` or `https://sync.example:8443`, or a folder's absolute path.
  package let text: String

  /// Reads a place as a person types it.
  ///
  /// A server's scheme may be left out where it is `https`; case, a slash at the end and the port 443 of `https` do not matter.
  /// - Throws: `enrolmentPlaceUnfit` for what is no place, or longer than 256 bytes.
  package init(typed text: String) throws(CredentialCryptographyError) {
    let text = text.trimmingSpaces
    guard !text.isEmpty, text.utf8.count <= Self.longest, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw CredentialCryptographyError(.enrolmentPlaceUnfit)
    }
    if text.utf8.first == UInt8(ascii: "/") {
      kind = .folder
      self.text = text
      return
    }
    guard let origin = Self.origin(text.lowercased()), origin.utf8.count <= Self.longest else {
      throw CredentialCryptographyError(.enrolmentPlaceUnfit)
    }
    kind = .server
    self.text = origin
  }

  /// Scheme and host in lower case, the port unless it is the scheme's own, nothing behind.
  private static func origin(_ text: String) -> String? {
    var rest = Substring(text)
    var scheme = "https"
    for name in ["https", "http"] where text.hasPrefix(name + "://") {
      scheme = name
      rest = rest.dropFirst(name.utf8.count + 3)
      break
    }
    if rest.last == "/" { rest.removeLast() }
    let host: Substring
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      host = rest[...end]
      guard host.dropFirst().dropLast().utf8.contains(UInt8(ascii: ":")),
        host.dropFirst().dropLast().utf8.allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
      else { return nil }
    } else {
      host = rest.prefix { $0 != ":" }
      let labels = host.split(separator: ".", omittingEmptySubsequences: false)
      guard labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isHostByte) && $0.first != "-" && $0.last != "-" }) else { return nil }
    }
    rest = rest[host.endIndex...]
    guard let colon = rest.first else { return scheme + "://" + host }
    let digits = rest.dropFirst()
    guard colon == ":", (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != "0",
      let port = UInt16(digits)
    else { return nil }
    return scheme + "://" + host + (port == (scheme == "https" ? 443 : 80) ? "" : ":\(port)")
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}

extension String {
  /// Without the spaces and line ends around it that come along when a text is copied.
  var trimmingSpaces: String {
    var text = Substring(self)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }
}
