// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import Translations
import VaultProtocol

struct Code: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "code", abstract: translated("Print the current one-time code of an account, or of all accounts."),
    discussion: translated(
      """
      Each word of a query must occur in the title, service or account; without a query all codes are listed. --watch shows a live list \
      that fills the terminal; with --json or --plain it prints a line for each new code instead.
      """))

  @Argument(help: .translated("Words in the entry's title, service or account."))
  var query: [String] = []
  @Flag(help: .translated("Show a live list with the time left for each code."))
  var watch = false
  @Flag(help: .translated("Print the code that follows the current one."))
  var next = false
  @Flag(help: .translated("Copy the code to the clipboard instead of printing it; the clipboard is cleared after 45 seconds."))
  var copy = false
  @Flag(help: .translated("With --watch: print a line for each new code instead of drawing a list, for screen readers."))
  var plain = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if watch, next || copy {
      throw ValidationError(translated("--watch cannot be combined with --next or --copy; press Enter in the list to copy a code."))
    }
    if plain, !watch { throw ValidationError(translated("--plain requires --watch.")) }
    if copy, query.isEmpty { throw ValidationError(translated("--copy requires the name of an account.")) }
  }

  func run() async throws {
    let text = query.joined(separator: " ")
    if watch { return try await Watching(search: text, presenter: output.presenter, isStream: output.usesJSON || plain).run() }
    if query.isEmpty { return try await list() }
    let clipboard = copy ? Clipboard.ofThisSession() : nil
    if copy, clipboard == nil { throw CommandFailure.noClipboard }
    let call = VaultCall.code(VaultCall.CodeQuery(query: text, next: next, withNext: next ? nil : true))
    let (answer, secret) = try await VaultDoor.open(holdsSecrets: false).ask(call)
    guard case .code(let issued) = answer, let secret else { throw CommandFailure.hungUp }
    let codes = SecretLines.split(secret, at: UInt8(ascii: "\n"))
    guard let code = codes.first ?? nil else { throw CommandFailure.hungUp }
    let following = codes.dropFirst().first ?? nil
    try clipboard?.copy(code)
    if !copy {
      StandardOutput.write(output.presenter.code(issued, code: code, next: following))
    } else if output.usesJSON {
      StandardOutput.write(output.presenter.copied(issued))
    }
    remark(issued, following: following)
  }

  private func list() async throws {
    let door = try await VaultDoor.open(holdsSecrets: false)
    let listing = try await CodeListing.all(query: "", withNext: true, unattended: false) { call throws(CommandFailure) in
      try await door.ask(call)
    }
    StandardOutput.write(output.presenter.codes(listing.rows.map { ($0.issued, $0.code, $0.next) }, now: listing.time))
    if !output.usesJSON { ClockRemark.writeIfDue() }
  }

  /// Writes remarks to standard error on a terminal: whose code it is, and whether it is about to expire. JSON output contains both.
  private func remark(_ issued: VaultAnswer.IssuedCode, following: SharedSecret?) {
    guard !output.usesJSON else { return }
    let presenter = output.presenter
    let isAtTerminal = TerminalOutput.isTerminal(descriptor: 1) && TerminalOutput.isTerminal(descriptor: 2)
    let now = SystemClock.now
    if let until = issued.validUntil, until - now < Presenter.shortTime, until > now, !next {
      StandardError.write(presenter.shortNote(issued, now: now, next: isAtTerminal && !copy ? following : nil))
    } else if isAtTerminal {
      StandardError.write(presenter.codeNote(issued, now: now, isNext: next))
    }
    if copy, TerminalOutput.isTerminal(descriptor: 2) { StandardError.write(ClipboardWords.copied + "\n") }
    if issued.validUntil != nil { ClockRemark.writeIfDue() }
  }
}
