// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import FoundationEssentials
import SecretMemory

/// Reads the document in a KDBX file, or KeePass's unencrypted XML.
final class KeePassDocumentReader: XMLEventHandler {
  static let mostEntries = 1_000_000
  static let mostGroups = 100_000
  static let mostTexts = 8_000_000
  static let mostTold = 100_000
  static let mostBinaryBytes = 512 << 20

  /// The document so far.
  private(set) var document = KeePassDocument()
  // Nil if nothing is hidden, whatever the document says about a value.
  private let innerStream: KeePassInnerStream?
  private var frames: [Frame] = []
  private var groups: [Int] = []
  // The current entry, after the entry whose history it belongs to.
  private var entries: [KeePassEntry] = []
  private var key = ""
  private var secret: SharedSecret?
  private var isProtected = false
  private var reference: String?
  private var (entryCount, textCount, toldCount, binaryByteCount) = (0, 0, 0, 0)

  private struct Frame {
    let place: Place
    let name: String
    let isProtected: Bool
    let attributes: [String: String]
  }

  /// The elements that contain others, and `leaf` for those that contain text.
  private enum Place {
    case file, meta, binaries, metaData, metaItem, root, group, groupData, groupItem, entry, times, text, binary, autoType, association
    case history, customData, customItem, leaf
    /// Known, but not needed, including everything in it.
    case passed
    /// Reported, including everything in it.
    case unknown
  }

  init(_ innerStream: KeePassInnerStream?) { self.innerStream = innerStream }

  /// Reads a document.
  ///
  /// - Parameter innerStream: The stream that hides values; nil for an unencrypted document.
  /// - Throws: `malformed` for a different document, and if the order of the hidden values is broken; `overBounds`.
  static func read(
    _ bytes: UnsafeRawBufferPointer, _ innerStream: KeePassInnerStream?
  ) throws(CredentialExchangeError) -> KeePassDocument {
    let reader = KeePassDocumentReader(innerStream)
    try XMLEvents.read(bytes, reader)
    guard !reader.document.groups.isEmpty else { throw CredentialExchangeError(.malformed) }
    return reader.document
  }

  // MARK: Elements

  // Known, but not needed: programs' internal data.
  private static let metaNames: Set<String> = [
    "Generator", "DatabaseName", "DatabaseNameChanged", "DatabaseDescriptionChanged", "DefaultUserName", "DefaultUserNameChanged",
    "MaintenanceHistoryDays", "Color", "MasterKeyChanged", "MasterKeyChangeRec", "MasterKeyChangeForce", "MasterKeyChangeForceOnce",
    "RecycleBinEnabled", "RecycleBinChanged", "EntryTemplatesGroup", "EntryTemplatesGroupChanged", "LastSelectedGroup",
    "LastTopVisibleGroup", "HistoryMaxItems", "HistoryMaxSize", "SettingsChanged",
  ]
  private static let groupNames: Set<String> = [
    "IconID", "CustomIconUUID", "IsExpanded", "EnableAutoType", "EnableSearching", "LastTopVisibleEntry", "PreviousParentGroup",
  ]
  private static let entryNames: Set<String> = ["IconID", "CustomIconUUID", "ForegroundColor", "BackgroundColor", "QualityCheck"]
  private static let timesNames: Set<String> = ["LastAccessTime", "UsageCount", "LocationChanged"]
  private static let autoTypeNames: Set<String> = ["Enabled", "DataTransferObfuscation"]

  private func place(of name: String) throws(CredentialExchangeError) -> Place {
    guard let around = frames.last?.place else {
      guard name == "KeePassFile" else { throw CredentialExchangeError(.malformed) }
      return .file
    }
    switch (around, name) {
    case (.passed, _): return .passed
    case (.unknown, _): return .unknown
    case (.file, "Meta"): return .meta
    case (.file, "Root"): return .root
    case (.meta, "MemoryProtection"), (.meta, "CustomIcons"), (.root, "DeletedObjects"), (.group, "Times"): return .passed
    case (.meta, "Binaries"): return .binaries
    case (.meta, "CustomData"): return .metaData
    case (.metaData, "Item"): return .metaItem
    case (.root, "Group"), (.group, "Group"): return .group
    case (.group, "CustomData"): return .groupData
    case (.groupData, "Item"): return .groupItem
    case (.group, "Entry"), (.history, "Entry"): return .entry
    case (.entry, "Times"): return .times
    case (.entry, "String"): return .text
    case (.entry, "Binary"): return .binary
    case (.entry, "AutoType"): return .autoType
    case (.autoType, "Association"): return .association
    // An entry within a history has no history of its own.
    case (.entry, "History"): return entries.count == 1 ? .history : .unknown
    case (.entry, "CustomData"): return .customData
    case (.customData, "Item"): return .customItem
    case (.file, _), (.root, _), (.metaData, _), (.groupData, _), (.history, _), (.customData, _), (.leaf, _): return .unknown
    default: return .leaf
    }
  }

  func begin(_ name: String, attributes: [String: String]) throws(CredentialExchangeError) {
    let place = try place(of: name)
    let isProtected = attributes["Protected"].map(Self.isTrue) ?? false
    switch place {
    case .group:
      guard document.groups.count < Self.mostGroups else { throw CredentialExchangeError(.overBounds) }
      document.groups.append(KeePassDocument.Group(parent: groups.last))
      groups.append(document.groups.count - 1)
    case .entry:
      entryCount += 1
      guard entryCount <= Self.mostEntries else { throw CredentialExchangeError(.overBounds) }
      entries.append(KeePassEntry(group: groups.last ?? 0))
    case .text, .binary, .association, .customItem, .metaItem, .groupItem:
      (key, secret, self.isProtected, reference) = ("", nil, false, nil)
    case .unknown where frames.last?.place != .unknown: try tell(name, isUnknown: true)
    default: break
    }
    frames.append(Frame(place: place, name: name, isProtected: isProtected, attributes: attributes))
  }

  func end(_: String, text: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    guard let frame = frames.popLast() else { return }
    // Every hidden value consumes its part of the stream, even if it is not needed.
    guard frame.isProtected, let innerStream else { return try finish(frame, text) }
    guard var bytes = Base64Text.decode(text) else { throw CredentialExchangeError(.malformed) }
    try innerStream.apply(&bytes)
    try bytes.withBytes { (bytes) throws(CredentialExchangeError) in try finish(frame, bytes) }
  }

  private func finish(_ frame: Frame, _ text: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    switch frame.place {
    case .leaf: try leaf(frame, text)
    case .group: groups.removeLast()
    case .entry: finishEntry()
    case .text: try add { $0.texts.append(KeePassEntry.Text(name: key, value: $1, isProtected: isProtected)) }
    case .customItem:
      guard !Self.entryDataNames.contains(key) else { break }
      try add { $0.extras.append(KeePassEntry.Text(name: key, value: $1, isProtected: true)) }
    case .association:
      try add { $0.extras.append(KeePassEntry.Text(name: "AutoType " + key, value: $1, isProtected: true)) }
    case .binary: try finishBinary()
    case .metaItem, .groupItem:
      if secret != nil, !Self.isSetting(key) { try tell("CustomData[\(key)]", isUnknown: false) }
    default: break
    }
  }

  private func finishEntry() {
    guard let entry = entries.popLast() else { return }
    if entries.isEmpty { document.entries.append(entry) } else { entries[entries.count - 1].history.append(entry) }
  }

  private func add(_ body: (inout KeePassEntry, SharedSecret) -> Void) throws(CredentialExchangeError) {
    guard let secret, !entries.isEmpty else { return }
    textCount += 1
    guard textCount <= Self.mostTexts else { throw CredentialExchangeError(.overBounds) }
    body(&entries[entries.count - 1], secret)
  }

  private func finishBinary() throws(CredentialExchangeError) {
    guard !entries.isEmpty else { return }
    textCount += 1
    guard textCount <= Self.mostTexts else { throw CredentialExchangeError(.overBounds) }
    let content: KeePassEntry.Attachment.Content
    if let reference { content = .reference(reference) } else { content = .here(secret ?? SharedSecret(copying: [])) }
    entries[entries.count - 1].attachments.append(KeePassEntry.Attachment(name: key, content: content))
  }

  // MARK: Values

  private func leaf(_ frame: Frame, _ text: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    let isEmpty = !text.contains { $0 > 0x20 }
    switch (frames.last?.place ?? .unknown, frame.name) {
    case (.meta, "RecycleBinUUID"): document.recycleBin = Self.identifier(text)
    case (.meta, "HeaderHash"): document.headerHash = Self.identifier(text)
    case (.meta, let name): if !Self.metaNames.contains(name), !isEmpty { try tell(name, isUnknown: name != "DatabaseDescription") }
    case (.binaries, "Binary"):
      if let identifier = frame.attributes["ID"] { document.binaries[identifier] = try binary(frame, text) }
    case (.group, let name): try groupLeaf(name, text, isEmpty)
    case (.entry, let name): try entryLeaf(name, text, isEmpty)
    case (.times, let name): try timesLeaf(name, text)
    case (.text, "Key"), (.binary, "Key"), (.customItem, "Key"), (.metaItem, "Key"), (.groupItem, "Key"), (.association, "Window"):
      key = String(decoding: text, as: UTF8.self)
    case (.text, "Value"):
      if !text.isEmpty { secret = SharedSecret(copying: text) }
      isProtected = frame.isProtected || frame.attributes["ProtectInMemory"].map(Self.isTrue) ?? false
    case (.customItem, "Value"), (.metaItem, "Value"), (.groupItem, "Value"), (.association, "KeystrokeSequence"):
      secret = text.isEmpty ? nil : SharedSecret(copying: text)
    case (.binary, "Value"):
      reference = frame.attributes["Ref"]
      if reference == nil { secret = try binary(frame, text) }
    case (.autoType, "DefaultSequence"):
      if !isEmpty, !entries.isEmpty {
        let value = SharedSecret(copying: text)
        entries[entries.count - 1].extras.append(KeePassEntry.Text(name: "AutoType", value: value, isProtected: true))
      }
    case (.autoType, let name) where Self.autoTypeNames.contains(name): break
    case (.customItem, "LastModificationTime"), (.metaItem, "LastModificationTime"), (.groupItem, "LastModificationTime"): break
    case (_, let name): if !isEmpty { try tell(name, isUnknown: true) }
    }
  }

  private func groupLeaf(_ name: String, _ text: UnsafeRawBufferPointer, _ isEmpty: Bool) throws(CredentialExchangeError) {
    guard let group = groups.last else { return }
    switch name {
    case "UUID": document.groups[group].identifier = Self.identifier(text)
    case "Name": document.groups[group].name = String(decoding: text, as: UTF8.self)
    case "Tags": document.groups[group].tags = String(decoding: text, as: UTF8.self)
    case "Notes", "DefaultAutoTypeSequence": if !isEmpty { try tell(name, isUnknown: false) }
    default: if !isEmpty, !Self.groupNames.contains(name) { try tell(name, isUnknown: true) }
    }
  }

  private func entryLeaf(_ name: String, _ text: UnsafeRawBufferPointer, _ isEmpty: Bool) throws(CredentialExchangeError) {
    guard !entries.isEmpty else { return }
    let last = entries.count - 1
    switch name {
    case "UUID": entries[last].identifier = Self.identifier(text)
    case "Tags": entries[last].tags = String(decoding: text, as: UTF8.self)
    case "PreviousParentGroup": entries[last].previousGroup = Self.identifier(text)
    case "OverrideURL":
      if !isEmpty {
        entries[last].extras.append(KeePassEntry.Text(name: name, value: SharedSecret(copying: text), isProtected: false))
      }
    default: if !isEmpty, !Self.entryNames.contains(name) { try tell(name, isUnknown: true) }
    }
  }

  private func timesLeaf(_ name: String, _ text: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    guard !entries.isEmpty, !Self.timesNames.contains(name) else { return }
    let last = entries.count - 1
    if name == "Expires" {
      entries[last].expires = Self.isTrue(String(decoding: text, as: UTF8.self))
      return
    }
    let (date, isWellFormed) = KeePassDate.read(text)
    switch name {
    case "CreationTime": entries[last].created = date
    case "LastModificationTime": entries[last].modified = date
    case "ExpiryTime": entries[last].expiry = date
    default: return try tell(name, isUnknown: true)
    }
    if !isWellFormed { entries[last].malformed.append("Times." + name) }
  }

  /// Returns the bytes of a file in the document.
  private func binary(_ frame: Frame, _ text: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> SharedSecret {
    // A hidden one is already decoded.
    let bytes = frame.isProtected && innerStream != nil ? SecretBytes(copying: text) : Base64Text.decode(text)
    guard let bytes else { throw CredentialExchangeError(.malformed) }
    guard frame.attributes["Compressed"].map(Self.isTrue) ?? false, bytes.byteCount > 0 else {
      binaryByteCount += bytes.byteCount
      guard binaryByteCount <= Self.mostBinaryBytes else { throw CredentialExchangeError(.overBounds) }
      return SharedSecret(bytes)
    }
    let unpacked = try bytes.withBytes { (bytes) throws(CredentialExchangeError) in
      try Gzip.unpack(bytes, atMost: min(Gzip.mostBytes(from: bytes.count), Self.mostBinaryBytes - binaryByteCount))
    }
    binaryByteCount += unpacked.count
    return unpacked.secret()
  }

  private static func identifier(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    guard let bytes = Base64Text.decode(text) else { return [] }
    return bytes.withBytes { Array($0) }
  }

  private static func isTrue(_ text: String) -> Bool { text.lowercased() == "true" || text == "1" }

  // MARK: Telling

  private func tell(_ name: String, isUnknown: Bool) throws(CredentialExchangeError) {
    toldCount += 1
    guard toldCount <= Self.mostTold else { throw CredentialExchangeError(.overBounds) }
    if !entries.isEmpty {
      let around = frames.drop { $0.place != .entry }.dropFirst().map(\.name)
      entries[entries.count - 1].unknown.append((around + [name]).joined(separator: "."))
    } else if let group = groups.last {
      document.told.append(("Group[\(document.groups[group].name)].\(name)", isUnknown))
    } else {
      document.told.append(((frames.dropFirst().map(\.name) + [name]).joined(separator: "."), isUnknown))
    }
  }

  /// Known, but not needed: KeePassXC's internal data about an entry.
  private static let entryDataNames: Set<String> = [
    "_LAST_MODIFIED", "KeePassXC-Browser Settings", "BrowserAutoSubmit", "BrowserHideEntry", "BrowserOnlyHttpAuth", "BrowserNotHttpAuth",
    "BrowserOmitWww", "BrowserRestrictKey", "KnownBad", "_PREVIOUS_RANDOM_SLUG",
  ]

  /// Known, but not needed: settings of programs and plug-ins for a database or a group.
  private static func isSetting(_ key: String) -> Bool {
    ["KPXC_", "FDO_SECRETS", "_LAST_MODIFIED", "KeeShare", "KPRPC", "BrowserHideEntry", "Browser", "KeePassXC"].contains(
      where: key.hasPrefix)
  }
}
