// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import Synchronization

/// The limits for the bytes of long bodies (above 16 KiB) held by the server, from the first received bytes until the request is answered.
///
/// While a body is processed, up to five copies exist: as received, as a map, as records. So 256 MiB become 1.3 GiB at worst, of the 2 GiB
/// that the unit has. Announced bytes that were not sent do not count.
package final class BodyBudget: Sendable {
  /// A counter of bytes; each body counts in several.
  package enum Pot: Hashable, Sendable {
    /// All bodies.
    case all
    /// Bodies without a session. The only long one among them transfers an account, which is rare; so requests without a session cannot
    /// block members.
    case strangers
    /// Bodies from a network. A company with one address can have 16 devices send their complete first part (4 MiB) at the same time.
    case network(String)
    /// Bodies of an account: 8 devices that send the longest push at the same time.
    case account(AccountIdentifier)

    var limit: Int {
      switch self {
      case .all: 256 << 20
      case .strangers, .network: 64 << 20
      case .account: 32 << 20
      }
    }
  }

  private let held = Mutex<[Pot: Int]>([:])

  /// Creates an unused budget.
  package init() {}

  /// Takes bytes from each of the pots, or from none.
  /// - Returns: Whether all had room.
  package func take(_ count: Int, from pots: [Pot]) -> Bool {
    held.withLock { held in
      guard pots.allSatisfy({ held[$0, default: 0] + count <= $0.limit }) else { return false }
      for pot in pots { held[pot, default: 0] += count }
      return true
    }
  }

  /// Returns bytes that were taken.
  package func giveBack(_ count: Int, to pots: [Pot]) {
    held.withLock { held in
      for pot in pots {
        let left = held[pot, default: 0] - count
        held[pot] = left > 0 ? left : nil
      }
    }
  }
}
