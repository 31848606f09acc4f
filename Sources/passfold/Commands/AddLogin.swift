// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import Translations
import VaultProtocol

struct AddLogin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: translated("Add a user name with its password."),
    discussion: translated(
      """
      The command asks for everything you do not specify. Without --password-stdin the vault's own prompt asks for the password. If the \
      site already has a login for this account, the command asks whether to update it; without a terminal it stops and changes nothing.
      """))

  @Option(help: .translated("The domain or https address where it is used."))
  var service: String?
  @Option(help: .translated("The user name there; '' for a password without one."))
  var user: String?
  @Option(help: .translated("The entry's title."))
  var title: String?
  @Flag(name: .customLong("password-stdin"), help: .translated("Read the password from standard input, up to the first line break."))
  var readsStandardInput = false
  @Option(help: .translated("The record identifier of the login that gets this password; the old password goes into its history."))
  var update: String?
  @Flag(help: .translated("Add it even if the site already has a login for this account."))
  var separate = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if update != nil, separate { throw ValidationError(translated("--update and --separate cannot be combined.")) }
  }

  func run() async throws {
    let service = try service ?? Self.ask(SetUpWords.loginService, for: "--service")
    let user = try user ?? Self.ask(SetUpWords.loginUser, for: "--user", mayBeEmpty: true)
    let door = try await VaultDoor.open()
    let password: SharedSecret? = readsStandardInput ? try StandardInput.secretLine() : nil
    let login = VaultCall.NewPassword(service: service, user: user, title: title, update: update, separate: separate ? true : nil)
    switch try await Self.add(login, password, at: door) {
    case .entry(let entry): StandardOutput.write(output.presenter.changed(entry, .replaced))
    case .added(let entry): StandardOutput.write(output.presenter.added(entry))
    case .present(let entry): StandardOutput.write(output.presenter.present(entry))
    default: throw CommandFailure.hungUp
    }
  }

  /// Adds a login; if this account already has one, the user decides what to do with it.
  private static func add(
    _ login: VaultCall.NewPassword, _ password: SharedSecret?, at door: VaultDoor
  ) async throws(CommandFailure) -> VaultAnswer {
    do throws(CommandFailure) {
      return try await door.ask(.addPassword(login), secret: password).answer
    } catch {
      guard case .vault(let failure) = error, failure.code == .loginExists, let matches = failure.matches, let dialogue = Dialogue() else {
        throw error
      }
      dialogue.say(SetUpWords.loginExists)
      let choices = matches.map { translated("Give \(Presenter.name(of: $0)) this password; the old one stays in its history") }
      var login = login
      switch dialogue.choose(from: choices + [SetUpWords.loginOfItsOwn], question: SetUpWords.number(choices.count + 1)) {
      case let choice? where matches.indices.contains(choice): login.update = matches[choice].record
      case .some: login.separate = true
      case nil: throw CommandFailure.vault(VaultFailure(.canceled))
      }
      return try await door.ask(.addPassword(login), secret: password).answer
    }
  }

  private static func ask(_ question: String, for option: String, mayBeEmpty: Bool = false) throws -> String {
    guard let dialogue = Dialogue() else { throw CommandFailure.nobodyToAsk(option) }
    guard let answer = dialogue.ask(question), mayBeEmpty || !answer.isEmpty else { throw CommandFailure.vault(VaultFailure(.canceled)) }
    return answer
  }
}
