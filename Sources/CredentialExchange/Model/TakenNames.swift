// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Names of which no two may be alike. Giving out many, also many that are wanted alike, takes work linear in their number.
package struct TakenNames: Sendable {
  private var names: Set<String>
  /// The number that was looked at last for a name that was taken.
  private var numbers: [String: Int] = [:]

  /// Starts with those that are given out already.
  package init(_ names: some Sequence<String> = []) { self.names = Set(names) }

  /// How many different names are given out.
  package var count: Int { names.count }

  /// Gives a name out; where it is taken, the first free one of those with a number from 2 on.
  ///
  /// - Parameter numbered: The name with a number.
  package mutating func take(_ name: String, numbered: (String, Int) -> String = { "\($0) \($1)" }) -> String {
    if names.insert(name).inserted { return name }
    var number = numbers[name] ?? 1
    while true {
      number += 1
      let candidate = numbered(name, number)
      if names.insert(candidate).inserted {
        numbers[name] = number
        return candidate
      }
    }
  }
}
