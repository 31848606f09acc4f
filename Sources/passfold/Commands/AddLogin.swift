// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import VaultProtocol

struct AddLogin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Keep a user name with its password.",
    discussion: "Without --password-stdin a prompt asks for the password.")

  @Option(help: "The domain or https address where it is used.")
  var service: String
  @Option(help: "The user name there.")
  var user: String
  @Option(help: "What to call it.")
  var title: String?
  @Flag(name: .customLong("password-stdin"), help: "Read the password from standard input, up to the first line break.")
  var readsStandardInput = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let password: SharedSecret? = readsStandardInput ? try StandardInput.secretLine() : nil
    let call = VaultCall.addPassword(VaultCall.NewPassword(service: service, user: user, title: title))
    guard case .added(let entry) = try await VaultDoor.open().ask(call, secret: password).answer else { throw CommandFailure.hungUp }
    StandardOutput.write(output.presenter.added(entry))
  }
}
