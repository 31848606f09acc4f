// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LocalEndpoint

struct Browser: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Let browsers find Passfold, and see which are connected.",
    subcommands: [BrowserRegister.self, BrowserUnregister.self, BrowserStatus.self, BrowserList.self, BrowserForget.self])
}

/// Which browsers a subcommand is about.
struct BrowserOptions: ParsableArguments {
  @Option(help: "A Chromium user data folder of another name instead of the usual places.")
  var folder: String?
  @OptionGroup var output: OutputOptions

  func registration() throws(CommandFailure) -> BrowserRegistration {
    if let folder { return BrowserRegistration(userDataFolder: folder) }
    guard let registration = BrowserRegistration.forThisUser() else { throw .noHome }
    return registration
  }
}

struct BrowserRegister: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "register", abstract: "Write the manifests by which Chromium, Chrome, Brave and Firefox start Passfold's host.")

  @OptionGroup var options: BrowserOptions

  func run() throws {
    let registration = try options.registration()
    let installation = Installation()
    guard let host = installation.browserHost else { throw CommandFailure.browserHostMissing(folder: installation.programFolder) }
    let reports = try registration.register(host: host)
    StandardOutput.write(
      options.output.presenter.registered(reports, extensionFolder: BrowserRegistration.extensionFolder(of: installation)))
  }
}

struct BrowserUnregister: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "unregister", abstract: "Remove those manifests.")

  @OptionGroup var options: BrowserOptions

  func run() throws { StandardOutput.write(options.output.presenter.unregistered(try options.registration().unregister())) }
}

struct BrowserStatus: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "See which browsers find Passfold.")

  @OptionGroup var options: BrowserOptions

  func run() throws {
    let reports = try options.registration().reports(for: Installation().browserHost)
    StandardOutput.write(options.output.presenter.browsers(reports))
  }
}
