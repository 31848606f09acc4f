// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import OneTimeCodes
import SecretMemory

/// Lists of links, one a line: of single codes, and of the parts of Google Authenticator's exports.
///
/// Empty lines count for nothing, and so do lines that begin with `#`.
enum LinkListReader {
  /// More lines are no list of a person.
  static let mostLines = 1_000_000

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    var migration = MigrationParts()
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var (rest, number) = (bytes[start...], 0)
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
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

  private static func trimmed(_ line: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var line = line.drop(while: isSpace)
    while let last = line.last, isSpace(last) { line = line.dropLast() }
    return line
  }
}
