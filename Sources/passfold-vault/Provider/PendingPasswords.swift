// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel

/// The generated passwords whose forms are still being filled in, by the sessions of the forms; until then they are in the vault's trash.
@MainActor
package final class PendingPasswords {
  /// The maximum number of remembered forms; older ones leave their passwords in the trash.
  private static let limit = 64

  private var records: [(session: String, record: RecordIdentifier)] = []

  /// Creates an empty collection.
  package init() {}

  subscript(session: String) -> RecordIdentifier? {
    get { records.last { $0.session == session }?.record }
    set {
      remove(session)
      guard let newValue else { return }
      records.append((session, newValue))
      if records.count > Self.limit { records.removeFirst() }
    }
  }

  @discardableResult
  func remove(_ session: String) -> RecordIdentifier? {
    defer { records.removeAll { $0.session == session } }
    return self[session]
  }
}
