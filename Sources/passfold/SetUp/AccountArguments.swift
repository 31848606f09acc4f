// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A place and an account number as typed: the number in groups, and the place before `--account` or after its groups.
package struct AccountArguments: Hashable, Sendable {
  /// The server's address or the folder's path.
  package let place: String
  /// The account number without its gaps.
  package let number: String

  /// Separates the place from the groups: only the place contains a slash. Nil if one of the two is missing, or there are two places.
  ///
  /// - Parameters:
  ///   - place: The argument before `--account`; nil if there is none.
  ///   - account: All words after `--account`.
  package init?(place: String?, account: [String]) {
    let places = [place].compactMap { $0 } + account.filter { $0.contains("/") }
    number = account.filter { !$0.contains("/") }.joined().filter { !$0.isWhitespace }
    guard let only = places.first, places.count == 1, !number.isEmpty else { return nil }
    self.place = only
  }
}
