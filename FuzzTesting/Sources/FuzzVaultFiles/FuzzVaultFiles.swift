// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import VaultParsers

/// The content of any file next to the database is refused, or has one encoding, and nothing opens that was not encrypted.
@main enum FuzzVaultFiles {
  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      if let property = VaultParsers.brokenProperty(ofFile: input, plantsFault: FuzzDriver.plantsFault) {
        fatalError("fuzzing: \(property)")
      }
      return 0
    }
  }
}
