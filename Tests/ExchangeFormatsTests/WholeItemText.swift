// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import Crypto
import Foundation
import OneTimeCodes
import SecretMemory

import class SecretMemory.SharedSecret

/// Items with every field of the model as lines, to compare what was written with what was read.
enum WholeItemText {
  static func lines(_ collection: ImportedCollection) -> [String] {
    collection.items.flatMap(lines) + collection.findings.map(ImportedText.line) + ["read \(collection.readCount)"]
  }

  static func lines(_ item: ExchangedItem) -> [String] {
    var lines = ["[\(item.title)] \(item.shelf)\(item.annotations.isFavourite ? " favourite" : "")"]
    lines += item.folders.map { "  in \($0)" } + item.annotations.tags.map { "  tag \($0)" }
    lines.append("  created \(date(item.created)) modified \(date(item.modified))")
    lines += item.parts.flatMap(self.lines)
    if let note = item.annotations.note { lines.append("  remark \(text(note))") }
    lines += item.annotations.fields.map { "  \($0.isHidden ? "hidden" : "field") \($0.name) = \(text($0.value))" }
    lines += item.attachments.map { file in
      let digest = file.content.withBytes { Data(SHA256.hash(data: $0)).base64EncodedString() }
      return "  file \(file.name) \(file.mediaType ?? "-") \(date(file.added)) \(file.content.byteCount) bytes \(digest)"
    }
    return lines
  }

  private static func lines(_ part: ExchangedPart) -> [String] {
    switch part {
    case .login(let login):
      ["  login \(login.user) with \(text(login.password))"] + login.services.map(line)
        + login.history.map { "    until \(date($0.retired)): \(text($0.password))" }
    case .oneTimeCode(let code):
      ["  code \(line(code.parameters)) issuer \(code.issuer ?? "-") account \(code.account)"] + code.services.map(line)
        + ["    added \(date(code.added)) pending \(date(code.pendingSince))"]
        + code.history.map { "    until \(date($0.retired)): \(line($0.parameters))" }
    case .passkey(let key):
      [
        "  passkey \(key.relyingPartyID) \(key.relyingPartyName ?? "-") \(key.userName)/\(key.displayName) \(key.userHandle)",
        "    id \(key.credentialID) key \(key.algorithm) \(bytes(key.privateKey)) count \(key.signatureCount)",
        "    flags \(key.backupEligible.map(String.init) ?? "-") \(key.backupState.map(String.init) ?? "-") \(key.protection) \(date(key.created))",
        "    prf \(bytes(key.pseudoRandomFunction?.withUserVerification)) \(bytes(key.pseudoRandomFunction?.withoutUserVerification))",
        "    blob \(bytes(key.largeBlob))",
      ]
    case .note(let note): ["  note \(text(note.text))"] + note.history.map { "    until \(date($0.retired)): \(text($0.text))" }
    case .card(let card):
      [
        "  card \(card.holder) \(card.bank) \(text(card.number)) \(text(card.securityCode)) \(text(card.pin))",
        "    \(card.validFrom?.description ?? "-") to \(card.expires?.description ?? "-")",
      ]
    case .person(let person):
      ["  person \(person.givenName)/\(person.familyName)/\(person.organisation) \(person.birthday?.description ?? "-")"]
        + (person.emails + person.phones + person.addresses).map { "    \($0.label): \($0.text)" }
        + person.documents.map { "    document \($0.label): \(text($0.number))" }
    }
  }

  private static func line(_ service: ServiceIdentifier) -> String { "    at \(service.kind) \(service.text) \(service.rule)" }

  private static func line(_ parameters: OneTimeCodeParameters) -> String {
    "\(bytes(parameters.secret)) \(parameters.algorithm) \(parameters.digits) \(parameters.form)"
  }

  private static func date(_ date: Date?) -> String {
    date.map { $0.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) } ?? "-"
  }

  private static func text(_ secret: SharedSecret?) -> String {
    // One line stays one line.
    (secret?.withBytes { String(decoding: $0, as: UTF8.self) } ?? "-").replacing("\r\n", with: "\\r\\n").replacing("\n", with: "\\n")
  }

  private static func bytes(_ secret: SharedSecret?) -> String { secret?.withBytes { Data($0).base64EncodedString() } ?? "-" }
}
