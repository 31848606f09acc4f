// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import PresentedViews
import VaultProtocol

/// Has the vault check all passwords in parts and collects those with findings.
@MainActor
final class HealthRun {
  /// A login and the finding about its password.
  struct Finding {
    let entry: VaultEntry
    let words: String
    fileprivate let rank: Int
  }

  /// The findings of a whole check.
  struct Outcome {
    let findings: [Finding]
    /// Whether the check included leaked passwords, of which the vault needs a list.
    let knowsLeaks: Bool
  }

  private let conversation: VaultConversation
  private var passwords: [VaultAnswer.PasswordHealth] = []
  private var run = 0

  init(_ conversation: VaultConversation) { self.conversation = conversation }

  /// Starts a new check and abandons the current one.
  ///
  /// - Parameter hear: Called with the outcome; nil if the vault did not answer, and then nothing is known about any password.
  func begin(_ hear: @escaping @MainActor @Sendable (Outcome?) -> Void) {
    run += 1
    passwords = []
    ask(after: nil, of: run, hear)
  }

  /// Abandons the check in progress.
  func end() {
    run += 1
    passwords = []
  }

  private func ask(after: String?, of run: Int, _ hear: @escaping @MainActor @Sendable (Outcome?) -> Void) {
    conversation.ask(.health(VaultCall.HealthQuery(after: after))) { [weak self] reply in
      guard let self, run == self.run else { return }
      guard case .answer(.health(let page), _) = reply else {
        self.end()
        return hear(nil)
      }
      self.passwords += page.rows
      if let next = page.next { return self.ask(after: next, of: run, hear) }
      hear(Outcome(findings: Self.findings(of: self.passwords, now: MainLoop.time), knowsLeaks: page.breachListMissing == nil))
      self.passwords = []
    }
  }

  private static func findings(of passwords: [VaultAnswer.PasswordHealth], now: Double) -> [Finding] {
    let alike = Dictionary(grouping: passwords, by: \.likeness)
    let all = passwords.compactMap { password -> Finding? in
      var words: [String] = []
      var rank = 4
      let others = (alike[password.likeness] ?? []).filter { $0.entry.record != password.entry.record }
      if let other = others.first {
        words.append(others.count == 1 ? VaultWords.reused(in: PrintableText.of(other.entry.title)) : VaultWords.reused(others.count))
        rank = 2
      }
      if password.isWeak {
        words.insert(VaultWords.weak, at: 0)
        rank = 1
      }
      if password.breached == true {
        words.insert(VaultWords.breached, at: 0)
        rank = 0
      }
      if password.isOld(at: now) { words.append(VaultWords.old(password.changed)) }
      return words.isEmpty ? nil : Finding(entry: password.entry, words: words.joined(separator: "; "), rank: rank)
    }
    // The most urgent first, then in the order of the list.
    return all.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }
}
