// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import OneTimeCodes
import SecretMemory

/// Builds an item from an entry of an authenticator program; shared by all of these programs.
struct CodeEntry {
  /// The item so far.
  var item: ExchangedItem
  /// The findings about the entry.
  private(set) var findings: [ImportFinding] = []
  private let entry: Int

  /// Begins an entry with its number, starting at 0.
  init(_ entry: Int, title: String = "") {
    self.entry = entry
    item = ExchangedItem(title: title)
  }

  /// Reads a file that is an array of entries, each an object; other elements are reported and left out.
  /// - Throws: `malformed` if it is not an array, and the errors of ``JSONReader``.
  static func readAll(
    in bytes: UnsafeRawBufferPointer, _ read: (_ object: TrackedObject, _ number: Int) -> CodeEntry
  ) throws(CredentialExchangeError) -> ImportedCollection {
    guard let values = try JSONReader.value(of: bytes).elements else { throw CredentialExchangeError(.malformed) }
    var collection = ImportedCollection()
    for (number, value) in values.enumerated() {
      if let object = TrackedObject(value, in: bytes) {
        read(object, number).finish(into: &collection)
      } else {
        collection.leaveOut(.malformedValue, entry: number)
      }
    }
    return collection
  }

  /// Reports a finding in this entry.
  mutating func tell(_ reason: ImportFinding.Reason, _ path: String, _ outcome: ImportFinding.Outcome) {
    findings.append(ImportFinding(reason, at: ImportFinding.Place(entry: entry, title: item.title, path: path), outcome: outcome))
  }

  /// Keeps a value without a place of its own, and reports it.
  mutating func keep(_ name: String, _ value: SharedSecret, isHidden: Bool, _ reason: ImportFinding.Reason, _ path: String) {
    guard hasRoom(path) else { return }
    let kept = item.keep(name, value: value, isHidden: isHidden)
    tell(reason, path, .keptAsField(kept))
  }

  /// Adds the generator as a part; if it cannot generate codes, its values are kept as fields.
  ///
  /// - Parameters:
  ///   - isSound: Whether all its values were readable; guessed values would generate wrong codes.
  ///   - path: The path of members to it.
  mutating func add(_ generator: KeptGenerator, issuer: String?, account: String, isSound: Bool = true, path: String) {
    if isSound, let made = generator.parameters() {
      item.parts.append(.oneTimeCode(ExchangedCode(issuer: issuer, account: account, parameters: made.parameters)))
      if made.hasSurplusLetter { tell(.malformedValue, path, .readLeniently) }
      return
    }
    var first: String?
    func text(_ value: (some CustomStringConvertible)?) -> SharedSecret? { value.map { SharedSecret(copying: $0.description.utf8) } }
    for (name, value, isHidden) in [
      ("Code secret", generator.originalSecret, true), ("Code PIN", generator.pin, true), ("Code kind", text(generator.kindName), false),
      ("Code algorithm", text(generator.algorithm), false), ("Code digits", text(generator.digits), false),
      ("Code period", text(generator.period), false), ("Code counter", text(generator.counter), false),
      ("Code issuer", issuer == item.title ? nil : text(issuer), false), ("Code account", account.isEmpty ? nil : text(account), false),
    ] {
      guard let value, value.byteCount > 0 else { continue }
      let kept = item.keep(name, value: value, isHidden: isHidden)
      first = first ?? kept
    }
    tell(.unsupportedCode, path, first.map { .keptAsField($0) } ?? .leftOut)
  }

  /// Reports an object's unread members and those with malformed values.
  ///
  /// - Parameters:
  ///   - object: The object, after all known members were read.
  ///   - path: The path of members to it, ending with a full stop unless empty.
  mutating func tellRest(of object: TrackedObject, at path: String = "") {
    for name in object.malformed {
      if let value = object.original(name), value.byteCount > 0 {
        keep(name, value, isHidden: true, .malformedValue, path + name)
      } else {
        tell(.malformedValue, path + name, .leftOut)
      }
    }
    for member in object.rest {
      if let value = TrackedObject.scalar(member.value, object.bytes) {
        keep(member.name, value, isHidden: true, .unknownMember, path + member.name)
      } else {
        tell(.unknownMember, path + member.name, .leftOut)
      }
    }
  }

  /// Adds the entry and its findings to the collection.
  func finish(into collection: inout ImportedCollection) {
    collection.readCount += 1
    collection.items.append(item)
    collection.findings += findings
  }
}

extension KeptGenerator {
  /// The secret in a form to show to the user: in Base32, unless it is already text.
  fileprivate var originalSecret: SharedSecret? {
    switch secret {
    case nil: nil
    case .base32(let text): text
    case .bytes(let bytes): SharedSecret(bytes.withBytes { Base32.encode($0) })
    }
  }
}

extension ImportedCollection {
  /// Reports an entry that cannot become an item.
  mutating func leaveOut(_ reason: ImportFinding.Reason, entry: Int, path: String = "") {
    readCount += 1
    findings.append(ImportFinding(reason, at: ImportFinding.Place(entry: entry, path: path), outcome: .leftOut))
  }

  /// Reports a finding about the file as a whole.
  mutating func tell(_ reason: ImportFinding.Reason, _ path: String) {
    findings.append(ImportFinding(reason, at: ImportFinding.Place(path: path), outcome: .leftOut))
  }

  /// Reports unread and malformed members of a file's outermost object.
  mutating func tellRest(of object: TrackedObject) {
    for name in object.malformed { tell(.malformedValue, name) }
    for member in object.rest { tell(.unknownMember, member.name) }
  }
}
