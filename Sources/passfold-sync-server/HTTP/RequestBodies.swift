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
    let body = request.body
    do {
      return try await withThrowingTaskGroup(of: [UInt8].self) { group in
        group.addTask {
          var bytes: [UInt8] = []
          for try await piece in body {
            guard bytes.count + piece.readableBytes <= longest else { throw SyncServerError(.tooLarge) }
            bytes += piece.readableBytesView
          }
          return bytes
        }
        group.addTask { [time] in
          try await Task.sleep(for: time)
          throw SyncServerError(.tooSlow)
        }
        defer { group.cancelAll() }
        return try await group.next() ?? []
      }
    } catch let error as SyncServerError { throw error } catch { throw SyncServerError(.malformed) }
  }
}
