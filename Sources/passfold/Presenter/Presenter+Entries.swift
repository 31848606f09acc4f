// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory
import Translations
package import VaultProtocol

import PresentedViews

/// The output about single credentials and set-ups.
extension Presenter {
  /// A preview of the codes that a link would add.
  package func preview(_ preview: SetUpPreview) -> String {
    var lines = [translated("This sets up one-time codes:")]
    lines += fields([
      (translated("Service"), preview.title ?? preview.issuer), (translated("Issuer"), preview.issuer),
      (translated("Account"), preview.account),
      (translated("Codes"), CodeSchemeWords.text(of: preview.scheme)),
      (translated("Secret"), translated("\(preview.scheme.secretBits) bits")),
    ]).map { "  " + $0 }
    for warning in preview.warnings {
      if let text = SetUpWords.warning(warning, bits: preview.scheme.secretBits) {
        lines += TextWidth.wrapped(translated("warning: \(text)"), to: 78)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A code to type at a service, with the one that follows.
  package func codeToType(_ issued: VaultAnswer.IssuedCode, code: SharedSecret, next: SharedSecret?, now: Double) -> [OutputPiece] {
    guard let until = issued.validUntil else { return [.text("\n    "), .secret(code), .text("\n\n")] }
    var pieces: [OutputPiece] = [
      .text("\n    "), .secret(code), .text("    " + translated("for \(DurationWords.text(seconds: until - now))")),
    ]
    if let next { pieces += [.text(translated(", then ")), .secret(next)] }
    return pieces + [.text("\n\n")]
  }

  /// The contents of an export, or the accounts added from it.
  package func migration(_ codes: CodeImport, isPreview: Bool) -> String {
    if format == .json { return json(codes) }
    var text = ""
    if codes.batch.size > 1 { text += translated("Part \(codes.batch.index + 1) of \(codes.batch.size).") + "\n" }
    let count = codes.added.count
    text +=
      isPreview
      ? translated(
        count, one: "This export contains \(count) account that can be added:",
        other: "This export contains \(count) accounts that can be added:"
      )
      : translated(count, one: "Added \(count) account.", other: "Added \(count) accounts.")
    text += "\n"
    if isPreview { text += codes.added.map { "  \(Self.name(of: $0))\n" }.joined() }
    for entry in codes.present { text += translated("Already in the vault: \(Self.name(of: entry))") + "\n" }
    for refusal in codes.refused {
      text += translated("Cannot be used (\(Self.printable(refusal.code))): \(Self.printable(refusal.name))") + "\n"
    }
    if !isPreview, codes.batch.size > 1 { text += translated("Read the other parts in the same way, in any order.") + "\n" }
    return text
  }

  /// The result of a command that changed one credential.
  package func changed(_ entry: VaultEntry, _ change: Change) -> String {
    if format == .json { return json(entry) }
    let name = Self.name(of: entry)
    let phrase = Self.phrase(entry)
    switch change {
    case .setUp where entry.trashed != nil: return translated("\(name) is in the trash: passfold restore brings it back.") + "\n"
    case .setUp where entry.pending == true:
      return translated("The codes of \(name) are stored but not confirmed yet. Once the service has accepted one: passfold confirm") + "\n"
    case .setUp: return translated("The codes of \(name) are set up.") + "\n"
    case .confirmed: return translated("The codes of \(name) are confirmed. Any codes they replace are in the trash.") + "\n"
    case .edited: return translated("Changed \(phrase).") + "\n"
    case .replaced where entry.kind == .card || entry.kind == .identity: return translated("Changed \(phrase).") + "\n"
    case .replaced: return translated("Changed \(phrase). The previous secret stays in its history.") + "\n"
    case .removed: return translated("Moved \(phrase) to the trash; passfold restore brings it back.") + "\n"
    case .restored: return translated("Restored \(phrase) from the trash.") + "\n"
    }
  }

  /// The action performed on a credential.
  package enum Change: Sendable {
    case setUp
    case confirmed
    case edited
    /// Its secret was among the changed parts.
    case replaced
    case removed
    case restored
  }

  /// Everything about a credential except its secret.
  package func details(_ details: EntryDetails) -> String {
    if format == .json { return json(details) }
    let entry = details.entry
    let isPlain = details.values != nil || details.secrets != nil
    var rows: [(label: String, value: String?)] = [
      (translated("Title"), entry.title), (translated("Kind"), Self.noun(entry.kind)),
      (translated("Account"), isPlain ? nil : entry.user),
    ]
    rows += Self.valueFields(details.values ?? [])
    if details.empty == true { rows.append((entry.kind == .note ? translated("Text") : translated("Password"), translated("empty"))) }
    rows += [
      (translated("Secrets"), Self.secretNames(details.secrets)),
      (translated("Services"), Self.services(of: entry)), (translated("Issuer"), details.issuer),
      (translated("Codes"), details.scheme.map(CodeSchemeWords.text)),
      (translated("Secret"), details.scheme.map { translated("\($0.secretBits) bits") }),
      (translated("Added"), details.added.map(CalendarTime.text)),
      (translated("Waiting"), details.pendingSince.map { translated("not confirmed since \(CalendarTime.text($0))") }),
      (translated("Login"), details.login.map(Self.name)), (translated("Favourite"), entry.favourite == true ? translated("yes") : nil),
      (translated("Tags"), entry.tags.map { $0.joined(separator: ", ") }),
      (translated("Note"), details.note == true ? translated("passfold show --note prints it") : nil),
      (translated("Fields"), details.fields.map { $0.map(\.name).joined(separator: ", ") }),
      (translated("Files"), details.attachments.map { $0.map(\.name).joined(separator: ", ") }), (translated("Record"), entry.record),
    ]
    for other in details.others ?? [] {
      let (kind, name) = (Self.noun(other.kind), Self.name(of: other))
      rows.append(
        (
          translated("Also"),
          other.pending == true
            ? translated("\(kind), not confirmed: \(name), record \(other.record)") : translated("\(kind): \(name), record \(other.record)")
        ))
    }
    for old in details.replaces ?? [] { rows.append((translated("Replaces"), translated("\(Self.name(of: old)), once confirmed"))) }
    rows += Self.historyRows(details)
    return fields(rows).joined(separator: "\n") + "\n"
  }

  private static func services(of entry: VaultEntry) -> String {
    entry.services.map { service in
      switch entry.matching?[service] {
      case "host": translated("\(printable(service)) (this host only)")
      case "exact": translated("\(printable(service)) (exactly)")
      case "never": translated("\(printable(service)) (never)")
      default: printable(service)
      }
    }.joined(separator: ", ")
  }

  private func fields(_ fields: [(label: String, value: String?)]) -> [String] {
    let shown = fields.filter { $0.value?.isEmpty == false }
    let width = Self.labelWidth(shown.map(\.label))
    return shown.map { label, value in emphasizedLabel(label, to: width) + Self.printable(value ?? "") }
  }
}
