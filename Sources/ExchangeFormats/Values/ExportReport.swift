// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import OneTimeCodes
import SecretMemory

import class SecretMemory.SharedSecret

/// Collects a writer's findings about one entry, and the fields for data without a place in the format.
struct ExportReport {
  /// The findings for the user.
  private(set) var findings: [ImportFinding] = []
  /// The entry's own fields, and those that the writer adds.
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

  /// Adds a field for data without a place in the format, and reports it.
  mutating func keep(
    _ name: String, _ value: SharedSecret, isHidden: Bool, _ path: String, _ reason: ImportFinding.Reason = .noPlace
  ) {
    var item = ExchangedItem(title: "", annotations: RecordAnnotations(fields: fields))
    let kept = item.keep(name, value: value, isHidden: isHidden)
    fields = item.annotations.fields
    tell(path, .keptAsField(kept), reason)
  }

  /// Works like ``keep(_:_:isHidden:_:_:)``, for a non-secret text.
  mutating func keep(_ name: String, _ text: String, _ path: String) {
    if !text.isEmpty { keep(name, SharedSecret(copying: text.utf8), isHidden: false, path) }
  }

  /// Keeps a generator as a set-up link, from which the user can set it up again.
  mutating func keepLink(_ code: ExchangedCode, _ path: String) {
    // Names that a link cannot hold are omitted.
    let full = SetupURL(label: nil, account: code.account, issuer: code.issuer, parameters: code.parameters)
    let bare = SetupURL(label: nil, account: "", issuer: nil, parameters: code.parameters)
    guard let link = (try? SharedSecret(full.formatted())) ?? (try? SharedSecret(bare.formatted())) else {
      return tell(path, .leftOut, .unsupportedCode)
    }
    keep("one-time password", link, isHidden: true, path, .unsupportedCode)
  }

  /// Reports the data of a generator that only our own format has.
  ///
  /// - Parameter holdsDate: Whether the format still contains the time of the set-up.
  mutating func tellRest(of code: ExchangedCode, _ path: String, holdingDate holdsDate: Bool = false) {
    if code.added != nil, !holdsDate { tell(path + ".added", .leftOut) }
    if code.pendingSince != nil { tell(path + ".pendingSince", .leftOut) }
    if !code.history.isEmpty { tell(path + ".history", .leftOut) }
  }

  /// Reports the files of an entry, which these formats cannot hold.
  mutating func tellFiles(of item: ExchangedItem) {
    for index in item.attachments.indices { tell("attachments[\(index)]", .leftOut) }
  }
}
