// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// A user name with its password, and its services.
package struct PasswordRecord: Sendable {
  /// The number of old passwords kept regardless of age.
  package static let leastHistory = 20
  /// The time for which every old password is kept: 366 days, in seconds.
  package static let historySpan: TimeInterval = 366 * 86_400

  /// The record's identifier.
  package let id: RecordIdentifier
  /// The services that the password signs in to.
  package var services: [ServiceIdentifier]
  /// The user's name for the service.
  package var title: String
  /// The user name.
  package var user: String
  /// The password in UTF-8.
  package var password: SharedSecret
  /// The old passwords, oldest first.
  package var history: [RetiredPassword]

  /// Creates a record.
  package init(
    id: RecordIdentifier, services: [ServiceIdentifier], title: String, user: String, password: SharedSecret,
    history: [RetiredPassword] = []
  ) {
    self.id = id
    self.services = services
    self.title = title
    self.user = user
    self.password = password
    self.history = history
  }

  /// Adds the password used until now to the history. Of those older than ``historySpan``, only the newest ``leastHistory`` stay.
  package mutating func retire(_ former: SharedSecret, at date: Date) {
    history.append(RetiredPassword(password: former, retired: date))
    let surplus = history.count - Self.leastHistory
    guard surplus > 0 else { return }
    let oldest = date.addingTimeInterval(-Self.historySpan)
    history = Array(history.prefix(surplus).filter { $0.retired >= oldest } + history.dropFirst(surplus))
  }
}
