// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A profile that has shown that it holds its key.
struct PairingProfile: Hashable, Sendable {
  let publicKey: [UInt8]
  /// How it was paired before, from another program.
  let former: PairedBrowser?
}

/// Where a browser stands at the door.
enum PairingState: Sendable {
  /// It has the challenge and has shown no key.
  case greeted
  /// Its key is not one that may come in from this program.
  case stranger(PairingProfile)
  /// It asked to be paired, has committed to its nonce and knows the broker's.
  case committed(PairingProfile, commitment: [UInt8], nonce: [UInt8])
  /// The person is being asked.
  case asking(PairingProfile, Task<Void, Never>)
  /// It is the paired browser of this identifier.
  case admitted(String)
}
