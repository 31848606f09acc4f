// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// How far long work is.
  package struct Progress: Codable, Hashable, Sendable {
    /// What is gone through: `database`, `records`, `attachments`, `snapshots` or `copying`; a newer vault may send others.
    package var stage: String
    /// How much of it is done: records, or bytes for the stages after them.
    package var done: Int
    /// How much there is in all; 0 where nobody knows.
    package var total: Int

    /// Describes how far work is.
    package init(stage: String, done: Int, total: Int) {
      self.stage = stage
      self.done = done
      self.total = total
    }
  }
}
