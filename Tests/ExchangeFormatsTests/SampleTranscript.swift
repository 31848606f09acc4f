// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import Foundation
import OneTimeCodes
import SecretMemory
import WebDomains

/// Everything that was read from a file as text, so that a test compares every field with the transcript next to the sample.
enum SampleTranscript {
  static func text(of collection: ImportedCollection) -> String {
    var lines = ["\(collection.readCount) read, \(collection.items.count) items"]
    for item in collection.items { lines += self.lines(of: item) }
    lines += collection.findings.map { finding in
      let place = [finding.place.entry.map(String.init) ?? "file", finding.place.title, finding.place.path].joined(separator: " | ")
      return "! \(place) | \(finding.reason) | \(finding.outcome)"
    }
    return lines.map { $0.replacingOccurrences(of: "\n", with: "⏎") }.joined(separator: "\n") + "\n"
  }

  static func lines(of item: ExchangedItem) -> [String] {
    var lines = ["= \(item.title)"]
    lines += item.folders.map { "  folder \($0.joined(separator: " > "))" }
    if item.shelf != .inUse { lines.append("  shelf \(item.shelf)") }
    if item.annotations.isFavourite { lines.append("  favourite") }
    lines += item.annotations.tags.map { "  tag \($0)" }
    if let date = item.created { lines.append("  created \(date.ISO8601Format())") }
    if let date = item.modified { lines.append("  modified \(date.ISO8601Format())") }
    lines += item.parts.flatMap(self.lines(of:))
    if let note = item.annotations.note { lines.append("  remark \(string(note))") }
    lines += item.annotations.fields.map { "  \($0.isHidden ? "hidden" : "field") \($0.name) = \(string($0.value))" }
    lines += item.attachments.map { "  file \($0.name), \($0.mediaType ?? "-"), \($0.content.byteCount) bytes" }
    return lines
  }

  private static func lines(of part: ExchangedPart) -> [String] {
    switch part {
    case .login(let login):
      return ["  login \(login.user) / \(string(login.password))"]
        + login.services.map { "    at \($0.kind.rawValue) \($0.text) by \($0.rule.rawValue)" }
        + login.history.map { "    before \($0.retired.ISO8601Format()) \(string($0.password))" }
    case .oneTimeCode(let code):
      let secret = code.parameters.secret.withBytes { $0.map { String($0, radix: 16) }.joined(separator: " ") }
      let rule = "\(code.parameters.form), \(code.parameters.digits) digits, \(code.parameters.algorithm)"
      return ["  code of \(code.issuer ?? "-") for \(code.account)\(code.name.map { ", called \($0)" } ?? ""): \(secret); \(rule)"]
    case .passkey(let key):
      let functions = key.pseudoRandomFunction.map { "\($0.withUserVerification.byteCount)+\($0.withoutUserVerification.byteCount)" } ?? "-"
      return [
        "  passkey \(key.relyingPartyID) (\(key.relyingPartyName ?? "-")) \(key.userName) (\(key.displayName)), algorithm \(key.algorithm)",
        "    handle \(hex(key.userHandle)), id \(hex(key.credentialID)), key \(key.privateKey.withBytes { hex(Array($0)) })",
        "    count \(key.signatureCount), functions \(functions), created \(key.created?.ISO8601Format() ?? "-")",
      ]
    case .note(let note): return ["  note \(string(note.text))"]
    case .card(let card):
      return [
        "  card \(card.holder), \(card.bank), \(string(card.number)), \(string(card.securityCode)), \(string(card.pin)), "
          + "\(card.validFrom?.description ?? "-") to \(card.expires?.description ?? "-")"
      ]
    case .person(let person):
      return ["  person \(person.givenName) | \(person.familyName) | \(person.organisation) | \(person.birthday?.description ?? "-")"]
        + person.emails.map { "    email \($0.label) = \($0.text)" } + person.phones.map { "    phone \($0.label) = \($0.text)" }
        + person.addresses.map { "    address \($0.label) = \($0.text)" }
        + person.documents.map { "    document \($0.label) = \(string($0.number))" }
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String { bytes.map { String($0, radix: 16) }.joined() }

  static func string(_ secret: SharedSecret?) -> String {
    secret.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } } ?? "-"
  }
}
