// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Converts items into the entries and groups of a KDBX document.
struct KeePassDocumentMaker {
  private(set) var document = KeePassDocument()
  private(set) var findings: [ImportFinding] = []
  private var places: [[String]: Int] = [:]

  /// Creates a document with the outermost group.
  init(random: inout some RandomNumberGenerator) {
    document.groups.append(KeePassDocument.Group(identifier: RecordIdentifier.random(using: &random).bytes, name: "Passfold"))
    document.recycleBin = [UInt8](repeating: 0, count: RecordIdentifier.byteCount)
  }

  /// Adds an item as one entry, or several if it has more parts of a kind than an entry can hold.
  mutating func add(_ item: ExchangedItem, _ index: Int, random: inout some RandomNumberGenerator) {
    let path = (item.folders.first ?? []).map(KeePassText.legal)
    let group = group(item.shelf == .trash ? Self.bin + path : path, random: &random)
    var maker = KeePassEntryMaker(item, index)
    var owner: [UInt8]?
    for bundle in KeePassEntryMaker.bundles(item.parts) {
      let identifier = RecordIdentifier.random(using: &random).bytes
      document.entries.append(maker.entry(bundle, identifier, group: group, owner: owner))
      owner = owner ?? identifier
    }
    findings += maker.findings
  }

  // No user folder has this path, because no legal name contains this character.
  private static let bin = ["\u{0}"]

  private mutating func group(_ path: [String], random: inout some RandomNumberGenerator) -> Int {
    guard let name = path.last else { return 0 }
    if let place = places[path] { return place }
    let parent = group(path.dropLast(), random: &random)
    let identifier = RecordIdentifier.random(using: &random).bytes
    if path == Self.bin { document.recycleBin = identifier }
    document.groups.append(
      KeePassDocument.Group(identifier: identifier, name: path == Self.bin ? "Recycle Bin" : name, parent: parent))
    places[path] = document.groups.count - 1
    return document.groups.count - 1
  }
}

/// The characters allowed in XML 1.0 (§2.2).
enum KeePassText {
  /// Returns the text without disallowed characters.
  static func legal(_ text: String) -> String {
    isLegal(text) ? text : String(String.UnicodeScalarView(text.unicodeScalars.filter(isLegal)))
  }

  static func isLegal(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isLegal) }

  /// Whether bytes are UTF-8 with only allowed characters.
  static func isLegal(_ secret: SharedSecret) -> Bool {
    secret.withBytes { bytes in
      var decoder = UTF8()
      var iterator = bytes.makeIterator()
      while true {
        switch decoder.decode(&iterator) {
        case .scalarValue(let scalar): if !isLegal(scalar) { return false }
        case .emptyInput: return true
        case .error: return false
        }
      }
    }
  }

  private static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 ? scalar.value & 0xFFFE != 0xFFFE || scalar.value > 0xFFFF : [0x09, 0x0A, 0x0D].contains(scalar.value)
  }
}
