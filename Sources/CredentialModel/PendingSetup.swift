// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The wait of newly set up codes for the first one that their service takes.
package struct PendingSetup: Hashable, Sendable {
  /// Since when, to the millisecond.
  package var since: Date
  /// The codes that go to the trash once this set-up is confirmed; until then they stay as they are.
  package var replaces: [RecordIdentifier]

  /// Describes a wait.
  package init(since: Date, replaces: [RecordIdentifier] = []) {
    self.since = since
    self.replaces = replaces
  }
}
