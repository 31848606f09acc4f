// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Hummingbird
import SyncServer
import Synchronization

/// The body of a request, read in bounded time, and counted in the budget until the request is answered.
final class ReceivedBody: SentBody {
  private struct Held {
    var pots: [BodyBudget.Pot]
    var count = 0
  }
  private let request: Request
  private let budget: BodyBudget
  private let time: Duration
  private let held: Mutex<Held>

  /// Creates a body that counts as one without a session until its session is found.
  init(_ request: Request, from network: String, budget: BodyBudget, time: Duration) {
    self.request = request
    self.budget = budget
    self.time = time
    held = Mutex(Held(pots: [.all, .network(network), .strangers]))
  }

  /// Counts bytes read from now on for a member's account, and no longer as without a session.
  func belongs(to account: AccountIdentifier) { held.withLock { $0.pots[2] = .account(account) } }

  /// Reads the body.
  /// - Throws: `tooLarge` before reading anything if the header says so, `tooSlow`, `rateLimited` if the budget has no room, `malformed`
  ///   for a body of another type or a truncated one.
  func bytes(atMost longest: Int) async throws(SyncServerError) -> [UInt8] {
    guard request.headers[.contentType] == "application/cbor" else { throw SyncServerError(.malformed) }
    if let announced = request.headers[.contentLength] {
      guard let count = Int(announced), count <= longest else { throw SyncServerError(.tooLarge) }
    }
    // Uses no timer per request: a slow body is noticed with its next piece, and a client that sends nothing is disconnected as idle.
    let end = ContinuousClock.now + time
    var bytes: [UInt8] = []
    do {
      for try await piece in request.body {
        guard bytes.count + piece.readableBytes <= longest else { throw SyncServerError(.tooLarge) }
        guard ContinuousClock.now < end else { throw SyncServerError(.tooSlow) }
        // Logins and the like are no longer than a connection's own buffers, and pass even if requests without a session have used up their
        // share.
        if longest > ServerConfiguration.longestFounding { try hold(piece.readableBytes) }
        bytes += piece.readableBytesView
      }
      return bytes
    } catch let error as SyncServerError { throw error } catch { throw SyncServerError(.malformed) }
  }

  private func hold(_ count: Int) throws(SyncServerError) {
    let hasRoom = held.withLock { held in
      guard budget.take(count, from: held.pots) else { return false }
      held.count += count
      return true
    }
    guard hasRoom else { throw SyncServerError(.rateLimited, retryAfter: .seconds(2)) }
  }

  /// Returns the counted bytes once they are no longer needed.
  func release() {
    held.withLock { held in
      if held.count > 0 { budget.giveBack(held.count, to: held.pots) }
      held.count = 0
    }
  }
}
