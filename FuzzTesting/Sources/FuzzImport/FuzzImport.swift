// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ExchangeParsers
import FuzzDriver

/// A stranger's file is refused, or gives entries that go through the pipe.
@main enum FuzzImport {
  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      if let property = ExchangeParsers.brokenProperty(ofFile: input, plantsFault: FuzzDriver.plantsFault) {
        fatalError("fuzzing: \(property)")
      }
      return 0
    }
  }
}
