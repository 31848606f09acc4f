// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A place and an account's number as they are typed: the number in groups, and the place before `--account` or behind its groups.
package struct AccountArguments: Hashable, Sendable {
  /// The server's address or the folder's path.
  package let place: String
  /// The account's number without its gaps.
  package let number: String

  /// Tells the place from the groups: it alone has a slash. Nil where one of the two is missing, or there are two places.
  ///
  /// - Parameters:
  ///   - place: What stood by itself; nil where nothing did.
  ///   - account: Every word behind `--account`.
  package init?(place: String?, account: [String]) {
    let places = [place].compactMap { $0 } + account.filter { $0.contains("/") }
    number = account.filter { !$0.contains("/") }.joined().filter { !$0.isWhitespace }
    guard let only = places.first, places.count == 1, !number.isEmpty else { return nil }
    self.place = only
  }
}
