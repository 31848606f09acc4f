// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations

struct BrowserForget: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: translated("Disconnect a browser profile immediately; Passfold does not answer it until it is connected again."))

  @Argument(help: .translated("The browser's name or identifier, as shown by \"passfold browser list\"."))
  var browser: String
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await SettingsDoor.open().forget(browser: browser)
    StandardOutput.write(output.presenter.forgot(browser: browser))
  }
}
