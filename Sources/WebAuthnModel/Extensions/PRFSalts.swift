// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One or two inputs of a PRF as passed to the authenticator: 32 bytes each, hashed by the client.
public struct PRFSalts: Hashable, Sendable {
  /// The first input: 32 bytes, hashed from the page's input.
  public let first: [UInt8]
  /// The second input, such as the next key of a rotation; nil for one result only.
  public let second: [UInt8]?

  /// Creates salts; nil unless each has 32 bytes.
  public init?(first: [UInt8], second: [UInt8]? = nil) {
    guard first.count == 32, second.map({ $0.count == 32 }) ?? true else { return nil }
    self.first = first
    self.second = second
  }
}
