// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Converts the entries of a KDBX document into items for a vault.
enum KeePassItems {
  /// Returns everything in a document.
  ///
  /// - Parameter binaries: KDBX 4: the files that entries refer to by number.
  static func collection(_ document: KeePassDocument, binaries: [SharedSecret]) -> ImportedCollection {
    var collection = ImportedCollection()
    for (path, isUnknown) in document.told {
      collection.findings.append(
        ImportFinding(isUnknown ? .unknownMember : .noPlace, at: ImportFinding.Place(path: path), outcome: .leftOut))
    }
    let folders = KeePassFolders(document)
    var references = KeePassReferences(document.entries)
    var main: [[UInt8]: Int] = [:]
    var belonging: [(owner: [UInt8], item: ExchangedItem)] = []
    let present = Set(document.entries.map(\.identifier))
    for (index, entry) in document.entries.enumerated() {
      var maker = KeePassItem(index, entry, files: { file($0, document, binaries) })
      maker.make(&references, folders)
      collection.findings += maker.findings
      if let owner = maker.owner, owner != entry.identifier, present.contains(owner) {
        belonging.append((owner, maker.item))
      } else {
        main[entry.identifier] = collection.items.count
        collection.items.append(maker.item)
      }
    }
    // Passfold's writer splits some items into several entries, which are joined again here.
    for (owner, item) in belonging {
      guard let place = main[owner] else {
        collection.items.append(item)
        continue
      }
      collection.items[place].parts = (collection.items[place].parts + item.parts).inUsualOrder
    }
    collection.readCount = collection.items.count
    collection.tellEmptyFolders(among: folders.pathsInUse)
    return collection
  }

  private static func file(
    _ content: KeePassEntry.Attachment.Content, _ document: KeePassDocument, _ binaries: [SharedSecret]
  ) -> SharedSecret? {
    switch content {
    case .here(let bytes): bytes
    case .reference(let name): document.binaries[name] ?? Int(name).flatMap { binaries.indices.contains($0) ? binaries[$0] : nil }
    }
  }
}

extension [ExchangedPart] {
  /// The parts ordered by kind: logins, codes, passkeys, notes, cards and persons.
  var inUsualOrder: [ExchangedPart] {
    func rank(_ part: ExchangedPart) -> Int {
      switch part {
      case .login: 0
      case .oneTimeCode: 1
      case .passkey: 2
      case .note: 3
      case .card: 4
      case .person: 5
      }
    }
    return enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }
}
