// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The text of a decrypted entry, split into the password, key-value pairs, and all other lines.
struct PasswordStoreText {
  /// A key with its value.
  struct Pair {
    let key: String
    let value: SharedSecret
  }

  /// The first line of entries in gopass's format of 2020.
  private static let headerMark = "GOPASS-SECRET-1.0"
  /// The line before YAML in a gopass entry.
  private static let separator = "---"
  private static let longestKey = 64
  /// The maximum number of pairs, and of links, in an entry; further ones are treated as ordinary lines.
  private static let mostPairs = 500

  /// The password; nil if the first line is empty or something else.
  private(set) var password: SharedSecret?
  /// The pairs, in order.
  private(set) var pairs: [Pair] = []
  /// The links of one-time codes on separate lines.
  private(set) var links: [SharedSecret] = []
  private var rest: [Slice<UnsafeRawBufferPointer>] = []

  /// Splits a text, which must outlive this value.
  init(_ bytes: UnsafeRawBufferPointer) {
    var lines = Self.lines(bytes)
    if lines.first.map({ $0.elementsEqual(Self.headerMark.utf8) }) == true {
      readHeaders(lines.dropFirst())
      return
    }
    if let first = lines.first {
      lines.removeFirst()
      if Self.isLink(first) {
        links.append(SharedSecret(copying: first))
      } else if first.elementsEqual(Self.separator.utf8) {
        lines.insert(first, at: 0)
      } else if Self.isLineOfBody(first) {
        if let pair = Self.pair(first), PasswordStoreEntry.passwordKeys.contains(pair.key.lowercased()) {
          password = pair.value
        } else {
          take(first)
        }
      } else if !first.isEmpty {
        password = SharedSecret(copying: first)
      }
    }
    let body = lines.prefix { !$0.elementsEqual(Self.separator.utf8) }
    for line in body { take(line) }
    readYAML(lines.dropFirst(body.count + 1))
  }

  /// The remaining lines, without empty lines around them; nil if there are none.
  var remark: SharedSecret? {
    var lines = rest[...]
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return SecretLines.joined(lines.map { SharedSecret(copying: $0) })
  }

  /// Adds a line of the body: a link, a pair, or another line.
  private mutating func take(_ line: Slice<UnsafeRawBufferPointer>) {
    if Self.isLink(line), links.count < Self.mostPairs {
      links.append(SharedSecret(copying: line))
    } else if pairs.count < Self.mostPairs, let pair = Self.pair(line) {
      pairs.append(pair)
    } else {
      rest.append(line)
    }
  }

  /// Reads headers like those of e-mail, an empty line, and a text; the password is one of the headers.
  private mutating func readHeaders(_ lines: ArraySlice<Slice<UnsafeRawBufferPointer>>) {
    let headers = lines.prefix { !$0.isEmpty }
    for line in headers {
      guard pairs.count < Self.mostPairs, let pair = Self.pair(line) else {
        rest.append(line)
        continue
      }
      if pair.key.lowercased() == "password", password == nil {
        password = pair.value.byteCount == 0 ? nil : pair.value
      } else {
        pairs.append(pair)
      }
    }
    for line in lines.dropFirst(headers.count + 1) {
      if Self.isLink(line) { links.append(SharedSecret(copying: line)) } else { rest.append(line) }
    }
  }

  /// Reads the outermost keys of a mapping; anything nested below a key is its value, unchanged.
  private mutating func readYAML(_ lines: ArraySlice<Slice<UnsafeRawBufferPointer>>) {
    var lines = lines
    while let line = lines.popFirst() {
      guard line.first.map({ $0 != 0x20 && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "-") }) ?? false,
        let colon = line.firstIndex(where: { $0 == UInt8(ascii: ":") }), colon > line.startIndex, pairs.count < Self.mostPairs,
        line.count <= 65_536
      else {
        take(line)
        continue
      }
      let nested = lines.prefix { $0.first == 0x20 || $0.first == UInt8(ascii: "-") }
      if !nested.isEmpty, let first = nested.first, let last = nested.last {
        lines = lines.dropFirst(nested.count)
        let key = String(decoding: line[..<colon], as: UTF8.self)
        pairs.append(Pair(key: key, value: SharedSecret(copying: line.base[first.startIndex..<last.endIndex])))
      } else if let pair = Self.pair(line) {
        pairs.append(Pair(key: pair.key, value: Self.unquoted(pair.value)))
      } else {
        take(line)
      }
    }
  }

  /// Returns a YAML scalar without surrounding quotes.
  private static func unquoted(_ value: SharedSecret) -> SharedSecret {
    value.withBytes { bytes in
      guard bytes.count >= 2, let first = bytes.first, first == bytes.last, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'"),
        !bytes.contains(UInt8(ascii: "\\"))
      else { return value }
      return SharedSecret(copying: bytes.dropFirst().dropLast())
    }
  }

  /// Reads a key, a colon, and a value after a space; keys with a meaning need no space.
  private static func pair(_ line: Slice<UnsafeRawBufferPointer>) -> Pair? {
    guard let colon = line.prefix(longestKey + 1).firstIndex(where: { $0 == UInt8(ascii: ":") }), colon > line.startIndex else {
      return nil
    }
    let name = line[..<colon]
    guard let key = String(validating: name, as: UTF8.self), key.first?.isWhitespace == false, key.last?.isWhitespace == false else {
      return nil
    }
    let behind = line[colon...].dropFirst()
    guard behind.first == 0x20 || behind.first == 0x09 || PasswordStoreEntry.hasMeaning(key) else { return nil }
    var value = behind.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
    // gopass treats the scheme of a link as its key.
    if key.lowercased() == "otpauth", value.starts(with: "//".utf8) {
      return Pair(key: key, value: SharedSecret(copying: Array("otpauth:".utf8) + value))
    }
    return Pair(key: key, value: SharedSecret(copying: value))
  }

  /// Whether a first line is not a password but a pair of the body, such as `login: ada`: a key with a meaning, a colon, a space and a value.
  private static func isLineOfBody(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let pair = pair(line), PasswordStoreEntry.hasMeaning(pair.key), pair.value.byteCount > 0 else { return false }
    return line.dropFirst(pair.key.utf8.count + 1).first == 0x20
  }

  private static func isLink(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    ["otpauth://", "steam://", "apple-otpauth://"].contains { scheme in
      line.starts(with: scheme.utf8) { byte, letter in byte == letter || (0x41...0x5A ~= byte && byte | 0x20 == letter) }
    }
  }

  private static func lines(_ bytes: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>] {
    var lines: [Slice<UnsafeRawBufferPointer>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      var line = rest.prefix { $0 != 0x0A }
      rest = rest[line.endIndex...].dropFirst()
      if line.last == 0x0D { line.removeLast() }
      lines.append(line)
    }
    return lines
  }
}
