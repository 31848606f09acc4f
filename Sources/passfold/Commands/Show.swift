// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import Translations
import VaultProtocol

struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: translated("See everything about a credential but its secret, or its password or another secret."),
    discussion: translated(
      """
      Without an option nothing secret is shown. --reveal prints the password, the text of a note or the number of a card alone, and --copy \
      puts it on the clipboard; --field NAME takes another secret of a card or identity instead, such as --field pin. The vault writes down \
      that it was taken. --history lists what it had before; --former NUMBER makes --reveal and --copy take one of those, and \
      passfold edit --restore-history NUMBER makes it the current one again. One-time codes come by passfold code.
      """))

  @Flag(help: .translated("Print the password, the text of a note or the number of a card."))
  var reveal = false
  @Flag(help: .translated("Put that on the clipboard instead of printing it; it is taken off again after 45 seconds."))
  var copy = false
  @Flag(help: .translated("List the passwords, set-ups or texts from before, numbered and with the day until which each was in use."))
  var history = false
  @Option(help: .translated("With --reveal or --copy: the former password or text of this number in --history."))
  var former: Int?
  @Flag(help: .translated("Print its note; with --copy, put that on the clipboard."))
  var note = false
  @Option(
    help: .translated(
      "Print the value of this field of your own, or this secret of a card or identity; with --copy, put that on the clipboard."))
  var field: String?
  @OptionGroup var options: EntryOptions

  func validate() throws {
    let isOfOther = note || field != nil
    if note, field != nil { throw ValidationError(translated("--note and --field exclude each other.")) }
    if isOfOther, history || former != nil || reveal { throw ValidationError(translated("--note and --field stand alone or with --copy.")) }
    if former != nil, !reveal, !copy { throw ValidationError(translated("--former goes with --reveal or --copy.")) }
    if history, reveal || copy {
      throw ValidationError(translated("--history shows nothing secret; --former NUMBER goes with --reveal and --copy."))
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
    // Looked for before the vault is asked, so that nothing is released in vain.
    let clipboard = copy ? Clipboard.ofThisSession() : nil
    if copy, clipboard == nil { throw CommandFailure.noClipboard }
    let call = VaultCall.reveal(
      VaultCall.RevealQuery(query: query.query, kind: query.kind, history: former, note: note ? true : nil, field: field))
    let (answer, handedOver) = try await VaultDoor.open(holdsSecrets: false).ask(call)
    guard case .revealed(let entry) = answer else { throw CommandFailure.hungUp }
    // An empty secret takes no bytes of the frame, and so is not there.
    let secret = handedOver ?? SharedSecret(copying: [])
    try clipboard?.copy(secret)
    if !copy || reveal {
      let member = field != nil ? "value" : note ? "note" : Self.member(of: entry.kind)
      StandardOutput.write(options.output.presenter.revealed(entry, secret, as: member))
    }
    guard copy, TerminalOutput.isTerminal(descriptor: 2) else { return }
    let name = note ? translated("note") : field ?? word(for: entry.kind)
    StandardError.write(translated("\(name) of \(Presenter.name(of: entry)): \(ClipboardWords.copied)") + "\n")
  }

  /// What is handed over where nothing is named, in words.
  private func word(for kind: VaultEntry.Kind) -> String {
    switch kind {
    case .note: former == nil ? translated("text") : translated("former text")
    case .card, .identity: former == nil ? translated("number") : translated("former number")
    case .password, .passkey, .oneTimeCode: former == nil ? translated("password") : translated("former password")
    }
  }

  /// What is handed over where nothing is named, as a member of JSON.
  private static func member(of kind: VaultEntry.Kind) -> String {
    switch kind {
    case .note: "text"
    case .card, .identity: "number"
    case .password, .passkey, .oneTimeCode: "password"
    }
  }
}
