// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import FoundationEssentials
import WebDomains

/// What is known of all records while the vault is unlocked, and the cache of it at rest.
struct CredentialIndex: Sendable {
  enum Entry: Hashable, Sendable {
    case present(CredentialSummary)
    case trashed(CredentialSummary)
    /// Written by a newer version: kept as it is.
    case tooNew
    /// Did not open: kept as it is.
    case damaged
  }

  private(set) var entries: [RecordIdentifier: Entry] = [:]
  private var revisions: [RecordIdentifier: UInt64] = [:]
  /// The last answer of ``presentSummaries()``: lists are asked for far more often than records change.
  private var sorted: [CredentialSummary]?

  subscript(id: RecordIdentifier) -> Entry? {
    get { entries[id] }
    set {
      entries[id] = newValue
      sorted = nil
    }
  }

  /// The revision of a record that was stored last; 0 where none is known, as of one that did not open.
  func revision(of id: RecordIdentifier) -> UInt64 { revisions[id] ?? 0 }

  /// Enters a record with its revision.
  mutating func enter(_ entry: Entry, revision: UInt64, for id: RecordIdentifier) {
    self[id] = entry
    revisions[id] = revision
  }

  /// All records outside the trash, in the order of their titles.
  mutating func presentSummaries() -> [CredentialSummary] {
    if let sorted { return sorted }
    let summaries = summaries { if case .present(let summary) = $0 { summary } else { nil } }
    sorted = summaries
    return summaries
  }

  /// The records in the trash, in the order of their titles.
  func trashedSummaries() -> [CredentialSummary] {
    summaries { if case .trashed(let summary) = $0 { summary } else { nil } }
  }

  private func summaries(_ select: (Entry) -> CredentialSummary?) -> [CredentialSummary] {
    entries.values.compactMap(select).sorted { ($0.title, $0.user, $0.id) < ($1.title, $1.user, $1.id) }
  }

  private static let version: UInt8 = 5

  /// The index as bytes; the layout is a cache's, so another version is simply rebuilt.
  var encoded: [UInt8] {
    var writer = IndexWriter()
    writer.append(byte: Self.version)
    for (id, entry) in entries {
      writer.append(raw: id.bytes)
      writer.append(number: revision(of: id))
      switch entry {
      case .present(let summary), .trashed(let summary):
        if case .present = entry { writer.append(byte: 0) } else { writer.append(byte: 1) }
        writer.append(byte: summary.kind.rawValue)
        writer.append(text: summary.title)
        writer.append(text: summary.user)
        writer.append(text: summary.relyingPartyID)
        writer.append(bytes: summary.credentialID)
        writer.append(bytes: summary.userHandle)
        writer.append(bytes: summary.login?.bytes)
        writer.append(text: summary.issuer)
        writer.append(date: summary.trashed)
        writer.append(byte: summary.isHiddenByService ? 1 : 0)
        writer.append(bytes: summary.successor?.bytes)
        writer.append(date: summary.pending?.since)
        writer.append(bytes: summary.pending?.replaces.flatMap(\.bytes))
        writer.append(byte: summary.isFavourite ? 1 : 0)
        writer.append(count: summary.tags.count)
        for tag in summary.tags { writer.append(text: tag) }
        writer.append(count: summary.services.count)
        for service in summary.services {
          writer.append(text: service.kind.rawValue)
          writer.append(text: service.text)
          writer.append(text: service.rule.rawValue)
        }
      case .tooNew: writer.append(byte: 2)
      case .damaged: writer.append(byte: 3)
      }
    }
    return writer.bytes
  }

  init() {}

  /// Reads an index, or returns nil for one that this version did not write.
  init?(decoding bytes: [UInt8]) {
    var reader = IndexReader(bytes)
    guard reader.byte() == Self.version else { return nil }
    while !reader.isAtEnd {
      guard let id = reader.raw(RecordIdentifier.byteCount).flatMap({ RecordIdentifier(bytes: $0) }), let revision = reader.number(),
        let state = reader.byte()
      else { return nil }
      revisions[id] = revision
      switch state {
      case 0, 1:
        guard let summary = reader.summary(id) else { return nil }
        entries[id] = state == 0 ? .present(summary) : .trashed(summary)
      case 2: entries[id] = .tooNew
      case 3: entries[id] = .damaged
      default: return nil
      }
    }
  }
}

/// Writes length-prefixed fields.
private struct IndexWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(byte: UInt8) { bytes.append(byte) }
  mutating func append(raw: [UInt8]) { bytes += raw }
  mutating func append(number: UInt64) { withUnsafeBytes(of: number.bigEndian) { bytes += $0 } }
  mutating func append(count: Int) { withUnsafeBytes(of: UInt32(clamping: count).bigEndian) { bytes += $0 } }

  mutating func append(date: Date?) {
    append(bytes: date.map { date in withUnsafeBytes(of: RecordBody.milliseconds(date).bigEndian) { Array($0) } })
  }

  mutating func append(text: String?) {
    guard let text else { return append(count: Int(UInt32.max)) }
    append(count: text.utf8.count)
    bytes += text.utf8
  }

  mutating func append(bytes field: [UInt8]?) {
    guard let field else { return append(count: Int(UInt32.max)) }
    append(count: field.count)
    bytes += field
  }
}

/// Reads what the writer wrote; every read checks what is left.
private struct IndexReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() -> UInt8? { raw(1)?.first }

  mutating func raw(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count - position else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func number() -> UInt64? { raw(8)?.reduce(0) { $0 << 8 | UInt64($1) } }

  mutating func count() -> Int? { raw(4).map { Int($0.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) } }

  /// A field: nil when it cannot be read, a nil inside when it is absent.
  mutating func field() -> [UInt8]?? {
    guard let count = count() else { return nil }
    if count == Int(UInt32.max) { return .some(nil) }
    return raw(count).map { Array($0) }
  }

  mutating func text() -> String?? {
    guard let field = field() else { return nil }
    guard let field else { return .some(nil) }
    return String(validating: field, as: UTF8.self).map { .some($0) }
  }

  mutating func date() -> Date?? {
    guard let field = field() else { return nil }
    guard let field else { return .some(nil) }
    return field.count == 8 ? .some(RecordBody.date(field.reduce(0) { $0 << 8 | UInt64($1) })) : nil
  }

  mutating func pending() -> PendingSetup?? {
    guard let since = date(), let names = field() else { return nil }
    guard let since, let names else { return .some(nil) }
    guard names.count.isMultiple(of: RecordIdentifier.byteCount) else { return nil }
    let replaces = stride(from: 0, to: names.count, by: RecordIdentifier.byteCount).compactMap {
      RecordIdentifier(bytes: names[$0..<$0 + RecordIdentifier.byteCount])
    }
    return .some(PendingSetup(since: since, replaces: replaces))
  }

  mutating func summary(_ id: RecordIdentifier) -> CredentialSummary? {
    guard let kind = byte().flatMap(CredentialKind.init(rawValue:)), case .some(.some(let title)) = text(),
      case .some(.some(let user)) = text(),
      let relyingPartyID = text(), let credentialID = field(), let userHandle = field(), let login = field(), let issuer = text(),
      let trashed = date(), let isHidden = byte(), let successor = field(), let pending = pending(), let isFavourite = byte(),
      let tagCount = count()
    else { return nil }
    var tags: [String] = []
    for _ in 0..<tagCount {
      guard case .some(.some(let tag)) = text() else { return nil }
      tags.append(tag)
    }
    guard let count = count() else { return nil }
    var services: [ServiceIdentifier] = []
    for _ in 0..<count {
      guard case .some(.some(let code)) = text(), let kind = ServiceIdentifier.Kind(rawValue: code), case .some(.some(let name)) = text(),
        case .some(.some(let ruleName)) = text(), let rule = MatchRule(rawValue: ruleName)
      else {
        return nil
      }
      services.append(ServiceIdentifier(kind: kind, text: name, rule: rule))
    }
    var summary = CredentialSummary(
      id: id, kind: kind, title: title, services: services, user: user, relyingPartyID: relyingPartyID, credentialID: credentialID,
      userHandle: userHandle, login: login.flatMap { RecordIdentifier(bytes: $0) }, issuer: issuer,
      pending: pending, trashed: trashed)
    summary.isHiddenByService = isHidden == 1
    summary.isFavourite = isFavourite == 1
    summary.tags = tags
    summary.successor = successor.flatMap { RecordIdentifier(bytes: $0) }
    return summary
  }
}
