// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LocalEndpoint
import Translations

struct Browser: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browser", abstract: translated("Let browsers find Passfold, and see which are connected."),
    subcommands: [BrowserInstall.self, BrowserStatus.self, BrowserRemove.self, BrowserList.self, BrowserForget.self])
}

extension KnownBrowser: ExpressibleByArgument {}

/// Which browsers a subcommand is about.
struct BrowserOptions: ParsableArguments {
  @Argument(help: .translated("The only browser to look at; without it, every browser that is found."))
  var browser: KnownBrowser?
  @Option(help: .translated("A Chromium user data folder of another name instead of the usual places."))
  var folder: String?
  @OptionGroup var output: OutputOptions

  func registration() throws(CommandFailure) -> BrowserRegistration {
    if let folder { return BrowserRegistration(userDataFolder: folder) }
    guard let registration = BrowserRegistration.forThisUser() else { throw .noHome }
    return registration
  }
}
