// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import ProviderParsers

/// What a keyring answers, and what an item of it holds, is refused or means what it has to.
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
