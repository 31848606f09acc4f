// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LocalEndpoint
import Translations

struct Browser: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browser", abstract: translated("Register Passfold with your browsers, and list the connected ones."),
    subcommands: [BrowserInstall.self, BrowserStatus.self, BrowserRemove.self, BrowserList.self, BrowserForget.self])
}

extension KnownBrowser: ExpressibleByArgument {}

/// The browsers that a subcommand is about.
struct BrowserOptions: ParsableArguments {
  @Argument(help: .translated("A single browser (default: every browser found)."))
  var browser: KnownBrowser?
  @Option(help: .translated("A Chromium user data folder with a different name, instead of the usual places."))
  var folder: String?
  @OptionGroup var output: OutputOptions

  func registration() throws(CommandFailure) -> BrowserRegistration {
    if let folder { return BrowserRegistration(userDataFolder: folder) }
    guard let registration = BrowserRegistration.forThisUser() else { throw .noHome }
    return registration
  }
}
