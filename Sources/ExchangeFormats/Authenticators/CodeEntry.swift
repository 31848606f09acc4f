// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import OneTimeCodes
import SecretMemory

/// An entry of an authenticator program on its way to an item, alike for all these programs.
struct CodeEntry {
  /// The item so far.
  var item: ExchangedItem
  /// What a person has to know of the entry.
  private(set) var findings: [ImportFinding] = []
  private let entry: Int

  /// Begins the entry of a number, from 0.
  init(_ entry: Int, title: String = "") {
    self.entry = entry
    item = ExchangedItem(title: title)
  }

  /// Reads a file that is an array of entries, each an object; what is none is told and left out.
  /// - Throws: `malformed` for what is no array, and as ``JSONReader`` does.
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

  /// Tells of something in this entry.
  mutating func tell(_ reason: ImportFinding.Reason, _ path: String, _ outcome: ImportFinding.Outcome) {
    findings.append(ImportFinding(reason, at: ImportFinding.Place(entry: entry, title: item.title, path: path), outcome: outcome))
  }

  /// Keeps a value that has no place of its own, and tells it.
  mutating func keep(_ name: String, _ value: SharedSecret, isHidden: Bool, _ reason: ImportFinding.Reason, _ path: String) {
    guard hasRoom(path) else { return }
    let kept = item.keep(name, value: value, isHidden: isHidden)
    tell(reason, path, .keptAsField(kept))
  }

  /// Adds the generator as a part; one that no code can be made with is kept as fields, value by value.
  ///
  /// - Parameters:
  ///   - isSound: Whether all its values could be read; codes of guessed values would be wrong ones.
  ///   - path: The members on the way to it.
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

  /// Tells what an object has beyond what was asked for, and what was of another form than the format gives it.
  ///
  /// - Parameters:
  ///   - object: The object, when everything was asked for.
  ///   - path: The members on the way to it, with a full stop at the end where there are some.
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

  /// Adds the entry to what was found so far; an entry that holds nothing is told and left out.
  func finish(into collection: inout ImportedCollection) {
    collection.readCount += 1
    collection.items.append(item)
    collection.findings += findings
  }
}

extension KeptGenerator {
  /// The secret as it may be shown to a person: in Base32, where it is not a text already.
  fileprivate var originalSecret: SharedSecret? {
    switch secret {
    case nil: nil
    case .base32(let text): text
    case .bytes(let bytes): SharedSecret(bytes.withBytes { Base32.encode($0) })
    }
  }
}

extension ImportedCollection {
  /// Tells of an entry of which there is nothing to make an item from.
  mutating func leaveOut(_ reason: ImportFinding.Reason, entry: Int, path: String = "") {
    readCount += 1
    findings.append(ImportFinding(reason, at: ImportFinding.Place(entry: entry, path: path), outcome: .leftOut))
  }

  /// Tells of something that belongs to the file as a whole.
  mutating func tell(_ reason: ImportFinding.Reason, _ path: String) {
    findings.append(ImportFinding(reason, at: ImportFinding.Place(path: path), outcome: .leftOut))
  }

  /// Tells what the outermost object of a file has beyond what was asked for.
  mutating func tellRest(of object: TrackedObject) {
    for name in object.malformed { tell(.malformedValue, name) }
    for member in object.rest { tell(.unknownMember, member.name) }
  }
}
