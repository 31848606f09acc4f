// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A set of unique names. Taking many names, even many equal ones, takes linear time in their number.
package struct UniqueNames: Sendable {
  private var names: Set<String>
  /// The last number tried for a taken name.
  private var numbers: [String: Int] = [:]

  /// Creates a set with names already taken.
  package init(_ names: some Sequence<String> = []) { self.names = Set(names) }

  /// The number of taken names.
  package var count: Int { names.count }

  /// Takes a name; if it is taken, the first free one with a number, starting at 2.
  ///
  /// - Parameter numbered: Returns the name with a number.
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
