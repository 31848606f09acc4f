// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations

struct BrowserForget: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: translated("Disconnect a browser profile at once; it has to be connected again before Passfold answers it."))

  @Argument(help: .translated("The browser's name or identifier, as \"passfold browser list\" shows them."))
  var browser: String
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await SettingsDoor.open().forget(browser: browser)
    StandardOutput.write(output.presenter.forgot(browser: browser))
  }
}
