// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import SyncServer

/// Reads bodies of bounded size in bounded time.
struct RequestBodies: Sendable {
  private let time: Duration

  init(time: Duration) { self.time = time }

  /// The body of a request.
  /// - Throws: `tooLarge` before anything is read where the header says so, `tooSlow`, `malformed` for a body of another kind or cut short.
  func read(_ request: Request, longest: Int = ServerConfiguration.longestBody) async throws(SyncServerError) -> [UInt8] {
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
        bytes += piece.readableBytesView
      }
      return bytes
    } catch let error as SyncServerError { throw error } catch { throw SyncServerError(.malformed) }
  }
}
