// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The user's folders for files of a kind (XDG Base Directory Specification 0.8).
package enum BaseDirectory: Sendable {
  /// The user's choices: `XDG_CONFIG_HOME`, by default `~/.config`.
  case configuration
  /// The user's data: `XDG_DATA_HOME`, by default `~/.local/share`.
  case data
  /// Data that is not worth keeping in a backup: `XDG_STATE_HOME`, by default `~/.local/state`.
  case state

  /// Returns the folder's path; nil without an absolute path in its variable or in `HOME`. The specification ignores relative paths.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  package func path(variable: (String) -> String?) -> String? {
    if let set = variable(names.variable), set.hasPrefix("/") { return set }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return home + names.usual
  }

  /// Returns the path of one of Passfold's files or folders below it, such as `providers.json`; nil under the same conditions.
  package func passfold(_ name: String, variable: (String) -> String?) -> String? {
    path(variable: variable).map { "\($0)/passfold/\(name)" }
  }

  private var names: (variable: String, usual: String) {
    switch self {
    case .configuration: ("XDG_CONFIG_HOME", "/.config")
    case .data: ("XDG_DATA_HOME", "/.local/share")
    case .state: ("XDG_STATE_HOME", "/.local/state")
    }
  }
}
