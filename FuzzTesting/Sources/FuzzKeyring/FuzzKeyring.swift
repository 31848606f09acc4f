// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import ProviderParsers

/// A keyring's answer, and the secret of an item, is refused or has its required meaning.
@main enum FuzzKeyring {
  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      if let property = KeyringParsers.brokenProperty(ofAnswer: input, plantsFault: FuzzDriver.plantsFault) {
        fatalError("fuzzing: \(property)")
      }
      return 0
    }
  }
}
