// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory
package import VaultProtocol

import PresentedViews

/// What is said about single credentials and set-ups.
extension Presenter {
  /// What a link would add.
  package func preview(_ preview: SetUpPreview) -> String {
    var lines = ["This sets up one-time codes:"]
    lines += fields([
      ("Service", preview.title ?? preview.issuer), ("Issuer", preview.issuer), ("Account", preview.account),
      ("Codes", Self.scheme(preview.scheme)), ("Secret", "\(preview.scheme.secretBits) bits"),
    ]).map { "  " + $0 }
    for warning in preview.warnings {
      if let text = SetUpWords.warning(warning, bits: preview.scheme.secretBits) { lines += TextWidth.wrapped("Careful: " + text, to: 78) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A code that is to be typed at a service, with the one that follows.
  package func codeToType(_ issued: VaultAnswer.IssuedCode, code: SharedSecret, next: SharedSecret?, now: Double) -> [OutputPiece] {
    guard let until = issued.validUntil else { return [.text("\n    "), .secret(code), .text("\n\n")] }
    var pieces: [OutputPiece] = [.text("\n    "), .secret(code), .text("    for \(DurationWords.text(seconds: until - now))")]
    if let next { pieces += [.text(", then "), .secret(next)] }
    return pieces + [.text("\n\n")]
  }

  /// What an export holds, or what was taken from it.
  package func migration(_ codes: CodeImport, isPreview: Bool) -> String {
    if format == .json { return json(codes) }
    var text = ""
    if codes.batch.size > 1 { text += "Part \(codes.batch.index + 1) of \(codes.batch.size).\n" }
    let count = DurationWords.count(codes.added.count, "account")
    text += isPreview ? "This export holds \(count) that can be added:\n" : "Added \(count).\n"
    if isPreview { text += codes.added.map { "  \(Self.name(of: $0))\n" }.joined() }
    for entry in codes.present { text += "In the vault already: \(Self.name(of: entry))\n" }
    for refusal in codes.refused { text += "Cannot be used (\(Self.printable(refusal.code))): \(Self.printable(refusal.name))\n" }
    if !isPreview, codes.batch.size > 1 { text += "Read the other parts the same way; parts may come in any order.\n" }
    return text
  }

  /// The answer to a command that changed one credential.
  package func changed(_ entry: VaultEntry, _ change: Change) -> String {
    if format == .json { return json(entry) }
    let name = Self.name(of: entry)
    let phrase = Self.phrase(entry)
    switch change {
    case .setUp where entry.trashed != nil: return "\(name) is in the trash: passfold restore brings it back.\n"
    case .setUp where entry.pending == true:
      return "The codes of \(name) are kept, not confirmed yet. Once the service took one: passfold confirm\n"
    case .setUp: return "The codes of \(name) are set up.\n"
    case .confirmed: return "The codes of \(name) are confirmed. Any that they replace are in the trash.\n"
    case .edited where entry.kind == .card || entry.kind == .identity: return "Changed \(phrase).\n"
    case .edited: return "Changed \(phrase). A former secret stays in its history.\n"
    case .removed: return "Moved \(phrase) to the trash; passfold restore brings it back.\n"
    case .restored: return "Took \(phrase) out of the trash.\n"
    }
  }

  /// What happened to a credential.
  package enum Change: Sendable {
    case setUp
    case confirmed
    case edited
    case removed
    case restored
  }

  /// Everything about a credential but its secret.
  package func details(_ details: EntryDetails) -> String {
    if format == .json { return json(details) }
    let entry = details.entry
    let isPlain = details.values != nil || details.secrets != nil
    var lines = fields([
      ("Title", entry.title), ("Kind", Self.noun(entry.kind, 1)), ("Account", isPlain ? nil : entry.user),
    ])
    lines += fields(Self.valueFields(details.values ?? []))
    lines += fields([
      ("Secrets", Self.secretNames(details.secrets)),
      ("Services", Self.services(of: entry)), ("Issuer", details.issuer),
      ("Codes", details.scheme.map(Self.scheme)), ("Secret", details.scheme.map { "\($0.secretBits) bits" }),
      ("Added", details.added.map(CalendarTime.text)),
      ("Waiting", details.pendingSince.map { "not confirmed since \(CalendarTime.text($0))" }),
      ("Login", details.login.map(Self.name)), ("Favourite", entry.favourite == true ? "yes" : nil),
      ("Tags", entry.tags.map { $0.joined(separator: ", ") }), ("Note", details.note == true ? "passfold show --note prints it" : nil),
      ("Fields", details.fields.map { $0.map(\.name).joined(separator: ", ") }),
      ("Files", details.attachments.map { $0.map(\.name).joined(separator: ", ") }), ("Record", entry.record),
    ])
    for other in details.others ?? [] {
      lines.append(
        "Also       \(Self.noun(other.kind, 1))\(other.pending == true ? ", not confirmed" : ""): \(Self.name(of: other)), record \(other.record)"
      )
    }
    for old in details.replaces ?? [] { lines.append("Replaces   \(Self.name(of: old)), once confirmed") }
    lines += Self.historyLines(details)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func services(of entry: VaultEntry) -> String {
    entry.services.map { service in
      switch entry.matching?[service] {
      case "host": "\(printable(service)) (this host alone)"
      case "exact": "\(printable(service)) (exactly)"
      case "never": "\(printable(service)) (never)"
      default: printable(service)
      }
    }.joined(separator: ", ")
  }

  /// How codes are made, in words.
  static func scheme(_ scheme: CodeScheme) -> String {
    let length = "\(scheme.digits) \(scheme.form == .steam ? "characters" : "digits")"
    let form =
      switch scheme.form {
      case .timeBased, .steam: scheme.period.map { "a new one every \(DurationWords.count($0, "second"))" } ?? "by time"
      case .counterBased: "counted, the next is number \(scheme.counter ?? 0)"
      }
    return "\(length), \(form), \(printable(scheme.algorithm))"
  }

  private func fields(_ fields: [(label: String, value: String?)]) -> [String] {
    fields.compactMap { label, value in
      guard let value, !value.isEmpty else { return nil }
      return emphasized(label) + String(repeating: " ", count: max(1, 11 - label.count)) + Self.printable(value)
    }
  }
}
