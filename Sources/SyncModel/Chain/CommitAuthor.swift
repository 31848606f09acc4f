// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The chain's state of a device that wrote to it: its newest commit.
package struct CommitAuthor: Hashable, Sendable {
  /// The commit's number.
  package let number: UInt64
  /// The device's own commit count there.
  package let sequence: UInt64
  /// The device's hybrid clock there.
  package let clock: UInt64
  /// The highest format that the device reads.
  package let highestFormat: UInt64

  /// Restores a stored value.
  package init(number: UInt64, sequence: UInt64, clock: UInt64, highestFormat: UInt64) {
    self.number = number
    self.sequence = sequence
    self.clock = clock
    self.highestFormat = highestFormat
  }

  init(_ header: CommitHeader) {
    self.init(number: header.number, sequence: header.deviceSequence, clock: header.clock, highestFormat: header.highestFormat)
  }
}
