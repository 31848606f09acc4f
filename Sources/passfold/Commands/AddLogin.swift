// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import VaultProtocol

struct AddLogin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Keep a user name with its password.",
    discussion: "What is not given is asked for. Without --password-stdin a prompt of the vault's own asks for the password.")

  @Option(help: "The domain or https address where it is used.")
  var service: String?
  @Option(help: "The user name there.")
  var user: String?
  @Option(help: "What to call it.")
  var title: String?
  @Flag(name: .customLong("password-stdin"), help: "Read the password from standard input, up to the first line break.")
  var readsStandardInput = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let service = try service ?? Self.ask(SetUpWords.loginService, for: "--service")
    let user = try user ?? Self.ask(SetUpWords.user, for: "--user")
    let door = try await VaultDoor.open()
    let password: SharedSecret? = readsStandardInput ? try StandardInput.secretLine() : nil
    let call = VaultCall.addPassword(VaultCall.NewPassword(service: service, user: user, title: title))
    switch try await door.ask(call, secret: password).answer {
    case .added(let entry): StandardOutput.write(output.presenter.added(entry))
    case .present(let entry): StandardOutput.write(output.presenter.present(entry))
    default: throw CommandFailure.hungUp
    }
  }

  private static func ask(_ question: String, for option: String) throws -> String {
    guard let dialogue = Dialogue() else { throw CommandFailure.nobodyToAsk(option) }
    guard let answer = dialogue.ask(question), !answer.isEmpty else { throw CommandFailure.vault(VaultFailure(.canceled)) }
    return answer
  }
}
