// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import Translations
import VaultProtocol

struct Edit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: translated("Change an entry."),
    discussion: translated(
      """
      Only what you name is changed. A new secret is read from standard input; the previous one goes into the history, which passfold \
      show lists and --restore-history restores from. A note or custom field is also read from standard input; empty input removes it. \
      The same applies to a card's secrets, with --field security-code or --field pin, and to the number of an identity's document, with \
      --document. The visible parts of a card or identity each have their own option; an empty value removes the part.
      """))

  @Option(help: .translated("The entry's title."))
  var title: String?
  @Option(help: .translated("The user name there."))
  var user: String?
  @Option(
    help: .translated("A domain or https address that the entry is for; repeat for each. Together they replace all previous ones."))
  var service: [String] = []
  @Option(
    help: .translated(
      """
      ADDRESS=RULE: which sites an address of the entry matches. domain: every host under its registrable domain (the default); host: \
      only this host; exact: only this host with this scheme and port; never: neither this host nor any host below it.
      """))
  var match: [String] = []
  @Flag(inversion: .prefixedNo, help: .translated("Whether the entry is a favourite, which is listed first."))
  var favourite: Bool?
  @Option(help: .translated("A tag to add; repeat for each."))
  var tag: [String] = []
  @Option(help: .translated("A tag to remove; repeat for each."))
  var untag: [String] = []
  @Flag(
    name: .customLong("note-stdin"),
    help: .translated(
      "Read the entry's note, or the text of a note, from standard input, all lines. Empty input removes the note of an entry."))
  var readsNote = false
  @Option(help: .translated("The name of a custom field; its value is read from standard input. Empty input removes the field."))
  var field: String?
  @Option(
    help: .translated(
      "The name of an identity's document; its number is read from standard input. Empty input removes the document."))
  var document: String?
  @OptionGroup var card: CardOptions
  @OptionGroup var person: PersonOptions
  @Flag(help: .translated("With --field: show its value only when it is requested by name."))
  var hidden = false
  @Option(help: .translated("The number of digits in a code."))
  var digits: Int?
  @Option(help: .translated("How long a code is valid, in seconds."))
  var period: Int?
  @Option(help: .translated("The hash function: SHA1, SHA256 or SHA512."))
  var algorithm: String?
  @Option(help: .translated("The number of the next counter-based code."))
  var counter: UInt64?
  @Option(
    name: .customLong("restore-history"),
    help: .translated("The number, in passfold show --history, of the previous password or set-up to restore."))
  var restoredHistory: Int?
  @Flag(
    name: .customLong("secret-stdin"),
    help: .translated("Read the new password, set-up link, Base32 secret or card number from standard input."))
  var readsStandardInput = false
  @OptionGroup var options: EntryOptions

  func validate() throws {
    if [readsStandardInput, readsNote, field != nil, document != nil].count(where: { $0 }) > 1 {
      throw ValidationError(translated("Only one of --secret-stdin, --note-stdin, --field and --document can read standard input."))
    }
    if hidden, field == nil { throw ValidationError(translated("--hidden requires --field.")) }
    for rule in match where !MatchArgument.isRule(rule) {
      throw ValidationError(translated("--match takes ADDRESS=RULE; the rule is domain, host, exact or never."))
    }
  }

  func run() async throws {
    let query = try options.entryQuery()
    let values = card.values + person.values
    let edit = VaultCall.EntryEdit(
      query: query.query, kind: query.kind, title: title, user: user, services: service.isEmpty ? nil : service, digits: digits,
      period: period, algorithm: algorithm, counter: counter, restoreHistory: restoredHistory,
      matching: match.isEmpty ? nil : MatchArgument.rules(match), favourite: favourite, addTags: tag.isEmpty ? nil : tag,
      removeTags: untag.isEmpty ? nil : untag, note: readsNote ? true : nil, field: field, hidden: hidden ? true : nil,
      values: values.isEmpty ? nil : values, document: document)
    let isEmpty = edit == VaultCall.EntryEdit(query: query.query, kind: query.kind)
    if isEmpty, !readsStandardInput { throw CommandFailure.nothingToChange }
    let door = try await VaultDoor.open()
    let isText = readsNote || field != nil || document != nil
    let secret = readsStandardInput ? try StandardInput.secretLine() : isText ? try StandardInput.secretText() : nil
    switch try await door.ask(.edit(edit), secret: secret).answer {
    case .entry(let entry): StandardOutput.write(options.output.presenter.changed(entry, change(of: entry)))
    case .kept(let kept):
      StandardOutput.write(options.output.presenter.changed(kept.entry, change(of: kept.entry)))
      for warning in kept.warnings ?? [] { StandardError.write("passfold: " + translated("note: \(SetUpWords.warning(warning))") + "\n") }
    default: throw CommandFailure.hungUp
    }
  }

  /// Whether a changed part is a secret with a history; the text of a note is one.
  private func change(of entry: VaultEntry) -> Presenter.Change {
    let isSetUp = entry.kind == .oneTimeCode && (digits != nil || period != nil || algorithm != nil || counter != nil)
    let isReplaced = readsStandardInput || restoredHistory != nil || readsNote && entry.kind == .note || isSetUp
    return isReplaced ? .replaced : .edited
  }
}
