// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Counts how often text typed in a tab was compared with stored passwords, so that nobody can guess a password with many questions.
package struct PasswordQuestions: Sendable {
  /// The maximum number of questions of one tab in any minute.
  package static let perTab = 10
  /// The maximum number of questions of one browser in any minute.
  package static let perBrowser = 30

  private struct Question {
    let client: ClientNumber
    let tab: Int
    let date: Date
  }

  private var asked: [Question] = []

  /// Creates an empty count.
  package init() {}

  /// Counts one question, unless there were too many in the last minute.
  ///
  /// - Returns: Whether it may be answered.
  package mutating func take(from client: ClientNumber, tab: Int, at now: Date) -> Bool {
    asked.removeAll { abs(now.timeIntervalSince($0.date)) >= 60 }
    let own = asked.filter { $0.client == client }
    guard own.count < Self.perBrowser, own.count(where: { $0.tab == tab }) < Self.perTab else { return false }
    asked.append(Question(client: client, tab: tab, date: now))
    return true
  }
}
