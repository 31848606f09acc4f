// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import FoundationEssentials
import SyncModel
import WebDomains

/// One record in the index, with the same layout in memory and on disk: a header of fixed length, the text for searching, and the summary's
/// fields.
///
///     length u32 | record 16 | revision u64 | state u8 | kind u8 | text length u32 | text | (tag u8 | length u32 | value)…
enum IndexRow {
  static let headByteCount = 34
  /// The maximum length of a search text in bytes. A longer text is cut, so a record with very many addresses is found by the first of
  /// them.
  private static let longestText = 4096

  enum State: UInt8 {
    case present, trashed, tooNew, damaged, erased
  }

  private enum Tag: UInt8 {
    // Title and user come first, since lists order texts that fold alike by them.
    case title = 1
    case user, relyingParty, credentialID, userHandle, login, issuer, trashed, hidden, successor, pendingSince, pendingReplaces, service
    case favourite, tag, about
  }

  /// Appends a record.
  static func append(_ entry: CredentialIndex.Entry, revision: UInt64, id: RecordIdentifier, to bytes: inout [UInt8]) {
    let start = bytes.count
    let (state, summary): (State, CredentialSummary?) =
      switch entry {
      case .present(let summary): (.present, summary)
      case .trashed(let summary): (.trashed, summary)
      case .tooNew: (.tooNew, nil)
      case .damaged: (.damaged, nil)
      case .erased: (.erased, nil)
      }
    append(UInt32(0), to: &bytes)
    bytes += id.bytes
    append(revision, to: &bytes)
    bytes += [state.rawValue, summary?.kind.rawValue ?? 0]
    append(UInt32(0), to: &bytes)
    if let summary {
      appendText(of: summary, to: &bytes)
      set(UInt32(clamping: bytes.count - start - headByteCount), at: start + 30, in: &bytes)
      appendFields(of: summary, to: &bytes)
    }
    set(UInt32(clamping: bytes.count - start), at: start, in: &bytes)
  }

  /// Appends the folded search text, one field per line: the title first, then the user, then the services.
  private static func appendText(of summary: CredentialSummary, to bytes: inout [UInt8]) {
    let start = bytes.count
    let texts =
      [summary.title, summary.user] + summary.services.map(\.text) + [summary.relyingPartyID, summary.issuer].compactMap(\.self)
      + summary.about + summary.tags
    for (number, text) in texts.enumerated() {
      if number > 0 { bytes.append(0x0A) }
      SearchFolding.append(text, to: &bytes)
      guard bytes.count - start <= longestText else { break }
    }
    bytes.removeLast(max(0, bytes.count - start - longestText))
  }

  private static func appendFields(of summary: CredentialSummary, to bytes: inout [UInt8]) {
    append(.title, summary.title.utf8, to: &bytes)
    append(.user, summary.user.utf8, to: &bytes)
    append(.relyingParty, summary.relyingPartyID?.utf8, to: &bytes)
    append(.credentialID, summary.credentialID, to: &bytes)
    append(.userHandle, summary.userHandle, to: &bytes)
    append(.login, summary.login?.bytes, to: &bytes)
    append(.issuer, summary.issuer?.utf8, to: &bytes)
    append(.trashed, summary.trashed.map(encode), to: &bytes)
    append(.hidden, summary.isHiddenByService ? [] : nil, to: &bytes)
    append(.successor, summary.successor?.bytes, to: &bytes)
    append(.pendingSince, (summary.pending?.since).map(encode), to: &bytes)
    append(.pendingReplaces, summary.pending?.replaces.flatMap(\.bytes), to: &bytes)
    for service in summary.services {
      append(.service, Array("\(service.kind.rawValue)\u{0}\(service.rule.rawValue)\u{0}\(service.text)".utf8), to: &bytes)
    }
    append(.favourite, summary.isFavourite ? [] : nil, to: &bytes)
    for tag in summary.tags { append(.tag, tag.utf8, to: &bytes) }
    for text in summary.about { append(.about, text.utf8, to: &bytes) }
  }

  private static func append(_ tag: Tag, _ value: (some Collection<UInt8>)?, to bytes: inout [UInt8]) {
    guard let value else { return }
    bytes.append(tag.rawValue)
    append(UInt32(clamping: value.count), to: &bytes)
    bytes += value
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  private static func set(_ number: UInt32, at position: Int, in bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { number in for (index, byte) in number.enumerated() { bytes[position + index] = byte } }
  }

  private static func encode(_ date: Date) -> [UInt8] { withUnsafeBytes(of: RecordBody.milliseconds(date).bigEndian) { Array($0) } }

  // MARK: Reading

  /// Returns the length in bytes of the row at an offset; nil if there is no complete row of this version.
  static func byteCount(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard offset >= 0, offset + headByteCount <= bytes.count else { return nil }
    let (length, text) = (Int(number(at: offset, in: bytes)), Int(number(at: offset + 30, in: bytes)))
    guard length >= headByteCount + text, offset + length <= bytes.count, State(rawValue: bytes[offset + 28]) != nil else { return nil }
    return length
  }

  static func number(at offset: Int, in bytes: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  static func id(at offset: Int, in bytes: UnsafeRawBufferPointer) -> RecordIdentifier? {
    RecordIdentifier(bytes: UnsafeRawBufferPointer(rebasing: bytes[offset + 4..<offset + 20]))
  }

  static func revision(at offset: Int, in bytes: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 20, as: UInt64.self))
  }

  static func state(at offset: Int, in bytes: UnsafeRawBufferPointer) -> State { State(rawValue: bytes[offset + 28]) ?? .damaged }

  static func kind(at offset: Int, in bytes: UnsafeRawBufferPointer) -> CredentialKind? { CredentialKind(rawValue: bytes[offset + 29]) }

  /// Returns the folded text for searching.
  static func text(at offset: Int, in bytes: UnsafeRawBufferPointer) -> UnsafeBufferPointer<UInt8> {
    let length = Int(number(at: offset + 30, in: bytes))
    return bytes.bindMemory(to: UInt8.self).extracting(offset + headByteCount..<offset + headByteCount + length)
  }

  /// Returns title and user as written; empty for a record without a summary.
  static func names(at offset: Int, in bytes: UnsafeRawBufferPointer) -> (title: UnsafeRawBufferPointer, user: UnsafeRawBufferPointer) {
    var found = (title: UnsafeRawBufferPointer(rebasing: bytes[..<0]), user: UnsafeRawBufferPointer(rebasing: bytes[..<0]))
    var seen = 0
    forEachField(at: offset, in: bytes) { tag, value in
      if tag == Tag.title.rawValue { found.title = value }
      if tag == Tag.user.rawValue { found.user = value }
      seen += 1
      return seen < 2
    }
    return found
  }

  /// Returns the data that identifies the account of a record outside the trash; nil for a record without a user name.
  ///
  /// - Returns: The password record named by codes, and for each service a hash of the user name and of the last two labels of its host.
  static func account(at offset: Int, in bytes: UnsafeRawBufferPointer) -> (login: RecordIdentifier?, hashes: [UInt32])? {
    guard let kind = kind(at: offset, in: bytes), [.password, .passkey, .oneTimeCode].contains(kind) else { return nil }
    var login: RecordIdentifier?
    var userHash: UInt32?
    var hashes: [UInt32] = []
    forEachField(at: offset, in: bytes) { tag, value in
      switch Tag(rawValue: tag) {
      case .user: userHash = value.isEmpty ? nil : value.reduce(hashBasis, hash)
      case .login: login = RecordIdentifier(bytes: value)
      case .relyingParty: if let userHash { hashes.append(lastLabels(of: value[...]).reduce(userHash, hash)) }
      case .service:
        guard let userHash, let text = value.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).last else { break }
        let added = lastLabels(of: text).reduce(userHash, hash)
        if !hashes.contains(added) { hashes.append(added) }
      default: break
      }
      return true
    }
    return login == nil && hashes.isEmpty ? nil : (login, hashes)
  }

  // FNV-1a (draft-eastlake-fnv). Collisions are harmless: matches are compared byte by byte afterwards.
  private static let hashBasis: UInt32 = 0x811C_9DC5
  private static func hash(_ hash: UInt32, _ byte: UInt8) -> UInt32 { (hash ^ UInt32(byte)) &* 0x0100_0193 }

  /// Returns the last two labels of an address's host, or the complete text if it is not an address.
  private static func lastLabels(of text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    var host = text
    if let scheme = host.firstIndex(of: UInt8(ascii: ":")), host[scheme...].starts(with: "://".utf8) { host = host[(scheme + 3)...] }
    host = host.prefix { ![UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
    guard let last = host.lastIndex(of: UInt8(ascii: ".")) else { return host }
    guard let before = host[..<last].lastIndex(of: UInt8(ascii: ".")) else { return host }
    return host[(before + 1)...]
  }

  private static func forEachField(
    at offset: Int, in bytes: UnsafeRawBufferPointer, _ body: (UInt8, UnsafeRawBufferPointer) -> Bool
  ) {
    let end = offset + Int(number(at: offset, in: bytes))
    var position = offset + headByteCount + Int(number(at: offset + 30, in: bytes))
    while position + 5 <= end {
      let length = Int(number(at: position + 1, in: bytes))
      guard length <= end - position - 5 else { return }
      guard body(bytes[position], UnsafeRawBufferPointer(rebasing: bytes[position + 5..<position + 5 + length])) else { return }
      position += 5 + length
    }
  }

  /// Returns the record with its summary.
  static func entry(at offset: Int, in bytes: UnsafeRawBufferPointer) -> CredentialIndex.Entry {
    switch state(at: offset, in: bytes) {
    case .present: summary(at: offset, in: bytes).map { .present($0) } ?? .damaged
    case .trashed: summary(at: offset, in: bytes).map { .trashed($0) } ?? .damaged
    case .tooNew: .tooNew
    case .damaged: .damaged
    case .erased: .erased
    }
  }

  static func summary(at offset: Int, in bytes: UnsafeRawBufferPointer) -> CredentialSummary? {
    guard let id = id(at: offset, in: bytes), let kind = kind(at: offset, in: bytes) else { return nil }
    var fields: [Tag: UnsafeRawBufferPointer] = [:]
    var services: [ServiceIdentifier] = []
    var (tags, about): ([String], [String]) = ([], [])
    forEachField(at: offset, in: bytes) { code, value in
      guard let tag = Tag(rawValue: code) else { return true }
      switch tag {
      case .service:
        let parts = value.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        if parts.count == 3, let kind = ServiceIdentifier.Kind(rawValue: parts[0]), let rule = MatchRule(rawValue: parts[1]) {
          services.append(ServiceIdentifier(kind: kind, text: parts[2], rule: rule))
        }
      case .tag: tags.append(String(decoding: value, as: UTF8.self))
      case .about: about.append(String(decoding: value, as: UTF8.self))
      default: fields[tag] = value
      }
      return true
    }
    func text(_ tag: Tag) -> String? { fields[tag].map { String(decoding: $0, as: UTF8.self) } }
    func date(_ tag: Tag) -> Date? { fields[tag].map { RecordBody.date($0.reduce(0) { $0 << 8 | UInt64($1) }) } }
    guard let title = text(.title), let user = text(.user) else { return nil }
    let pending = date(.pendingSince).map { since in
      let names = fields[.pendingReplaces].map { Array($0) } ?? []
      let replaces = stride(from: 0, to: names.count, by: RecordIdentifier.byteCount).compactMap {
        RecordIdentifier(bytes: names[$0..<min($0 + RecordIdentifier.byteCount, names.count)])
      }
      return PendingSetup(since: since, replaces: replaces)
    }
    var summary = CredentialSummary(
      id: id, kind: kind, title: title, services: services, user: user, relyingPartyID: text(.relyingParty),
      credentialID: fields[.credentialID].map { Array($0) }, userHandle: fields[.userHandle].map { Array($0) },
      login: fields[.login].flatMap { RecordIdentifier(bytes: $0) }, issuer: text(.issuer), pending: pending, about: about,
      trashed: date(.trashed))
    summary.isHiddenByService = fields[.hidden] != nil
    summary.isFavourite = fields[.favourite] != nil
    summary.tags = tags
    summary.successor = fields[.successor].flatMap { RecordIdentifier(bytes: $0) }
    return summary
  }
}
