// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// One account of the live list.
package struct WatchRow: Sendable {
  /// The record identifier.
  package let record: String
  /// The name of the service, safe for a terminal.
  package let title: String
  /// The account's name there, safe for a terminal.
  package let account: String
  /// The current code; nil while it is hidden, and for a counter-based code until it is requested.
  package var code: SharedSecret?
  /// The next code; nil while it is hidden, and for a counter-based code.
  package private(set) var next: SharedSecret?
  /// The period in which ``code`` is valid, in seconds since 1970 by the vault's time; nil for a counter-based code.
  package private(set) var validity: Range<Double>?
  /// Whether the set-up is waiting for its first accepted code.
  package let isPending: Bool

  /// Describes an account.
  package init(
    record: String, title: String, account: String, code: SharedSecret?, next: SharedSecret? = nil, validity: Range<Double>?,
    isPending: Bool = false
  ) {
    self.record = record
    self.title = title
    self.account = account
    self.code = code
    self.next = next
    self.validity = validity
    self.isPending = isPending
  }

  /// Whether a code is made only on request, because each use counts.
  package var isCounted: Bool { validity == nil }

  /// Seconds until the code changes; nil for a counter-based one.
  package func remaining(at time: Double) -> Double? { validity.map { max(0, $0.upperBound - time) } }

  /// Whether so little time is left that the next code is shown as well.
  func isSoonOver(at time: Double) -> Bool { remaining(at: time).map { $0 < IssuedCodeNote.shortTime } ?? false }

  /// Replaces an expired code with the next one; without one, nothing is shown until the vault answers.
  mutating func advance(to time: Double) {
    guard let old = validity else { return }
    let later = old.upperBound..<(old.upperBound + (old.upperBound - old.lowerBound))
    code = later.contains(time) ? next : nil
    next = nil
    if later.contains(time) { validity = later }
  }

  /// Releases both codes.
  mutating func hide() {
    code = nil
    next = nil
  }

  /// Whether each word of a search occurs in title or account.
  func fits(_ search: String) -> Bool {
    let words = search.lowercased().split(separator: " ")
    guard !words.isEmpty else { return true }
    let text = (title + "\n" + account).lowercased()
    return words.allSatisfy { text.contains($0) }
  }
}
