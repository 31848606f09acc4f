// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport
import SecretMemory

/// Something that is sent to the vault part by part.
protocol ImportSource {
  /// Its length in bytes.
  var byteCount: Int { get }

  /// The next bytes.
  func next(_ count: Int) throws(CommandFailure) -> SharedSecret
}

extension SourceFile: ImportSource {}

extension CollectedSecret: ImportSource {
  func next(_ count: Int) throws(CommandFailure) -> SharedSecret { take(count) }
}
