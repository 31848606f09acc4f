// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel

extension CarriageWriter {
  /// Writes an entry.
  package mutating func item(_ item: ExchangedItem) {
    text(item.title)
    list(item.parts) { $0.part($1) }
    boolean(item.annotations.isFavourite)
    list(item.annotations.tags) { $0.text($1) }
    optional(item.annotations.note) { $0.secret($1) }
    list(item.annotations.fields) { writer, field in
      writer.text(field.name)
      writer.boolean(field.isHidden)
      writer.secret(field.value)
    }
    list(item.folders) { writer, path in writer.list(path) { $0.text($1) } }
    list(item.attachments) { writer, file in
      writer.text(file.name)
      writer.optional(file.mediaType) { $0.text($1) }
      writer.optional(file.added) { $0.date($1) }
      writer.secret(file.content)
    }
    optional(item.created) { $0.date($1) }
    optional(item.modified) { $0.date($1) }
    number(item.shelf == .inUse ? 1 : item.shelf == .archive ? 2 : 3)
  }

  /// Writes a finding.
  package mutating func finding(_ finding: ImportFinding) {
    optional(finding.place.entry) { $0.integer($1) }
    text(finding.place.title)
    text(finding.place.path)
    text(finding.reason.description)
    switch finding.outcome {
    case .keptAsField(let name):
      number(1)
      text(name)
    case .keptInPart: number(2)
    case .leftOut: number(3)
    case .readLeniently: number(4)
    }
  }
}

extension CarriageReader {
  /// Reads an entry.
  package mutating func item() throws(CredentialExchangeError) -> ExchangedItem {
    let title = try text()
    let parts = try list { (reader) throws(CredentialExchangeError) in try reader.part() }
    let annotations = RecordAnnotations(
      isFavourite: try boolean(), tags: try list { (reader) throws(CredentialExchangeError) in try reader.text() },
      note: try optional { (reader) throws(CredentialExchangeError) in try reader.secret() },
      fields: try list { (reader) throws(CredentialExchangeError) in
        RecordAnnotations.Field(name: try reader.text(), isHidden: try reader.boolean(), value: try reader.secret())
      })
    return ExchangedItem(
      title: title, parts: parts, annotations: annotations,
      folders: try list { (reader) throws(CredentialExchangeError) in
        try reader.list { (reader) throws(CredentialExchangeError) in try reader.text() }
      },
      attachments: try list { (reader) throws(CredentialExchangeError) in
        ExchangedAttachment(
          name: try reader.text(), mediaType: try reader.optional { (reader) throws(CredentialExchangeError) in try reader.text() },
          added: try reader.optional { (reader) throws(CredentialExchangeError) in try reader.date() }, content: try reader.secret())
      },
      created: try optional { (reader) throws(CredentialExchangeError) in try reader.date() },
      modified: try optional { (reader) throws(CredentialExchangeError) in try reader.date() }, shelf: try shelf())
  }

  private mutating func shelf() throws(CredentialExchangeError) -> ExchangedItem.Shelf {
    switch try number() {
    case 1: return .inUse
    case 2: return .archive
    case 3: return .trash
    default: throw malformed
    }
  }

  /// Reads a finding.
  package mutating func finding() throws(CredentialExchangeError) -> ImportFinding {
    let place = ImportFinding.Place(
      entry: try optional { (reader) throws(CredentialExchangeError) in try reader.integer() }, title: try text(), path: try text())
    guard let reason = ImportFinding.Reason(named: try text()) else { throw malformed }
    let outcome: ImportFinding.Outcome =
      switch try number() {
      case 1: .keptAsField(try text())
      case 2: .keptInPart
      case 3: .leftOut
      case 4: .readLeniently
      default: throw malformed
      }
    return ImportFinding(reason, at: place, outcome: outcome)
  }
}
