// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations

struct BrowserList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: translated("List the browser profiles you have connected."))

  @OptionGroup var output: OutputOptions

  func run() async throws { StandardOutput.write(output.presenter.pairedBrowsers(try await SettingsDoor.open().pairedBrowsers())) }
}
