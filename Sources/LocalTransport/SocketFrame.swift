// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A message on a Passfold socket: JSON, and a separate secret part if there is one.
///
/// A password, passphrase or one-time code is never part of the JSON: it is read from the socket directly into locked memory.
package struct SocketFrame: Sendable {
  /// The message: one JSON object, at most ``SocketFrameLimits/json`` bytes.
  package var json: [UInt8]
  /// The secret part, which no log, decoder or error message may see; at most ``SocketFrameLimits/secret`` bytes.
  package var secret: SharedSecret?

  /// Creates a frame from a message and its secret.
  package init(json: [UInt8], secret: SharedSecret? = nil) {
    self.json = json
    self.secret = secret
  }
}

/// The limits of a frame. A larger frame ends the conversation.
package enum SocketFrameLimits {
  /// The maximum size of a frame's JSON, in bytes: 256 KiB (security design, rule D1).
  package static let json = 256 * 1024
  /// The maximum size of a frame's secret part, in bytes: 64 KiB.
  package static let secret = 64 * 1024
  /// The number of bytes before the JSON: two big-endian 32-bit lengths.
  package static let header = 8
}
