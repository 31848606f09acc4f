// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// Sets up codes from a link in a dialogue: what the link contains, where the codes belong, and whether the service accepted one.
struct SetUpFlow {
  let door: VaultDoor
  let dialogue: Dialogue
  let presenter: Presenter
  /// The command-line values that override the link.
  var wish = VaultCall.NewCode()

  /// Runs the dialogue and returns the stored entry.
  func run(link: SharedSecret) async throws(CommandFailure) -> VaultEntry {
    guard case .setUp(let preview) = try await door.ask(.previewSetUp(VaultCall.SetUpQuery()), secret: link).answer else { throw .hungUp }
    dialogue.say(presenter.preview(preview))
    var wish = wish
    try choosePlace(preview, &wish)
    guard case .added(let entry) = try await door.ask(.addCode(wish), secret: link).answer else { throw .hungUp }
    guard entry.pending == true else { return entry }
    return try await confirm(entry)
  }

  /// Shows codes of a pending set-up until the user has an answer.
  func confirm(_ entry: VaultEntry) async throws(CommandFailure) -> VaultEntry {
    dialogue.say(SetUpWords.kept(entry))
    while true {
      try await showCode(of: entry)
      switch dialogue.choose(SetUpWords.wasAccepted, among: ["l", "y", "n", "s"]) {
      case "y":
        guard case .entry(let entry) = try await door.ask(.confirmCode(VaultCall.Confirmation(record: entry.record))).answer else {
          throw .hungUp
        }
        return entry
      case "s": continue
      case "n":
        dialogue.say(SetUpWords.refused)
        switch dialogue.choose(SetUpWords.afterRefusal, among: ["s", "k", "r"]) {
        case "s": continue
        case "r":
          guard case .entry(let removed) = try await door.ask(.remove(VaultCall.EntryQuery(query: entry.record))).answer else {
            throw .hungUp
          }
          return removed
        default: return entry
        }
      default: return entry
      }
    }
  }

  private func choosePlace(_ preview: SetUpPreview, _ wish: inout VaultCall.NewCode) throws(CommandFailure) {
    guard wish.login == nil, wish.separate == nil else { return }
    if !preview.candidates.isEmpty {
      dialogue.say(SetUpWords.whereTo)
      let choices = preview.candidates.map(SetUpWords.candidate) + [SetUpWords.newAccount]
      // Enter never replaces the codes of an account other than the link's.
      let fitting = preview.candidates.firstIndex { preview.account.isEmpty || $0.entry.user == preview.account }
      let usual = fitting ?? preview.candidates.count
      guard let choice = dialogue.choose(from: choices, usual: usual, question: SetUpWords.number(choices.count, usual: usual + 1)) else {
        throw .vault(VaultFailure(.canceled))
      }
      if preview.candidates.indices.contains(choice) {
        wish.login = preview.candidates[choice].entry.record
      } else {
        wish.separate = true
      }
    }
    guard wish.login == nil else { return }
    if wish.service == nil, (preview.issuer ?? preview.title ?? "").isEmpty { wish.service = try answer(SetUpWords.service) }
    if wish.user == nil, preview.account.isEmpty { wish.user = try answer(SetUpWords.user) }
    if preview.candidates.isEmpty, dialogue.choose(SetUpWords.addThis, among: ["y", "n"]) != "y" { throw .vault(VaultFailure(.canceled)) }
  }

  private func answer(_ question: String) throws(CommandFailure) -> String {
    guard let answer = dialogue.ask(question), !answer.isEmpty else { throw .vault(VaultFailure(.canceled)) }
    return answer
  }

  private func showCode(of entry: VaultEntry) async throws(CommandFailure) {
    let call = VaultCall.code(VaultCall.CodeQuery(query: entry.record, withNext: true))
    let (answer, secret) = try await door.ask(call)
    guard case .code(let issued) = answer, let secret else { throw .hungUp }
    let codes = SecretLines.split(secret, at: UInt8(ascii: "\n"))
    guard let code = codes.first ?? nil else { throw .hungUp }
    dialogue.say(presenter.codeToType(issued, code: code, next: codes.dropFirst().first ?? nil, now: SystemClock.now))
  }
}
