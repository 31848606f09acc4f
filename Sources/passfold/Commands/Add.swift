// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct Add: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Keep something in the vault.", subcommands: [AddLogin.self, AddCode.self], defaultSubcommand: AddLogin.self)
}
