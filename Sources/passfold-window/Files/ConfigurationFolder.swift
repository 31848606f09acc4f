// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalEndpoint
import LocalFiles
import PresentedViews

/// The place of the user's preferences for the windows.
enum ConfigurationFolder {
  /// Returns a file in that folder; nil in a session without a home folder.
  static func file(_ name: String) -> PersonalFile? {
    BaseDirectory.configuration.passfold(name, variable: environmentVariable).map(PersonalFile.init)
  }

  /// The rules for generated passwords, read each time because another window may have changed them.
  @MainActor static var generatorRules: GeneratorRules { file("generator").map { GeneratorRules(decoding: $0.content) } ?? .usual }

  @MainActor static func keep(_ rules: GeneratorRules) -> Bool { file("generator")?.keep(rules == .usual ? [] : rules.encoded) ?? false }
}
