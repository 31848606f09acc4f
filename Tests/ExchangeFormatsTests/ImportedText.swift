// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import Foundation
import OneTimeCodes
import SecretMemory
import WebDomains

import class SecretMemory.SharedSecret

/// Imported content as lines of text, so that a test compares every field.
enum ImportedText {
  /// The time for which codes are computed: 2023-11-14 22:13:20 UTC.
  static let time = Date(timeIntervalSince1970: 1_700_000_000)

  /// Returns the bytes of a sample.
  static func sample(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Samples")
    return Array(try Data(contentsOf: folder.appending(path: name)))
  }

  /// Reads bytes in the detected format.
  static func read(_ bytes: [UInt8], as format: ImportFormat? = nil, passphrase: String? = nil) throws -> ImportedCollection {
    try bytes.withUnsafeBytes { bytes in
      guard let format = format ?? ImportFormat.detect(bytes) else { throw CredentialExchangeError(.unknownFormat) }
      let keys = ImportKeys(passphrase: passphrase.map { SharedSecret(copying: $0.utf8) })
      return try ImportReader.read(bytes, as: format, keys: keys)
    }
  }

  /// Returns items with all their content, followed by the findings.
  static func lines(_ collection: ImportedCollection) -> [String] {
    collection.items.flatMap(lines) + collection.findings.map(line) + ["read \(collection.readCount)"]
  }

  static func lines(_ item: ExchangedItem) -> [String] {
    var head = "[\(item.title)]"
    if item.annotations.isFavourite { head += " favourite" }
    if item.shelf != .inUse { head += " \(item.shelf)" }
    for folder in item.folders { head += " in \(folder.joined(separator: "/"))" }
    for tag in item.annotations.tags { head += " #\(tag)" }
    if let created = item.created { head += " created \(created.ISO8601Format())" }
    if let modified = item.modified { head += " modified \(modified.ISO8601Format())" }
    var lines = [head]
    lines += item.parts.flatMap { [line($0)] + history($0) }
    if let note = item.annotations.note { lines.append("  note \(text(note))") }
    lines += item.annotations.fields.map { "  \($0.isHidden ? "hidden" : "field") \($0.name): \(text($0.value))" }
    lines += item.attachments.map { "  file \($0.name): \($0.content.byteCount) bytes" }
    return lines
  }

  static func line(_ finding: ImportFinding) -> String {
    let outcome =
      switch finding.outcome {
      case .keptAsField(let name): "kept as \(name)"
      case .keptInPart: "kept in part"
      case .readLeniently: "read leniently"
      case .leftOut: "left out"
      }
    return "\(finding.reason) at \(finding.place.entry.map { "\($0) " } ?? "")\(finding.place.path): \(outcome)"
  }

  static func text(_ secret: SharedSecret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

  private static func line(_ part: ExchangedPart) -> String {
    switch part {
    case .oneTimeCode(let code):
      let form =
        switch code.parameters.form {
        case .timeBased(let period): "/ \(period.components.seconds) s"
        case .counterBased(let counter): "# \(counter)"
        case .steam: "of Steam"
        }
      let names = "issuer \(code.issuer ?? "-"), account \(code.account.isEmpty ? "-" : code.account)"
      let name = code.name.map { ", called \($0)" } ?? ""
      let services = code.services.map { " for \($0.text)" }.joined()
      return "  code \(code.parameters.code(at: time).text) \(code.parameters.algorithm) \(form), \(names)\(name)\(services)"
    case .login(let login):
      let services = login.services.map { " at \($0.kind) \($0.text)\($0.rule == .domain ? "" : " by \($0.rule)")" }.joined()
      return "  login \(login.user.isEmpty ? "-" : login.user) with \(login.password.map(text) ?? "-")\(services)"
    case .note(let note): return "  text \(text(note.text))"
    case .passkey(let passkey): return line(passkey)
    case .card(let card):
      let numbers = [card.number, card.securityCode, card.pin].map { $0.map(text) ?? "-" }.joined(separator: " ")
      return "  card \(numbers) of \(card.holder), bank \(card.bank), \(card.validFrom?.description ?? "-") to "
        + "\(card.expires?.description ?? "-")"
    case .person(let person):
      let texts = (person.emails + person.phones + person.addresses).map { ", \($0.label) \($0.text)" }.joined()
      let documents = person.documents.map { ", \($0.label) \(text($0.number))" }.joined()
      let names = "\(person.givenName)|\(person.familyName)|\(person.organisation)|\(person.birthday?.description ?? "-")"
      return "  person \(names)\(texts)\(documents)"
    }
  }

  private static func line(_ passkey: ExchangedPasskey) -> String {
    func hex(_ bytes: [UInt8]) -> String { bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
    func hex(_ secret: SharedSecret?) -> String { secret.map { hex($0.withBytes { Array($0) }) } ?? "-" }
    let names = "\(passkey.relyingPartyID) (\(passkey.relyingPartyName ?? "-")) \(passkey.userName) (\(passkey.displayName))"
    let counts = "\(passkey.signatureCount), \(passkey.created?.ISO8601Format() ?? "-"), protection \(passkey.protection)"
    let keys = passkey.pseudoRandomFunction.map { "\(hex($0.withUserVerification)) \(hex($0.withoutUserVerification))" } ?? "-"
    return "  passkey \(names) \(hex(passkey.userHandle)) \(hex(passkey.credentialID)) \(passkey.algorithm) \(hex(passkey.privateKey)) "
      + "\(counts), prf \(keys), blob \(hex(passkey.largeBlob))"
  }

  private static func history(_ part: ExchangedPart) -> [String] {
    switch part {
    case .login(let login): login.history.map { "    before \($0.retired.ISO8601Format()): \(text($0.password))" }
    case .note(let note): note.history.map { "    before \($0.retired.ISO8601Format()): \(text($0.text))" }
    case .oneTimeCode(let code): code.history.map { "    before \($0.retired.ISO8601Format())" }
    case .passkey, .card, .person: []
    }
  }
}
