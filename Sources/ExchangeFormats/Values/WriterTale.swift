// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import OneTimeCodes
import SecretMemory

import class SecretMemory.SharedSecret

/// What a writer has to tell of one entry, and the fields in which it puts what its format has no place for.
struct WriterTale {
  /// What a person has to know of.
  private(set) var findings: [ImportFinding] = []
  /// The entry's own fields and those that the writer adds.
  private(set) var fields: [RecordAnnotations.Field]

  private let number: Int
  private let title: String

  init(_ item: ExchangedItem, number: Int) {
    fields = item.annotations.fields
    (self.number, title) = (number, item.title)
  }

  mutating func tell(_ path: String, _ outcome: ImportFinding.Outcome, _ reason: ImportFinding.Reason = .noPlace) {
    findings.append(ImportFinding(reason, at: ImportFinding.Place(entry: number, title: title, path: path), outcome: outcome))
  }

  /// Adds a field for what the format has no place for, and tells it.
  mutating func keep(
    _ name: String, _ value: SharedSecret, isHidden: Bool, _ path: String, _ reason: ImportFinding.Reason = .noPlace
  ) {
    var item = ExchangedItem(title: "", annotations: RecordAnnotations(fields: fields))
    let kept = item.keep(name, value: value, isHidden: isHidden)
    fields = item.annotations.fields
    tell(path, .keptAsField(kept), reason)
  }

  /// As ``keep(_:_:isHidden:_:_:)``, for a text that is no secret.
  mutating func keep(_ name: String, _ text: String, _ path: String) {
    if !text.isEmpty { keep(name, SharedSecret(copying: text.utf8), isHidden: false, path) }
  }

  /// Keeps a generator as a set-up link, from which a person can set it up again.
  mutating func keepLink(_ code: ExchangedCode, _ path: String) {
    // Names that no link can hold are left out of it.
    let full = SetupURL(label: nil, account: code.account, issuer: code.issuer, parameters: code.parameters)
    let bare = SetupURL(label: nil, account: "", issuer: nil, parameters: code.parameters)
    guard let link = (try? SharedSecret(full.formatted())) ?? (try? SharedSecret(bare.formatted())) else {
      return tell(path, .leftOut, .unsupportedCode)
    }
    keep("one-time password", link, isHidden: true, path, .unsupportedCode)
  }

  /// Tells what no format but our own has of a generator.
  ///
  /// - Parameter holdsDate: Whether the format says when it was set up, all the same.
  mutating func tellRest(of code: ExchangedCode, _ path: String, holdingDate holdsDate: Bool = false) {
    if code.added != nil, !holdsDate { tell(path + ".added", .leftOut) }
    if code.pendingSince != nil { tell(path + ".pendingSince", .leftOut) }
    if !code.history.isEmpty { tell(path + ".history", .leftOut) }
  }

  /// Tells what no format has of an entry as a whole: files, and what the caller names.
  mutating func tellFiles(of item: ExchangedItem) {
    for index in item.attachments.indices { tell("attachments[\(index)]", .leftOut) }
  }
}
