// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LocalEndpoint
import Translations

struct BrowserRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: translated("Remove only the manifests that \"install\" wrote."), aliases: ["unregister"])

  @OptionGroup var options: BrowserOptions

  func run() throws {
    let changes = try options.registration().remove(host: Installation().browserHost, for: options.browser)
    StandardOutput.write(options.output.presenter.removed(changes))
    let left = changes.filter { $0.isUnfinished }
    if !left.isEmpty { throw CommandFailure.browsersLeft(left.map(\.name), isRemoval: true) }
  }
}
