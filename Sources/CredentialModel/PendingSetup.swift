// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The wait of newly set-up codes for the first code that their service accepts.
package struct PendingSetup: Hashable, Sendable {
  /// The time at which the wait started, with millisecond precision.
  package var since: Date
  /// The codes that go to the trash once this set-up is confirmed; until then they are unchanged.
  package var replaces: [RecordIdentifier]

  /// Creates a wait.
  package init(since: Date, replaces: [RecordIdentifier] = []) {
    self.since = since
    self.replaces = replaces
  }
}
