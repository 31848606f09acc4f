// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

extension SharedSecret {
  /// Returns a secret of the bytes that `write` passes on one by one; it is called twice, the first time only to count them.
  static func counted<E: Error>(_ write: ((UInt8) -> Void) throws(E) -> Void) throws(E) -> SharedSecret {
    var count = 0
    try write { _ in count += 1 }
    var secret = SecretBytes(byteCount: count)
    try secret.withMutableBytes { target throws(E) in
      var place = 0
      try write { byte in
        target[place] = byte
        place += 1
      }
    }
    return SharedSecret(secret)
  }
}
