// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The place where both devices of an enrolment leave their messages: a sync server, or a folder that other software synchronises.
package struct EnrolmentPlace: Hashable, Sendable {
  /// The kinds of place.
  package enum Kind: Hashable, Sendable {
    /// A sync server.
    case server
    /// A folder on the offering device; it may be elsewhere on another device.
    case folder
  }

  /// The maximum length of a place in bytes of UTF-8.
  package static let longest = 256

  /// The kind of place.
  package let kind: Kind
  /// A server's origin, such as `https://sync.example` or `https://sync.example:8443`, or a folder's absolute path.
  package let text: String

  /// Reads a place as typed by the user.
  ///
  /// The scheme of an `https` server may be left out. Case, a trailing slash and the `https` port 443 are ignored.
  /// - Throws: `enrolmentPlaceUnfit` for anything but a place, or more than 256 bytes.
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

  /// Returns scheme and host in lower case, and the port unless it is the scheme's default, without anything after them.
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
  /// The text without surrounding spaces and line ends, which often come with copied text.
  var trimmingSpaces: String {
    var text = Substring(self)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }
}
