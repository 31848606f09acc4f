// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import Translations
import VaultProtocol

struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: translated("Show everything about an entry except its secrets, or show its password or another secret."),
    discussion: translated(
      """
      Without an option, no secret is shown. --reveal prints only the password, the text of a note or the number of a card, and --copy \
      copies it to the clipboard. --field NAME uses another secret of a card or identity instead, such as --field pin. The vault logs \
      that the secret was released. --history lists previous values; --former NUMBER makes --reveal and --copy use one of those, and \
      passfold edit --restore-history NUMBER makes it the current one again. For one-time codes, use passfold code.
      """))

  @Flag(help: .translated("Print the password, the text of a note or the number of a card."))
  var reveal = false
  @Flag(help: .translated("Copy the value to the clipboard instead of printing it; the clipboard is cleared after 45 seconds."))
  var copy = false
  @Flag(help: .translated("List the previous passwords, set-ups or texts, numbered and with the day until which each was in use."))
  var history = false
  @Option(help: .translated("With --reveal or --copy: the previous password or text with this number in --history."))
  var former: Int?
  @Flag(help: .translated("Print the entry's note; with --copy, copy it to the clipboard."))
  var note = false
  @Option(
    help: .translated(
      "Print the value of this custom field, or this secret of a card or identity; with --copy, copy it to the clipboard."))
  var field: String?
  @OptionGroup var options: EntryOptions

  func validate() throws {
    let isOfOther = note || field != nil
    if note, field != nil { throw ValidationError(translated("--note and --field cannot be combined.")) }
    if isOfOther, history || former != nil || reveal {
      throw ValidationError(translated("--note and --field can be combined only with --copy."))
    }
    if former != nil, !reveal, !copy { throw ValidationError(translated("--former requires --reveal or --copy.")) }
    if history, reveal || copy {
      throw ValidationError(translated("--history shows no secrets; use --former NUMBER with --reveal or --copy."))
    }
  }

  func run() async throws {
    if reveal || copy || note || field != nil { return try await revealSecret() }
    guard case .details(let details) = try await VaultDoor.open().ask(.details(options.entryQuery())).answer else {
      throw CommandFailure.hungUp
    }
    let presenter = options.output.presenter
    StandardOutput.write(history ? presenter.history(details) : presenter.details(details))
  }

  private func revealSecret() async throws {
    let query = try options.entryQuery()
    // Checks this before asking the vault, so that nothing is released in vain.
    let clipboard = copy ? Clipboard.ofThisSession() : nil
    if copy, clipboard == nil { throw CommandFailure.noClipboard }
    let call = VaultCall.reveal(
      VaultCall.RevealQuery(query: query.query, kind: query.kind, history: former, note: note ? true : nil, field: field))
    let (answer, handedOver) = try await VaultDoor.open(holdsSecrets: false).ask(call)
    guard case .revealed(let entry) = answer else { throw CommandFailure.hungUp }
    // An empty secret has no bytes in the frame and is therefore absent.
    let secret = handedOver ?? SharedSecret(copying: [])
    try clipboard?.copy(secret)
    if !copy || reveal {
      let member = field != nil ? "value" : note ? "note" : Self.member(of: entry.kind)
      StandardOutput.write(options.output.presenter.revealed(entry, secret, as: member))
    }
    if copy, !reveal, options.output.usesJSON { StandardOutput.write(options.output.presenter.copied(entry)) }
    guard copy, TerminalOutput.isTerminal(descriptor: 2) else { return }
    let name = note ? translated("note") : field ?? word(for: entry.kind)
    StandardError.write(translated("\(name) of \(Presenter.name(of: entry)): \(ClipboardWords.copied)") + "\n")
  }

  /// The words for the secret that is released by default.
  private func word(for kind: VaultEntry.Kind) -> String {
    switch kind {
    case .note: former == nil ? translated("text") : translated("previous text")
    case .card, .identity: former == nil ? translated("number") : translated("previous number")
    case .password, .passkey, .oneTimeCode: former == nil ? translated("password") : translated("previous password")
    }
  }

  /// The JSON member for the secret that is released by default.
  private static func member(of kind: VaultEntry.Kind) -> String {
    switch kind {
    case .note: "text"
    case .card, .identity: "number"
    case .password, .passkey, .oneTimeCode: "password"
    }
  }
}
