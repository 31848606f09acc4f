// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// A device's knowledge of its own part in the chain, for examining commits.
package struct OwnDevice: Hashable, Sendable {
  /// The device.
  package let device: DeviceIdentifier
  /// The hashes of the commits that it signed on its head and whose acceptance is unknown.
  ///
  /// They are stored before a commit is sent, and removed when the chain continues, because none of them can be placed from then on.
  package var inFlight: Set<[UInt8]>
  /// Whether unknown commits under its own key may be its own from before it lost its state.
  ///
  /// It is true only for the first look after a start: a running device knows its own commits, so another party's commit under its key is
  /// then detected.
  package var mayHaveForgotten: Bool
  /// The highest format that the device's program reads.
  package var highestFormat: UInt64

  /// Creates a value for the examining device.
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
