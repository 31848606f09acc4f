// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A profile that has proved that it has its key.
struct PairingProfile: Hashable, Sendable {
  let publicKey: [UInt8]
  /// Its earlier pairing, from another program.
  let former: PairedBrowser?
}

/// The state of a browser at the door.
enum PairingState: Sendable {
  /// It has the challenge and has not presented a key.
  case greeted
  /// Its key may not be admitted from this program.
  case stranger(PairingProfile)
  /// It asked to be paired, has committed to its nonce and knows the broker's.
  case committed(PairingProfile, commitment: [UInt8], nonce: [UInt8])
  /// The user is being asked.
  case asking(PairingProfile, Task<Void, Never>)
  /// It is the paired browser with this identifier.
  case admitted(String)
}
