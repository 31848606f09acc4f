// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Hummingbird
import SyncServer
import Synchronization

/// The body of a request, read in bounded time, and counted by the budget until the request is answered.
final class ReceivedBody: SentBody {
  private struct Held {
    var pots: [BodyBudget.Pot]
    var count = 0
  }
  private let request: Request
  private let budget: BodyBudget
  private let time: Duration
  private let held: Mutex<Held>

  /// A body that belongs to a stranger until somebody's session is found.
  init(_ request: Request, from network: String, budget: BodyBudget, time: Duration) {
    self.request = request
    self.budget = budget
    self.time = time
    held = Mutex(Held(pots: [.all, .network(network), .strangers]))
  }

  /// Counts what is read from now on for a member's account, and not among strangers.
  func belongs(to account: AccountIdentifier) { held.withLock { $0.pots[2] = .account(account) } }

  /// Reads the body.
  /// - Throws: `tooLarge` before anything is read where the header says so, `tooSlow`, `rateLimited` where the budget has no room,
  ///   `malformed` for a body of another kind or cut short.
  func bytes(atMost longest: Int) async throws(SyncServerError) -> [UInt8] {
    guard request.headers[.contentType] == "application/cbor" else { throw SyncServerError(.malformed) }
    if let announced = request.headers[.contentLength] {
      guard let count = Int(announced), count <= longest else { throw SyncServerError(.tooLarge) }
    }
    // No timer for each request: what comes too slowly is noticed with its next piece, and who sends nothing is cut off as idle.
    let end = ContinuousClock.now + time
    var bytes: [UInt8] = []
    do {
      for try await piece in request.body {
        guard bytes.count + piece.readableBytes <= longest else { throw SyncServerError(.tooLarge) }
        guard ContinuousClock.now < end else { throw SyncServerError(.tooSlow) }
        // Logins and the like are no more than what a connection holds anyway, and pass also where strangers fill their part.
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

  /// Gives back what was counted, once nobody needs the bytes any more.
  func release() {
    held.withLock { held in
      if held.count > 0 { budget.giveBack(held.count, to: held.pots) }
      held.count = 0
    }
  }
}
