// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import SecretMemory
// Imported explicitly, because Crypto has a type of the same name.
import class SecretMemory.SharedSecret

/// The old values of a secret, each with the latest time at which it is known to have been current or to have been replaced.
///
/// As a map from value to time it can be joined in any order. The current value is decided elsewhere.
struct SecretHistory {
  /// The amount of history that a merge keeps.
  enum Extent: Hashable {
    case all
    /// This many of the newest, including the current one, and those that are at most this many milliseconds older than the newest.
    case newest(Int, andMilliseconds: UInt64)
  }

  struct Entry {
    /// Milliseconds since 1970.
    let time: UInt64
    /// The secret as a CBOR item.
    let secret: SharedSecret
    /// The further parts as concatenated CBOR items; they are not secret. There are several if devices differ about the same millisecond.
    var tails: Set<[UInt8]>
    /// The greatest counter that is known of counter-based codes of the secret, whose form is left out of the tails; nil for all else.
    var counter: UInt64?
  }

  private(set) var entries: [[UInt8]: Entry] = [:]

  init() {}

  /// Decodes a history of entries with this many parts; nil for a value of a newer version.
  init?(_ encoded: SharedSecret, partCount: UInt64) {
    let read = encoded.withBytes { bytes -> [Entry]? in
      var cursor = SecretCBORCursor(bytes)
      return try? Self.read(&cursor, partCount)
    }
    guard let read else { return nil }
    for entry in read { note(entry) }
  }

  private static func read(_ cursor: inout SecretCBORCursor, _ partCount: UInt64) throws(SecretCBORCursor.Malformed) -> [Entry] {
    let array = try cursor.readHead()
    guard array.major == .array else { throw SecretCBORCursor.Malformed() }
    var entries: [Entry] = []
    for _ in 0..<array.argument {
      guard try cursor.readHead() == (.array, partCount) else { throw SecretCBORCursor.Malformed() }
      let time = try cursor.readUnsigned()
      let secret = SharedSecret(copying: try cursor.skipItem())
      var parts: [[UInt8]] = []
      for _ in 2..<partCount { parts.append(Array(try cursor.skipItem())) }
      let counter = parts.last.flatMap { CodeCounter.read($0) }
      if counter != nil { parts.removeLast() }
      entries.append(Entry(time: time, secret: secret, tails: [Array(parts.joined())], counter: counter))
    }
    guard cursor.isAtEnd else { throw SecretCBORCursor.Malformed() }
    return entries
  }

  /// Takes an entry, unless a newer one of the same value is there; its counter counts all the same.
  mutating func note(_ entry: Entry) { note(entry, Self.key(entry)) }

  mutating func note(all other: SecretHistory) {
    for (key, entry) in other.entries { note(entry, key) }
  }

  private mutating func note(_ entry: Entry, _ key: [UInt8]) {
    guard let known = entries[key] else {
      entries[key] = entry
      return
    }
    var newest = entry.time > known.time ? entry : known
    if entry.time == known.time { newest.tails.formUnion(entry.tails) }
    // Both have one or neither, since codes that are counted and those that are not are two entries.
    newest.counter = [known.counter, entry.counter].compactMap(\.self).max()
    entries[key] = newest
  }

  /// The greatest counter that is known of the codes that hold now; nil where they are not counter-based.
  func counter(of current: Entry) -> UInt64? {
    current.counter.map { max($0, entries[Self.key(current)]?.counter ?? 0) }
  }

  /// Returns the history to keep with the current value, which has an entry only if more is known about it than that it is current.
  func kept(beside current: Entry?, _ extent: Extent) -> SecretHistory {
    var all = self
    if let current { all.note(current) }
    var kept = all
    if case .newest(let count, let age) = extent {
      // The age counts from the newest entry and not from a clock, so that every device keeps the same entries for every order of merging.
      let ranked = all.entries.sorted { Self.precedes($1, $0) }
      let newest = ranked.first?.value.time ?? 0
      for (key, entry) in ranked.dropFirst(count) where age == 0 || newest - entry.time > age { kept.entries[key] = nil }
    }
    if let current {
      let key = Self.key(current)
      if var entry = kept.entries[key], entry.time == current.time {
        entry.tails.subtract(current.tails)
        kept.entries[key] = entry.tails.isEmpty ? nil : entry
      }
    }
    return kept
  }

  private static func precedes(_ left: (key: [UInt8], value: Entry), _ right: (key: [UInt8], value: Entry)) -> Bool {
    left.value.time == right.value.time ? left.key.lexicographicallyPrecedes(right.key) : left.value.time < right.value.time
  }

  /// What an entry is known by: its secret, and whether its codes are counted.
  private static func key(_ entry: Entry) -> [UInt8] {
    var hash = SHA256()
    entry.secret.withBytes { hash.update(bufferPointer: $0) }
    return Array(hash.finalize()) + [entry.counter == nil ? 0 : 1]
  }

  /// Returns the history as a field's value, oldest entry first.
  func encoded(partCount: UInt64) -> SharedSecret {
    var pieces = SecretPieces()
    pieces.append(SecretCBORCursor.head(.array, UInt64(entries.values.reduce(0) { $0 + $1.tails.count })))
    for (_, entry) in entries.sorted(by: { Self.precedes($0, $1) }) {
      for tail in entry.tails.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        pieces.append(SecretCBORCursor.head(.array, partCount) + SecretCBORCursor.head(.unsigned, entry.time))
        pieces.append(entry.secret)
        pieces.append(tail + (entry.counter.map(CodeCounter.encode) ?? []))
      }
    }
    return pieces.joined()
  }
}
