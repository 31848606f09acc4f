// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// References from one entry's value to another's: `{REF:P@I:46C9B1FFBD4ABC4BBB260C6190BAD20C}`.
struct KeePassReferences {
  private static let start = Array("{REF:".utf8)
  private static let deepest = 8
  /// The maximum length of a reference.
  private static let longest = 1024
  /// The maximum length of a value after resolving its references.
  private static let longestResult = 1 << 20
  /// The maximum number of references in a file that search for a text, each in all entries.
  private static let mostSearches = 10_000

  /// The maximum number of references behind one value: entries that refer to each other repeatedly would otherwise cause a huge number of
  /// lookups.
  private static let mostLookups = 256

  private let entries: [KeePassEntry]
  private let places: [[UInt8]: Int]
  private var searches = 0
  private var lookups = 0

  init(_ entries: [KeePassEntry]) {
    self.entries = entries
    places = Dictionary(entries.enumerated().map { ($1.identifier, $0) }) { first, _ in first }
  }

  /// Returns a value with its references replaced.
  ///
  /// - Returns: The value, and whether every reference was found; nil for a value without references.
  mutating func resolve(_ value: SharedSecret) -> (value: SharedSecret, isWhole: Bool)? {
    lookups = 0
    return resolve(value, depth: 0)
  }

  private mutating func resolve(_ value: SharedSecret, depth: Int) -> (value: SharedSecret, isWhole: Bool)? {
    guard value.withBytes({ Self.next($0, from: 0) != nil }) else { return nil }
    var result = SecretBuilder(capacity: value.byteCount)
    var (position, isWhole) = (0, true)
    while let range = value.withBytes({ Self.next($0, from: position) }) {
      value.withBytes { result.append(UnsafeRawBufferPointer(rebasing: $0[position..<range.lowerBound])) }
      let text = value.withBytes { String(decoding: $0[range].dropFirst(Self.start.count).dropLast(), as: UTF8.self) }
      lookups += 1
      guard lookups <= Self.mostLookups else { return (value, false) }
      if depth < Self.deepest, let found = target(text) {
        let inner = resolve(found, depth: depth + 1)
        isWhole = isWhole && inner?.isWhole ?? true
        (inner?.value ?? found).withBytes { result.append($0) }
      } else {
        isWhole = false
        value.withBytes { result.append(UnsafeRawBufferPointer(rebasing: $0[range])) }
      }
      position = range.upperBound
      guard result.count <= Self.longestResult else { return (value, false) }
    }
    value.withBytes { result.append(UnsafeRawBufferPointer(rebasing: $0[position...])) }
    return (result.secret(), isWhole)
  }

  /// Returns the range of the next reference.
  private static func next(_ bytes: UnsafeRawBufferPointer, from position: Int) -> Range<Int>? {
    var place = position
    while place + start.count < bytes.count {
      guard let brace = bytes[place...].firstIndex(of: UInt8(ascii: "{")), brace + start.count < bytes.count else { return nil }
      let isReference = zip(bytes[brace...], start).allSatisfy { $0 == $1 || ($0 & 0xDF) == $1 && $1 >= UInt8(ascii: "A") }
      if isReference, let end = bytes[brace...].prefix(longest).firstIndex(of: UInt8(ascii: "}")) { return brace..<end + 1 }
      place = brace + 1
    }
    return nil
  }

  /// Resolves a reference "P@I:…": the wanted member, the searched member, and the text to search for.
  private mutating func target(_ reference: String) -> SharedSecret? {
    let parts = reference.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 3, let wanted = parts[0].uppercased().first, let searched = parts[0].uppercased().last,
      parts[0].dropFirst().first == "@", let place = place(searched, String(parts[1]))
    else { return nil }
    let entry = entries[place]
    if wanted == "I" { return SharedSecret(copying: EncodedBytes.hexadecimalText(entry.identifier).uppercased().utf8) }
    guard let name = Self.member(wanted) else { return nil }
    return entry.value(name) ?? SharedSecret(copying: [])
  }

  private static func member(_ letter: Character) -> String? {
    switch letter {
    case "T": KeePassNames.title
    case "U": KeePassNames.user
    case "P": KeePassNames.password
    case "A": KeePassNames.address
    case "N": KeePassNames.notes
    default: nil
    }
  }

  /// Returns the first entry whose member equals the text or, failing that, contains it; passwords are not searched.
  private mutating func place(_ searched: Character, _ text: String) -> Int? {
    if searched == "I" {
      let identifier = SharedSecret(copying: text.filter { $0 != "-" }.utf8).withBytes { HexText.decode($0) }?.withBytes { Array($0) }
      return identifier.flatMap { places[$0] }
    }
    searches += 1
    let wanted = text.lowercased()
    guard searches <= Self.mostSearches, !wanted.isEmpty, searched != "P" else { return nil }
    func texts(_ entry: KeePassEntry) -> [String] {
      if let name = Self.member(searched) { return [entry.string(name).lowercased()] }
      guard searched == "O" else { return [] }
      return entry.texts.filter { !$0.isProtected && !KeePassNames.standard.contains($0.name) }.map { $0.value.string.lowercased() }
    }
    return entries.firstIndex { texts($0).contains(wanted) } ?? entries.firstIndex { texts($0).contains { $0.contains(wanted) } }
  }
}
