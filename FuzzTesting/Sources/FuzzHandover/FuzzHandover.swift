// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import HandoverParsers

/// What one provider hands over to another is refused, or stays what it is; so is what it asks for that.
@main enum FuzzHandover {
  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      if let property = HandoverParsers.brokenProperty(ofContent: input, plantsFault: FuzzDriver.plantsFault)
        ?? HandoverParsers.brokenProperty(ofMessage: input)
      {
        fatalError("fuzzing: \(property)")
      }
      return 0
    }
  }
}
