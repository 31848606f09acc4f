// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import FoundationEssentials
import SecretMemory

/// Writes the document in a KDBX 4 file.
struct KeePassDocumentWriter: ~Copyable {
  private var text: SecretBuilder
  private let document: KeePassDocument
  private let stream: KeePassInnerStream
  private let date: Date
  private var binaries: [SharedSecret] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  private let entries: [Int: [KeePassEntry]]
  private let subgroups: [Int: [Int]]

  /// Writes a document.
  ///
  /// - Returns: The files that it refers to, in the order of their numbers.
  static func write(
    _ document: KeePassDocument, date: Date, _ stream: KeePassInnerStream, to text: inout SecretBuilder
  ) throws(CredentialExchangeError) -> [SharedSecret] {
    var writer = KeePassDocumentWriter(document, date, stream)
    try writer.write()
    writer.text.withBytes { text.append($0) }
    return writer.binaries
  }

  private init(_ document: KeePassDocument, _ date: Date, _ stream: KeePassInnerStream) {
    text = SecretBuilder(capacity: 65_536)
    (self.document, self.date, self.stream) = (document, date, stream)
    entries = Dictionary(grouping: document.entries, by: \.group)
    subgroups = Dictionary(grouping: document.groups.indices.dropFirst()) { document.groups[$0].parent ?? 0 }
  }

  private mutating func write() throws(CredentialExchangeError) {
    text.append("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<KeePassFile><Meta>")
    element("Generator", "Passfold")
    element("DatabaseName", "Passfold")
    time("DatabaseNameChanged", date)
    text.append("<MemoryProtection>")
    for name in ["Title", "UserName", "Password", "URL", "Notes"] { element("Protect" + name, name == "Password" ? "True" : "False") }
    text.append("</MemoryProtection>")
    element("RecycleBinEnabled", "True")
    identifier("RecycleBinUUID", document.recycleBin)
    time("RecycleBinChanged", date)
    // No history is removed because of its age or size.
    element("HistoryMaxItems", "-1")
    element("HistoryMaxSize", "-1")
    text.append("</Meta><Root>")
    try group(0)
    text.append("<DeletedObjects/></Root></KeePassFile>")
  }

  private mutating func group(_ place: Int) throws(CredentialExchangeError) {
    let group = document.groups[place]
    text.append("<Group>")
    identifier("UUID", group.identifier)
    element("Name", group.name)
    // The icons of a folder and of the trash.
    element("IconID", group.identifier == document.recycleBin ? "43" : "48")
    text.append("<Times>")
    for name in ["LastModificationTime", "CreationTime", "LastAccessTime", "ExpiryTime", "LocationChanged"] { time(name, date) }
    element("Expires", "False")
    element("UsageCount", "0")
    text.append("</Times>")
    element("IsExpanded", "True")
    if group.identifier == document.recycleBin {
      element("EnableAutoType", "false")
      element("EnableSearching", "false")
    }
    for entry in entries[place] ?? [] { try self.entry(entry, isFormer: false) }
    for subgroup in subgroups[place] ?? [] { try self.group(subgroup) }
    text.append("</Group>")
  }

  private mutating func entry(_ entry: KeePassEntry, isFormer: Bool) throws(CredentialExchangeError) {
    text.append("<Entry>")
    identifier("UUID", entry.identifier)
    element("IconID", "0")
    element("Tags", entry.tags)
    text.append("<Times>")
    if let modified = entry.modified { time("LastModificationTime", modified) }
    if let created = entry.created { time("CreationTime", created) }
    element("Expires", "False")
    text.append("</Times>")
    for string in entry.texts { try self.string(string) }
    for attachment in entry.attachments {
      guard case .here(let content) = attachment.content else { continue }
      text.append("<Binary>")
      element("Key", attachment.name)
      text.append("<Value Ref=\"\(number(of: content))\"/></Binary>")
    }
    if !isFormer {
      text.append("<History>")
      for former in entry.history { try self.entry(former, isFormer: true) }
      text.append("</History>")
    }
    text.append("</Entry>")
  }

  private mutating func number(of content: SharedSecret) -> Int {
    if let number = numbers[ObjectIdentifier(content)] { return number }
    binaries.append(content)
    numbers[ObjectIdentifier(content)] = binaries.count - 1
    return binaries.count - 1
  }

  private mutating func string(_ string: KeePassEntry.Text) throws(CredentialExchangeError) {
    text.append("<String>")
    element("Key", string.name)
    if string.isProtected, string.value.byteCount > 0 {
      text.append("<Value Protected=\"True\">")
      var hidden = string.value.copy()
      try stream.apply(&hidden)
      hidden.withBytes { Base64Text.append($0, to: &text) }
      text.append("</Value>")
    } else {
      text.append("<Value>")
      string.value.withBytes { escaped($0) }
      text.append("</Value>")
    }
    text.append("</String>")
  }

  // MARK: Elements

  private mutating func element(_ name: String, _ content: String) {
    text.append("<\(name)>")
    var content = content
    content.withUTF8 { escaped(UnsafeRawBufferPointer($0)) }
    text.append("</\(name)>")
  }

  private mutating func time(_ name: String, _ date: Date) { identifier(name, KeePassDate.encoded(date)) }

  private mutating func identifier(_ name: String, _ bytes: [UInt8]) {
    text.append("<\(name)>")
    SharedSecret(copying: bytes).withBytes { Base64Text.append($0, to: &text) }
    text.append("</\(name)>")
  }

  /// Appends text with markup characters escaped; a carriage return is preserved (XML 1.0 §2.11).
  private mutating func escaped(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "&"): text.append("&amp;")
      case UInt8(ascii: "<"): text.append("&lt;")
      case UInt8(ascii: ">"): text.append("&gt;")
      case 0x0D: text.append("&#13;")
      default: text.append(byte)
      }
    }
  }
}
