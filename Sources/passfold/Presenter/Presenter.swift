// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import PresentedViews
import Translations
package import VaultProtocol

/// All output of the command, as text for people or as JSON for programs.
package struct Presenter: Sendable {
  /// The two forms of a result.
  package enum Format: Sendable {
    case text
    case json
  }

  /// The form of results; errors are text in both.
  package let format: Format
  /// Whether standard output is a terminal that shows colours.
  package let usesColor: Bool

  /// Chooses form and colours.
  package init(format: Format, usesColor: Bool) {
    self.format = format
    self.usesColor = usesColor
  }

  /// The standard error output for a failure.
  package func failure(_ words: FailureWords, onColorTerminal: Bool) -> String {
    let error = translated("error:")
    let label = onColorTerminal ? "\u{1B}[31m\(error)\u{1B}[0m" : error
    return "passfold: \(label) \(words.message)\n" + (words.hint.map { translated("hint: \($0)") + "\n" } ?? "")
  }

  /// The output of a command without a result of its own.
  package func done(_ act: Act) -> String {
    switch format {
    case .json: json(["done": act.rawValue])
    case .text:
      switch act {
      case .created:
        translated(
          """
          Your vault is ready and unlocked.
          Next: passfold browser install, then sign in somewhere and add what you want to keep.
          """) + "\n"
      case .unlocked: translated("The vault is unlocked.") + "\n"
      case .locked: translated("The vault is locked.") + "\n"
      case .recovered:
        translated(
          """
          Your vault is unlocked again, with a new passphrase and all its contents.
          The recovery key you typed is used up; keep the new one.
          """) + "\n"
      case .pinChosen:
        translated(
          """
          Your PIN now unlocks the vault and verifies you for passkeys.
          This applies until the computer sleeps, you run passfold lock, or 12 hours have passed; your passphrase is then needed once.
          """) + "\n"
      case .fingerChosen:
        translated(
          """
          Your fingerprint now unlocks your vault and verifies you for passkeys.
          This applies until the computer sleeps, you run passfold lock, or 12 hours have passed; your passphrase is then needed once.
          """) + "\n"
      case .idleTimeChosen: translated("From now on, the vault locks after that time without use.") + "\n"
      case .pinForgotten: translated("Only your passphrase unlocks the vault.") + "\n"
      case .recoveryKeyReplaced: translated("Keep the new recovery key; the old one no longer works.") + "\n"
      case .passphraseChanged:
        translated(
          """
          Your passphrase was changed.
          Older copies of the vault's folder, such as backups, still open with the old one.
          """) + "\n"
      }
    }
  }

  /// The action of a command without a result of its own.
  package enum Act: String, Sendable {
    case created
    case unlocked
    case locked
    case passphraseChanged = "passphrase-changed"
    case pinChosen = "pin-chosen"
    case fingerChosen = "finger-chosen"
    case pinForgotten = "pin-forgotten"
    case idleTimeChosen = "idle-time-chosen"
    case recovered
    case recoveryKeyReplaced = "recovery-key-replaced"
  }

  /// The output of `add`.
  package func added(_ entry: VaultEntry) -> String {
    switch format {
    case .json: json(entry)
    case .text:
      translated("Added \(Self.newPhrase(entry)).") + "\n"
        + (entry.pending == true
          ? translated("It is not confirmed yet. Once the service has accepted a code: passfold confirm") + "\n" : "")
    }
  }

  private static func newPhrase(_ entry: VaultEntry) -> String {
    switch entry.kind {
    case .note, .card, .identity: phrase(entry)
    case .password: translated("password for \(name(of: entry))")
    case .passkey: translated("passkey for \(name(of: entry))")
    case .oneTimeCode: translated("one-time code for \(name(of: entry))")
    }
  }

  /// The output of `add` if the vault already had the same entry.
  package func present(_ entry: VaultEntry) -> String {
    if format == .json { return json(entry) }
    return translated("The vault already has this \(Self.noun(entry.kind)) for \(Self.name(of: entry)).") + "\n"
  }

  /// The output of `list`.
  package func list(_ list: VaultAnswer.EntryList, isSearch: Bool = false) -> String {
    let entries = list.entries
    if format == .json { return json(entries) }
    if entries.isEmpty, isSearch { return translated("No entry in the vault matches.") + "\n" }
    guard !entries.isEmpty else { return translated("The vault is empty. Add something: passfold add login, passfold add code") + "\n" }
    let rows = entries.map {
      [
        Self.printable($0.title), Self.printable($0.user), Self.kinds(of: $0), Self.printable($0.services.first ?? $0.about?.first ?? ""),
      ]
    }
    return table([[translated("TITLE"), translated("ACCOUNT"), translated("KIND"), translated("SERVICE")]] + rows) + Self.rest(of: list)
  }

  /// The last line of a shortened list.
  private static func rest(of list: VaultAnswer.EntryList) -> String {
    let more = list.total - list.entries.count
    return more > 0 ? translated("and \(more) more; --limit shortened the list") + "\n" : ""
  }

  /// The kinds of credentials of an account, each once.
  private static func kinds(of entry: VaultEntry) -> String {
    var kinds: [String] = []
    for part in [VaultEntry.Other(record: entry.record, kind: entry.kind, pending: entry.pending)] + (entry.others ?? []) {
      let kind = part.pending == true ? translated("\(noun(part.kind)) (not confirmed)") : noun(part.kind)
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds.joined(separator: ", ")
  }

  /// The output of `trash`.
  package func trash(_ list: VaultAnswer.EntryList) -> String {
    let entries = list.entries
    if format == .json { return json(entries) }
    guard !entries.isEmpty else { return translated("The trash is empty.") + "\n" }
    let rows = entries.map {
      [
        Self.printable($0.title), Self.printable($0.user), Self.noun($0.kind),
        Self.removal(of: $0),
        String($0.record.prefix(32)),
      ]
    }
    return table([[translated("TITLE"), translated("ACCOUNT"), translated("KIND"), translated("REMOVED"), translated("RECORD")]] + rows)
      + Self.rest(of: list)
  }

  private static func removal(of entry: VaultEntry) -> String {
    let time = entry.trashed.map(CalendarTime.text) ?? ""
    return entry.hiddenByService == true ? translated("\(time), through the service") : time
  }

  /// The output of `erase` and `trash --empty`.
  package func erased(_ erasure: VaultAnswer.Erasure) -> String {
    if format == .json { return json(erasure) }
    guard erasure.count > 0 else { return translated("The trash is empty.") + "\n" }
    let isOne = erasure.count == 1
    let snapshots = erasure.snapshots
    let rest =
      switch snapshots {
      case 0: ""
      case 1 where isOne: translated("The vault’s snapshot was taken before and may still contain it.") + "\n"
      case 1: translated("The vault’s snapshot was taken before and may still contain them.") + "\n"
      default:
        (isOne
          ? translated("The vault’s \(snapshots) snapshots were taken before and may still contain it.")
          : translated("The vault’s \(snapshots) snapshots were taken before and may still contain them.")) + "\n"
      }
    return translated(erasure.count, one: "Erased one entry permanently.", other: "Erased \(erasure.count) entries permanently.") + "\n"
      + rest
  }

  /// The output of `open --register` and `--unregister`.
  package func linkHandler(isRegistered: Bool) -> String {
    if format == .json { return json(["registered": isRegistered]) }
    return isRegistered
      ? translated("Passfold now opens set-up links on this desktop. To undo this: passfold open --unregister") + "\n"
      : translated("Passfold no longer opens set-up links on this desktop.") + "\n"
  }

  /// A title and account on one line.
  package static func name(of entry: VaultEntry) -> String {
    let title = EntryWords.title(of: entry)
    return entry.user.isEmpty ? title : "\(title) (\(printable(entry.user)))"
  }

  /// Returns an untrusted text without characters that could control the terminal or change the reading direction.
  package static func printable(_ text: String) -> String { PrintableText.of(text) }

  /// The displayed name of a kind.
  package static func noun(_ kind: VaultEntry.Kind) -> String {
    switch kind {
    case .password: translated("password")
    case .passkey: translated("passkey")
    case .oneTimeCode: translated("one-time code")
    case .note: translated("note")
    case .card: translated("card")
    case .identity: translated("identity")
    }
  }

  /// A count with the kind's noun.
  package static func counted(_ kind: VaultEntry.Kind, _ number: Int) -> String {
    switch kind {
    case .password: translated(number, one: "\(number) password", other: "\(number) passwords")
    case .passkey: translated(number, one: "\(number) passkey", other: "\(number) passkeys")
    case .oneTimeCode: translated(number, one: "\(number) one-time code", other: "\(number) one-time codes")
    case .note: translated(number, one: "\(number) note", other: "\(number) notes")
    case .card: translated(number, one: "\(number) card", other: "\(number) cards")
    case .identity: translated(number, one: "\(number) identity", other: "\(number) identities")
    }
  }

  /// Encodes a result with a line break.
  func json(_ value: some Encodable) -> String {
    // Uses the format of a message without the size limit of a frame: a list may be longer than any message.
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return "{}\n" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// The maximum number of terminal columns of one cell.
  private static let cellLimit = 100

  /// Aligns columns, and cuts overlong names that have columns after them; the first row is the heading.
  func table(_ rows: [[String]]) -> String {
    let rows = rows.map { row in row.dropLast().map { TextWidth.cut($0, to: Self.cellLimit) } + row.suffix(1) }
    let columns = rows.first?.count ?? 0
    let widths = (0..<columns).map { column in rows.map { TextWidth.columns($0[column]) }.max() ?? 0 }
    var text = ""
    for (number, row) in rows.enumerated() {
      var line = zip(row, widths).map { cell, width in TextWidth.padded(cell, to: width) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      text += (number == 0 ? emphasized(line) : line) + "\n"
    }
    return text
  }

  /// The width of the label column, with two spaces after the longest label. A label longer than the words of any supported language, such
  /// as a newer vault's, sticks out.
  static func labelWidth(_ labels: [String]) -> Int { max(11, (labels.map(TextWidth.columns).filter { $0 <= 18 }.max() ?? 0) + 2) }

  /// A label padded with spaces.
  func emphasizedLabel(_ label: String, to width: Int) -> String {
    emphasized(label) + String(repeating: " ", count: max(1, width - TextWidth.columns(label)))
  }

  func emphasized(_ text: String) -> String { usesColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}
