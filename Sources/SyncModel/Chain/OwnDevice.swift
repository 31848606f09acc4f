// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// What a device knows of its own part in the chain when it looks at commits.
package struct OwnDevice: Hashable, Sendable {
  /// The device.
  package let device: DeviceIdentifier
  /// The hashes of the commits that it signed on its head and of which it does not know whether one was taken.
  ///
  /// Stored before a commit is handed over, and forgotten when the chain goes on: none of them can be placed from then on.
  package var inFlight: Set<[UInt8]>
  /// Whether commits of its own that it does not know are its own from before its state was lost.
  ///
  /// True for the first look after a start only: a device that runs has made what it made, so a stranger's commit under its key is then told.
  package var mayHaveForgotten: Bool
  /// The highest format that the device's program reads.
  package var highestFormat: UInt64

  /// Names the device that looks.
  package init(
    _ device: DeviceIdentifier, inFlight: Set<[UInt8]> = [], mayHaveForgotten: Bool = false, highestFormat: UInt64 = CommitHeader.format
  ) {
    self.device = device
    self.inFlight = inFlight
    self.mayHaveForgotten = mayHaveForgotten
    self.highestFormat = highestFormat
  }

  func disowns(_ header: SignedCommitHeader) -> Bool {
    header.header.device == device && !mayHaveForgotten && !inFlight.contains(header.position.hash)
  }
}
