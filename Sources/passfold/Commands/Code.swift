// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import VaultProtocol

struct Code: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Print the current one-time code of an account.")

  @Argument(help: "Words that its title, service or account holds.")
  var query: [String] = []
  @Flag(help: "Print the code that comes after the current one.")
  var next = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let call = VaultCall.code(VaultCall.CodeQuery(query: query.joined(separator: " "), next: next))
    let (answer, secret) = try await VaultDoor.open().ask(call)
    guard case .code(let issued) = answer, let secret else { throw CommandFailure.hungUp }
    let presenter = output.presenter
    let frame = presenter.codeFrame(issued)
    StandardOutput.write(frame.before)
    StandardOutput.write(secret)
    StandardOutput.write(frame.after)
    if TerminalOutput.isTerminal(descriptor: 1), TerminalOutput.isTerminal(descriptor: 2), !output.usesJSON {
      StandardError.write(presenter.codeNote(issued, now: Date().timeIntervalSince1970, isNext: next))
    }
  }
}
