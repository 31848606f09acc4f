// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalEndpoint
import PresentedViews

/// Where a person's choices for the windows lie.
enum ConfigurationFolder {
  /// A file there; nil in a session without a home folder.
  static func file(_ name: String) -> PersonalFile? {
    let folder = environmentVariable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let path = folder ?? environmentVariable("HOME").map { $0 + "/.config" }
    return path.map { PersonalFile(path: "\($0)/passfold/\(name)") }
  }

  /// The rules for passwords that are made, which are read whenever one is: another window may have changed them.
  @MainActor static var generatorRules: GeneratorRules { file("generator").map { GeneratorRules(decoding: $0.content) } ?? .usual }

  @MainActor static func keep(_ rules: GeneratorRules) -> Bool { file("generator")?.keep(rules == .usual ? [] : rules.encoded) ?? false }
}
