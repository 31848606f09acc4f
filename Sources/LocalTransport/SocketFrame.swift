// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// One message of a Passfold socket: JSON, and beside it the secret that the message carries, if any.
///
/// A password, passphrase or one-time code never rides in the JSON: it is read from the socket straight into locked memory.
package struct SocketFrame: Sendable {
  /// The message: one JSON object, at most ``SocketFrameLimits/json`` bytes.
  package var json: [UInt8]
  /// What the message carries that no log, decoder or error text may see; at most ``SocketFrameLimits/secret`` bytes.
  package var secret: SharedSecret?

  /// Pairs a message with its secret.
  package init(json: [UInt8], secret: SharedSecret? = nil) {
    self.json = json
    self.secret = secret
  }
}

/// The sizes above which a frame ends the conversation.
package enum SocketFrameLimits {
  /// The most bytes of JSON in one frame: 256 KiB (security design, rule D1).
  package static let json = 256 * 1024
  /// The most bytes of a frame's secret part: 64 KiB.
  package static let secret = 64 * 1024
  /// Bytes before the JSON: two big-endian 32-bit lengths.
  package static let header = 8
}
