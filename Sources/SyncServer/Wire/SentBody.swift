// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The body of a request, which may still be arriving: the rules read it only after counting the request, and never more than allowed.
package protocol SentBody: Sendable {
  /// Returns the complete body.
  /// - Throws: `tooLarge` for more bytes than that, `tooSlow`, `rateLimited`, `malformed`.
  func bytes(atMost longest: Int) async throws(SyncServerError) -> [UInt8]
}

extension [UInt8]: SentBody {
  /// Returns the array itself, a body that is already complete.
  package func bytes(atMost longest: Int) async throws(SyncServerError) -> [UInt8] {
    guard count <= longest else { throw SyncServerError(.tooLarge) }
    return self
  }
}
