// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import OneTimeCodes
import SecretMemory

/// Reads lists of links, one per line or separated by commas: links of individual codes, and parts of Google Authenticator's exports.
///
/// Empty lines and lines that begin with `#` are skipped.
enum LinkListReader {
  /// The maximum number of lines in a list.
  static let mostLines = 1_000_000

  /// Whether a JSON value is a link.
  static func isLink(_ value: JSONValue, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard case .text(let range) = value else { return false }
    return LinkList.format(of: bytes[range]) != nil
  }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    // A list in JSON is converted to one link per line.
    guard bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "["),
      let values = try JSONReader.value(of: bytes).elements
    else { return try lines(bytes) }
    var text = SecretBuilder(capacity: bytes.count)
    for value in values {
      guard let link = value.secret(in: bytes) else { continue }
      link.withBytes { text.append($0) }
      text.append(UInt8(ascii: "\n"))
    }
    return try text.secret().withBytes { (bytes) throws(CredentialExchangeError) in try lines(bytes) }
  }

  private static func lines(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    var migration = MigrationParts()
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var (rest, number) = (bytes[start...], 0)
    while !rest.isEmpty {
      let line = rest[..<end(ofLink: rest)]
      rest = rest[line.endIndex...].dropFirst()
      let text = trimmed(line)
      guard !text.isEmpty, text.first != UInt8(ascii: "#") else { continue }
      number += 1
      guard number <= mostLines else { throw CredentialExchangeError(.overBounds, offset: line.startIndex) }
      let linkBytes = UnsafeRawBufferPointer(rebasing: text)
      if MigrationPayload.recognises(linkBytes) {
        migration.add(linkBytes, line: number, to: &collection)
        continue
      }
      var entry = CodeEntry(collection.readCount)
      if linkBytes.contains(UInt8(ascii: ":")) {
        entry.add(link: SharedSecret(copying: linkBytes), path: "")
      } else {
        entry.keep("line", SharedSecret(copying: linkBytes), isHidden: true, .malformedValue, "line \(number)")
      }
      entry.finish(into: &collection)
    }
    migration.finish(into: &collection)
    return collection
  }

  /// Returns the end of a link: the end of its line, or a comma followed by another link, as in the lists of Ente and other programs.
  private static func end(ofLink bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    for place in bytes.indices {
      if bytes[place] == 0x0A || bytes[place] == 0x0D { return place }
      guard bytes[place] == UInt8(ascii: ",") else { continue }
      let next = trimmedStart(bytes[(place + 1)...].prefix(40))
      if LinkList.format(of: next) != nil { return place }
    }
    return bytes.endIndex
  }

  private static func trimmedStart(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    bytes.drop { $0 == 0x20 || $0 == 0x09 }
  }

  /// Returns a line without surrounding spaces, trailing commas and quotes around the rest.
  private static func trimmed(_ line: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var line = trimmedStart(line)
    while let last = line.last, isSpace(last) || last == UInt8(ascii: ",") { line = line.dropLast() }
    let isQuoted = line.count > 1 && line.first == UInt8(ascii: "\"") && line.last == UInt8(ascii: "\"")
    return isQuoted ? line.dropFirst().dropLast() : line
  }
}
