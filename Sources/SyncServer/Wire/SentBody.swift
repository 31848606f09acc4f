// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The body of a request, which may still be under way: the rules read it when they have counted the request, and no more of it than it may have.
package protocol SentBody: Sendable {
  /// The whole body.
  /// - Throws: `tooLarge` for more bytes than that, `tooSlow`, `rateLimited`, `malformed`.
  func bytes(atMost longest: Int) async throws(SyncServerError) -> [UInt8]
}

extension [UInt8]: SentBody {
  /// A body that is there.
  package func bytes(atMost longest: Int) async throws(SyncServerError) -> [UInt8] {
    guard count <= longest else { throw SyncServerError(.tooLarge) }
    return self
  }
}
