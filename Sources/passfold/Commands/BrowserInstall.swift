// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LocalEndpoint
import Translations

struct BrowserInstall: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: translated("Write the manifests that let browsers start Passfold's host, and list the remaining manual steps."),
    aliases: ["register"])

  @OptionGroup var options: BrowserOptions
  @Flag(help: .translated("Replace a manifest that was changed."))
  var replace = false

  func run() throws {
    let registration = try options.registration()
    let installation = Installation()
    guard let host = installation.browserHost else { throw CommandFailure.browserHostMissing(folder: installation.programFolder) }
    let changes = registration.install(host: host, for: options.browser, replaces: replace)
    guard !changes.isEmpty else { throw CommandFailure.noBrowserFound }
    StandardOutput.write(
      options.output.presenter.installed(changes, extensionFolder: BrowserRegistration.extensionFolder(of: installation)))
    let unfinished = changes.filter { $0.isUnfinished }
    if !unfinished.isEmpty { throw CommandFailure.browsersLeft(unfinished.map(\.name), isRemoval: false) }
    if options.browser != nil, changes.allSatisfy({ $0.outcome == .notPossible }) { throw CommandFailure.browserShutIn(changes[0].name) }
  }
}
