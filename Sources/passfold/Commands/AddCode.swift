// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import VaultProtocol

struct AddCode: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "code", abstract: "Set up the one-time codes of an account.",
    discussion: """
      Takes the set-up link that a service shows (otpauth: or apple-otpauth:), or the bare secret together with --service and --user. \
      Without --setup-url-stdin a prompt asks for it.
      """)

  @Option(help: "The domain or https address that asks for the codes; the link's issuer without it.")
  var service: String?
  @Option(help: "The user name there; the link's without it.")
  var user: String?
  @Option(help: "What to call it.")
  var title: String?
  @Flag(name: .customLong("setup-url-stdin"), help: "Read the link or secret from standard input, up to the first line break.")
  var readsStandardInput = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let link: SharedSecret? = readsStandardInput ? try StandardInput.secretLine() : nil
    let call = VaultCall.addCode(VaultCall.NewCode(service: service, user: user, title: title))
    guard case .added(let entry) = try await VaultDoor.open().ask(call, secret: link).answer else { throw CommandFailure.hungUp }
    StandardOutput.write(output.presenter.added(entry))
  }
}
