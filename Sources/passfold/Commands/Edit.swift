// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import Translations
import VaultProtocol

struct Edit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: translated("Change a credential."),
    discussion: translated(
      """
      Only what is named changes. A new secret comes by standard input; the one from before goes into the history, which passfold show \
      lists and --restore-history takes back from. A note or a field of your own comes by standard input too; an empty one is taken away. \
      So do the secrets of a card by --field security-code or --field pin, and the number of an identity's document by --document. What is \
      shown of a card or identity changes by its own option; an empty value takes it away.
      """))

  @Option(help: .translated("What to call it."))
  var title: String?
  @Option(help: .translated("The user name there."))
  var user: String?
  @Option(
    help: .translated("A domain or https address it is for; give it again for each. Together they take the place of all from before."))
  var service: [String] = []
  @Option(
    help: .translated(
      """
      ADDRESS=RULE: which sites one of its addresses matches. domain is every host under its registrable domain, as without a rule; host \
      is this host alone; exact is this host with this scheme and port; never keeps it from this host and those below.
      """))
  var match: [String] = []
  @Flag(inversion: .prefixedNo, help: .translated("Whether it comes first."))
  var favourite: Bool?
  @Option(help: .translated("A tag to add; give it again for each."))
  var tag: [String] = []
  @Option(help: .translated("A tag to take away; give it again for each."))
  var untag: [String] = []
  @Flag(
    name: .customLong("note-stdin"),
    help: .translated("Read its note, or the text of a note, from standard input, all lines; nothing takes the note of a credential away."))
  var readsNote = false
  @Option(help: .translated("A field of your own, by its name; its value is read from standard input, and nothing takes the field away."))
  var field: String?
  @Option(
    help: .translated(
      "A document of an identity, by its name; its number is read from standard input, and nothing takes the document away."))
  var document: String?
  @OptionGroup var card: CardOptions
  @OptionGroup var person: PersonOptions
  @Flag(help: .translated("With --field: show its value only where it is asked for by name."))
  var hidden = false
  @Option(help: .translated("The length of the codes."))
  var digits: Int?
  @Option(help: .translated("How long a code is good, in seconds."))
  var period: Int?
  @Option(help: .translated("The hash: SHA1, SHA256 or SHA512."))
  var algorithm: String?
  @Option(help: .translated("The number of the next counter-based code."))
  var counter: UInt64?
  @Option(
    name: .customLong("restore-history"),
    help: .translated("Which former password or set-up becomes the current one again, by its number in passfold show --history."))
  var restoredHistory: Int?
  @Flag(
    name: .customLong("secret-stdin"),
    help: .translated("Read the new password, set-up link, Base32 secret or number of a card from standard input."))
  var readsStandardInput = false
  @OptionGroup var options: EntryOptions

  func validate() throws {
    if [readsStandardInput, readsNote, field != nil, document != nil].count(where: { $0 }) > 1 {
      throw ValidationError(translated("Only one of --secret-stdin, --note-stdin, --field and --document can read standard input."))
    }
    if hidden, field == nil { throw ValidationError(translated("--hidden goes with --field.")) }
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

  /// Whether a secret that has a history is among what was changed; the text of a note is one.
  private func change(of entry: VaultEntry) -> Presenter.Change {
    let isSetUp = entry.kind == .oneTimeCode && (digits != nil || period != nil || algorithm != nil || counter != nil)
    let isReplaced = readsStandardInput || restoredHistory != nil || readsNote && entry.kind == .note || isSetUp
    return isReplaced ? .replaced : .edited
  }
}
