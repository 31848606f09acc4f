// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import HandoverParsers

/// Data exported from one provider to another are refused or read back unchanged, and so are the requests for them.
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
