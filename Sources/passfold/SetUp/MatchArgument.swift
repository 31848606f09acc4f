// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The form ADDRESS=RULE, which defines the sites that an address matches.
enum MatchArgument {
  private static let rules: Set<String> = ["domain", "host", "exact", "never"]

  static func isRule(_ argument: String) -> Bool { parts(argument) != nil }

  /// The rules by address.
  static func rules(_ arguments: [String]) -> [String: String] {
    Dictionary(arguments.compactMap(parts)) { _, last in last }
  }

  private static func parts(_ argument: String) -> (String, String)? {
    guard let sign = argument.lastIndex(of: "=") else { return nil }
    let (address, rule) = (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
    return address.isEmpty || !rules.contains(rule) ? nil : (address, rule)
  }
}
