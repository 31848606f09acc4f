// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import Synchronization

/// How many bytes of long bodies (above 16 KiB) the server holds, from the first piece that came until the request is answered.
///
/// While one is judged it is there up to five times: as it came, as a map, as records. So 256 MiB are 1.3 GiB at worst, of the 2 GiB that the
/// unit has. What is announced and not sent counts nothing.
package final class BodyBudget: Sendable {
  /// What bytes are counted by; each body by several.
  package enum Pot: Hashable, Sendable {
    /// All bodies.
    case all
    /// Those of who has no session. The one long body among them brings an account along, which is rare; so strangers keep no member out.
    case strangers
    /// Those of a network. A firm behind one address has 16 devices send their whole first part (4 MiB) at the same time.
    case network(String)
    /// Those of an account: 8 devices that send the longest push at the same time.
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

  /// A budget of which nothing is taken.
  package init() {}

  /// Takes bytes from each of the pots, or from none.
  /// - Returns: Whether there was room in all.
  package func take(_ count: Int, from pots: [Pot]) -> Bool {
    held.withLock { held in
      guard pots.allSatisfy({ held[$0, default: 0] + count <= $0.limit }) else { return false }
      for pot in pots { held[pot, default: 0] += count }
      return true
    }
  }

  /// Gives back bytes that were taken.
  package func giveBack(_ count: Int, to pots: [Pot]) {
    held.withLock { held in
      for pot in pots {
        let left = held[pot, default: 0] - count
        held[pot] = left > 0 ? left : nil
      }
    }
  }
}
