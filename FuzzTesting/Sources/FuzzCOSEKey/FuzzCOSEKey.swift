// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import WebAuthnModel

/// A public key reads back unchanged and verifies nothing that it has not signed.
@main enum FuzzCOSEKey {
  static func main() {
    FuzzDriver.run { data, count in
      FuzzCOSEKey.check(Array(UnsafeBufferPointer(start: data, count: count)))
      return 0
    }
  }

  private static func check(_ input: [UInt8]) {
    guard let key = try? COSEKey(encoded: input) else { return }
    // The planted fault: treats a key of an algorithm other than the first as changed.
    if FuzzDriver.plantsFault, key.algorithm != .es256 { fatalError("fuzzing: planted") }
    FuzzDriver.require((try? COSEKey(encoded: key.encoded)) == key, "a public key reads back")
    FuzzDriver.require(!key.isValidSignature([], over: input), "nothing is no signature")
  }
}
