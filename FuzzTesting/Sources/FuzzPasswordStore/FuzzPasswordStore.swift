// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import ProviderParsers

/// The content of a store of `pass`, its paths and gpg's reports are read correctly.
@main enum FuzzPasswordStore {
  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      if let property = PasswordStoreParsers.brokenProperty(of: input, plantsFault: FuzzDriver.plantsFault) {
        fatalError("fuzzing: \(property)")
      }
      return 0
    }
  }
}
