// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// The progress of long work.
  package struct Progress: Codable, Hashable, Sendable {
    /// The data being processed: `database`, `records`, `attachments`, `snapshots` or `copying`; a newer vault may send others.
    package var stage: String
    /// The amount done: records, or bytes for the stages after them.
    package var done: Int
    /// The total amount; 0 if unknown.
    package var total: Int

    /// Creates a value.
    package init(stage: String, done: Int, total: Int) {
      self.stage = stage
      self.done = done
      self.total = total
    }
  }
}
