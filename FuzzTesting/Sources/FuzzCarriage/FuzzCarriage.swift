// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ExchangeParsers
import FuzzDriver

/// An answer of the reading process is refused, or has one encoding.
@main enum FuzzCarriage {
  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      if let property = ExchangeParsers.brokenProperty(ofAnswer: input, plantsFault: FuzzDriver.plantsFault) {
        fatalError("fuzzing: \(property)")
      }
      return 0
    }
  }
}
