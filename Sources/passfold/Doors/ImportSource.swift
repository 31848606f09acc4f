// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport
import SecretMemory

/// Data that is sent to the vault in parts.
protocol ImportSource {
  /// The length in bytes.
  var byteCount: Int { get }

  /// Reads the next bytes.
  func next(_ count: Int) throws(CommandFailure) -> SharedSecret
}

extension SourceFile: ImportSource {}

extension CollectedSecret: ImportSource {
  func next(_ count: Int) throws(CommandFailure) -> SharedSecret { take(count) }
}
